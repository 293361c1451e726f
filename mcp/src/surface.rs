//! Everything that an agent sees, as it stands on the wire: a change of it shows here. Then what happens to clients that
//! do not keep to the protocol.

use crate::fake::{Condition, FakeApp};
use crate::stdio::{ServeError, run};
use crate::who::Identity;
use serde_json::{Value, json};
use std::future::pending;
use std::time::Duration;
use tokio::io::{
    AsyncBufReadExt, AsyncWriteExt, BufReader, DuplexStream, Lines, ReadHalf, WriteHalf, duplex, split,
};
use tokio::sync::oneshot;
use tokio::task::JoinHandle;
use tokio::time::timeout;

/// An agent that writes what it likes.
struct Agent {
    to: WriteHalf<DuplexStream>,
    from: Lines<BufReader<ReadHalf<DuplexStream>>>,
    server: JoinHandle<Result<(), ServeError>>,
    end: Option<oneshot::Sender<()>>,
}

impl Agent {
    fn start(app: &FakeApp, pet: Option<&str>) -> Self {
        let (ours, theirs) = duplex(64 * 1024);
        let (input, output) = split(theirs);
        let pet = pet.map(|pet| pet.to_owned().try_into().unwrap());
        let identity = Identity::new(pet).unwrap();
        let (end, ended) = oneshot::channel();
        let outside = async move {
            if ended.await.is_err() {
                pending::<()>().await;
            }
        };
        let server = tokio::spawn(run(app.clone(), identity, input, output, outside));
        let (from, to) = split(ours);
        Self { to, from: BufReader::new(from).lines(), server, end: Some(end) }
    }

    async fn write(&mut self, text: impl AsRef<[u8]>) {
        self.to.write_all(text.as_ref()).await.unwrap();
        self.to.write_all(b"\n").await.unwrap();
    }

    async fn read(&mut self) -> Value {
        let line = timeout(Duration::from_secs(60), self.from.next_line()).await.unwrap().unwrap();
        serde_json::from_str(&line.unwrap()).unwrap()
    }

    async fn ask(&mut self, method: &str, params: Value) -> Value {
        self.write(json!({"jsonrpc": "2.0", "id": 1, "method": method, "params": params}).to_string()).await;
        self.read().await
    }

    async fn initialize(&mut self) -> Value {
        let hello = json!({
            "protocolVersion": "2025-06-18", "capabilities": {},
            "clientInfo": {"name": "Test Agent", "version": "1"},
        });
        let answer = self.ask("initialize", hello).await;
        self.write(json!({"jsonrpc": "2.0", "method": "notifications/initialized"}).to_string()).await;
        answer
    }

    async fn call(&mut self, tool: &str, arguments: Value) -> Value {
        let answer = self.ask("tools/call", json!({"name": tool, "arguments": arguments})).await;
        answer["result"].clone()
    }

    /// Standard input ends.
    async fn go(mut self) -> Result<(), ServeError> {
        self.to.shutdown().await.unwrap();
        drop((self.to, self.from));
        timeout(Duration::from_secs(60), self.server).await.unwrap().unwrap()
    }
}

#[tokio::test(start_paused = true)]
async fn everything_an_agent_sees() {
    let app = FakeApp::new(Condition::Up);
    let mut agent = Agent::start(&app, None);
    let mut surface = vec![agent.initialize().await];
    let version = std::mem::take(&mut surface[0]["result"]["serverInfo"]["version"]);
    assert_eq!(version, env!("CARGO_PKG_VERSION"));
    surface.push(agent.ask("tools/list", json!({})).await);
    for (tool, arguments) in [
        ("openpets_status", json!({})),
        ("openpets_react", json!({"reaction": "editing"})),
        ("openpets_say", json!({"message": "Nearly done", "reaction": "working"})),
        ("openpets_react", json!({"reaction": "secret"})),
        ("openpets_say", json!({"message": "see /etc/passwd/x"})),
    ] {
        surface.push(agent.call(tool, arguments).await);
    }
    surface.push(agent.ask("tools/call", json!({"name": "secret_tool"})).await);
    app.become_(Condition::Down);
    surface.push(agent.call("openpets_status", json!({})).await);
    surface.push(agent.call("openpets_react", json!({"reaction": "editing"})).await);
    insta::assert_json_snapshot!(surface);
    agent.go().await.unwrap();
}

#[tokio::test(start_paused = true)]
async fn garbage_huge_lines_and_binary_are_skipped() {
    let mut agent = Agent::start(&FakeApp::new(Condition::Up), None);
    agent.write("").await;
    agent.write("{\"jsonrpc\": \"2.0\", \"id\": 1, \"method\": \"ini").await;
    agent.write([0, 159, 146, 150, 255, b'{']).await;
    agent.write(vec![b'x'; 3 * 1024 * 1024]).await;
    agent.initialize().await;
    agent.write(vec![b'{'; 3 * 1024 * 1024]).await;
    let deep = "[".repeat(100_000);
    agent.write(format!("{{\"jsonrpc\":\"2.0\",\"id\":2,\"method\":\"tools/call\",\"params\":{deep}")).await;
    assert_eq!(agent.call("openpets_react", json!({"reaction": "idle"})).await["isError"], false);
    agent.go().await.unwrap();
}

