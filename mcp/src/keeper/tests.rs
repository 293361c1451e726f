//! The life of a lease, with a clock that the test turns.

use super::*;
use crate::fake::{Condition, FakeApp};
use openpets_ipc::Reaction;
use std::sync::Arc;
use tokio::time::{advance, sleep};

fn keeper(app: &FakeApp) -> Arc<Keeper<FakeApp>> {
    let keeper = Arc::new(Keeper::new(app.clone(), Identity::new(None).unwrap()));
    let kept = Arc::clone(&keeper);
    tokio::spawn(async move { kept.keep().await });
    keeper
}

/// Lets everything run that can.
async fn settle() {
    sleep(Duration::from_millis(1)).await;
}

async fn react(keeper: &Keeper<FakeApp>) -> Result<Answer, ClientError> {
    keeper
        .send(|_, _, lease| Command::React { reaction: Reaction::Idle, lease: Some(lease), source: None })
        .await
}

#[tokio::test(start_paused = true)]
async fn a_lease_is_had_at_once_and_kept_alive() {
    let app = FakeApp::new(Condition::Up);
    let _keeper = keeper(&app);
    settle().await;
    assert_eq!(app.received(), ["acquire for mcp"]);
    sleep(HEARTBEAT * 3).await;
    assert_eq!(app.received(), ["heartbeat lease-1"; 3]);
}

#[tokio::test(start_paused = true)]
async fn an_app_that_starts_later_is_found() {
    let app = FakeApp::new(Condition::Down);
    let keeper = keeper(&app);
    sleep(HEARTBEAT * 2).await;
    assert!(react(&keeper).await.is_err_and(|error| error.is_not_running()));
    app.become_(Condition::Up);
    sleep(HEARTBEAT).await;
    assert_eq!(app.received(), ["acquire for mcp"]);
}

#[tokio::test(start_paused = true)]
async fn a_call_does_not_wait_for_the_next_beat() {
    let app = FakeApp::new(Condition::Down);
    let keeper = keeper(&app);
    settle().await;
    app.become_(Condition::Up);
    assert!(react(&keeper).await.is_ok());
    assert_eq!(app.received(), ["acquire for mcp", "react idle lease-1"]);
}

#[tokio::test(start_paused = true)]
async fn an_app_that_was_restarted_gets_a_new_lease() {
    let app = FakeApp::new(Condition::Up);
    let keeper = keeper(&app);
    settle().await;
    app.become_(Condition::Down);
    app.become_(Condition::Up);
    app.received();
    // By a call,
    assert!(react(&keeper).await.is_ok());
    assert_eq!(app.received(), ["react idle lease-1", "acquire for mcp", "react idle lease-2"]);
    // by a beat that finds another app,
    app.forget_leases();
    sleep(HEARTBEAT).await;
    assert_eq!(app.received(), ["heartbeat lease-2", "acquire for mcp"]);
    // and by a beat that finds none.
    app.become_(Condition::Down);
    sleep(HEARTBEAT).await;
    app.become_(Condition::Up);
    sleep(HEARTBEAT).await;
    assert_eq!(app.received(), ["acquire for mcp"]);
    assert_eq!(app.leases(), ["lease-4"]);
}

#[tokio::test(start_paused = true)]
async fn a_hung_app_keeps_its_lease() {
    let app = FakeApp::new(Condition::Up);
    let keeper = keeper(&app);
    settle().await;
    app.become_(Condition::Hung);
    assert!(matches!(react(&keeper).await, Err(ClientError::ResponseTimeout)));
    sleep(HEARTBEAT * 2).await;
    app.become_(Condition::Up);
    app.received();
    assert!(react(&keeper).await.is_ok());
    assert_eq!(app.received(), ["react idle lease-1"]);
}

#[tokio::test(start_paused = true)]
async fn a_name_changes_the_lease_in_place() {
    let app = FakeApp::new(Condition::Up);
    let keeper = keeper(&app);
    settle().await;
    let codex = AgentKind::from_name("Codex").unwrap();
    keeper.name(codex.clone()).await;
    keeper.name(codex).await;
    assert_eq!(app.received(), ["acquire for mcp", "acquire for codex"]);
    assert_eq!(app.leases(), ["lease-1"]);
}

#[tokio::test(start_paused = true)]
async fn where_processes_mean_nothing_the_lease_is_changed_for_another() {
    let app = FakeApp::new(Condition::Up).elsewhere();
    let keeper = keeper(&app);
    settle().await;
    keeper.name(AgentKind::from_name("codex").unwrap()).await;
    assert_eq!(app.received(), ["acquire for mcp", "acquire for codex", "release lease-1"]);
    assert_eq!(app.leases(), ["lease-2"]);
}

#[tokio::test(start_paused = true)]
async fn the_lease_is_given_back_once_and_never_taken_again() {
    let app = FakeApp::new(Condition::Up);
    let keeper = keeper(&app);
    settle().await;
    app.received();
    keeper.give_back().await;
    keeper.give_back().await;
    keeper.name(AgentKind::from_name("codex").unwrap()).await;
    assert!(react(&keeper).await.is_err());
    advance(HEARTBEAT * 3).await;
    settle().await;
    assert_eq!(app.received(), ["release lease-1"]);
    assert!(app.leases().is_empty());
}