#[tokio::test(start_paused = true)]
async fn calls_before_initialize_are_refused_and_do_no_harm() {
    let app = FakeApp::new(Condition::Up);
    let mut agent = Agent::start(&app, None);
    let params = json!({"name": "openpets_react", "arguments": {"reaction": "error"}});
    assert!(agent.ask("tools/call", params).await["error"]["message"].is_string());
    assert!(agent.ask("no/such/method", json!({})).await["error"]["message"].is_string());
    assert_eq!(agent.ask("ping", json!({})).await["result"], json!({}));
    agent.initialize().await;
    assert_eq!(agent.call("openpets_react", json!({"reaction": "idle"})).await["isError"], false);
    agent.go().await.unwrap();
    assert!(!app.received().iter().any(|request| request.starts_with("react error")));
}

#[tokio::test(start_paused = true)]
async fn what_is_no_request_at_first_ends_it_with_a_reason() {
    let app = FakeApp::new(Condition::Up);
    let mut agent = Agent::start(&app, None);
    agent.write(json!({"jsonrpc": "2.0", "method": "notifications/initialized"}).to_string()).await;
    let ended = timeout(Duration::from_secs(60), agent.server).await.unwrap().unwrap();
    assert!(matches!(ended, Err(ServeError::NotMcp)), "{ended:?}");
    assert!(app.leases().is_empty());
}

#[tokio::test(start_paused = true)]
async fn the_newest_protocol_needs_no_initialize() {
    let app = FakeApp::new(Condition::Up);
    let mut agent = Agent::start(&app, None);
    let meta = json!({
        "io.modelcontextprotocol/protocolVersion": "2026-07-28",
        "io.modelcontextprotocol/clientInfo": {"name": "Newest Agent", "version": "1"},
        "io.modelcontextprotocol/clientCapabilities": {},
    });
    let discovered = agent.ask("server/discover", json!({"_meta": meta})).await;
    assert_eq!(
        discovered["result"]["_meta"]["io.modelcontextprotocol/serverInfo"]["name"], "openpets",
        "{discovered}"
    );
    let call = json!({"name": "openpets_react", "arguments": {"reaction": "idle"}, "_meta": meta});
    let answer = agent.ask("tools/call", call).await;
    assert_eq!(answer["result"]["structuredContent"]["shown"], true, "{answer}");
    agent.go().await.unwrap();
    assert!(app.received().contains(&"acquire for newest-agent".to_owned()));
}

#[tokio::test(start_paused = true)]
async fn an_agent_is_known_by_its_name_and_reaches_its_pet() {
    let app = FakeApp::new(Condition::Up);
    let mut agent = Agent::start(&app, Some("cat"));
    agent.initialize().await;
    let status = agent.call("openpets_status", json!({})).await;
    assert_eq!(status["structuredContent"]["configuredPetId"], "cat", "{status}");
    app.forget_leases();
    let status = agent.call("openpets_status", json!({})).await;
    assert_eq!(status["structuredContent"]["ok"], true, "{status}");
    agent.go().await.unwrap();
    assert!(app.received().contains(&"acquire for test-agent".to_owned()));
}

#[tokio::test(start_paused = true)]
async fn the_lease_goes_back_once_however_it_ends() {
    for how in ["input ends", "signal", "vanishes"] {
        let app = FakeApp::new(Condition::Up);
        let mut agent = Agent::start(&app, None);
        agent.initialize().await;
        agent.call("openpets_react", json!({"reaction": "idle"})).await;
        match how {
            "input ends" => agent.go().await.unwrap(),
            "signal" => {
                agent.end.take().unwrap().send(()).unwrap();
                timeout(Duration::from_secs(60), agent.server).await.unwrap().unwrap().unwrap();
            }
            _ => {
                // A call is under way when both streams break.
                agent.write(json!({"jsonrpc": "2.0", "id": 9, "method": "tools/list"}).to_string()).await;
                drop((agent.to, agent.from));
                timeout(Duration::from_secs(60), agent.server).await.unwrap().unwrap().unwrap();
            }
        }
        let released = app.received().iter().filter(|request| request.starts_with("release")).count();
        assert_eq!((released, app.leases().len()), (1, 0), "{how}");
    }
}

#[tokio::test(start_paused = true)]
async fn a_hung_app_holds_up_no_end() {
    let app = FakeApp::new(Condition::Up);
    let mut agent = Agent::start(&app, None);
    agent.initialize().await;
    app.become_(Condition::Hung);
    let call = json!({"name": "openpets_react", "arguments": {"reaction": "idle"}});
    agent.write(json!({"jsonrpc": "2.0", "id": 9, "method": "tools/call", "params": call}).to_string()).await;
    tokio::time::sleep(Duration::from_millis(10)).await;
    let before = tokio::time::Instant::now();
    agent.go().await.unwrap();
    assert!(before.elapsed() <= Duration::from_millis(1600), "{:?}", before.elapsed());
}
