//! A headless world with real pet folders, a fake process table and time that the test moves.

use bevy_app::App;
use bevy_ecs::prelude::*;
use bevy_time::TimeUpdateStrategy;
use openpets_assets::{Library, LibraryDirs, StateFile};
use openpets_ipc::{AcquireLease, Command, Inbound, InboxSender, LeaseId, Origin, Outcome, Reply, inbox};
use openpets_ipc::{reply::LeaseSnapshot, reply::ShownResult};
use openpets_systems::Setup;
use openpets_systems::lease::{Process, ProcessTable};
use openpets_systems::motion::{Monitor, Monitors};
use openpets_systems::pets::{Pet, Role};
use std::collections::HashMap;
use std::path::Path;
use std::sync::{Arc, Mutex, OnceLock};
use std::time::Duration;
use tempfile::TempDir;
use tokio::sync::oneshot;

/// The app under test.
pub(crate) struct TestWorld {
    pub(crate) app: App,
    pub(crate) processes: FakeProcesses,
    pub(crate) folder: TempDir,
    sender: InboxSender,
    dirs: LibraryDirs,
    disk: crossbeam_channel::Sender<Library>,
}

/// Processes that live until a test kills them; another one then has the same id at once.
#[derive(Clone, Default)]
pub(crate) struct FakeProcesses {
    reused: Arc<Mutex<HashMap<u32, u64>>>,
}

impl FakeProcesses {
    pub(crate) fn kill(&self, pid: u32) {
        *self.reused.lock().unwrap().entry(pid).or_default() += 1;
    }
}

impl ProcessTable for FakeProcesses {
    fn find(&self, pid: u32) -> Option<Process> {
        let started = self.reused.lock().unwrap().get(&pid).copied().unwrap_or_default();
        Some(Process { pid, started: Some(started) })
    }
    fn parent(&self, _pid: u32) -> Option<u32> {
        None
    }
    fn name(&self, _pid: u32) -> Option<String> {
        None
    }
}

impl TestWorld {
    /// A world with these installed pets, a screen, and these preferences.
    pub(crate) fn new(pets: &[&str], preferences: &str) -> Self {
        let folder = tempfile::tempdir().unwrap();
        for pet in pets {
            install_pet(folder.path(), pet);
        }
        let state = format!("{{\"version\":1,\"preferences\":{preferences}}}");
        std::fs::write(folder.path().join("openpets-state.json"), state).unwrap();
        let dirs = LibraryDirs { user_data: folder.path().to_owned(), codex_pets: None };
        let (state_file, state, _) = StateFile::open(folder.path()).unwrap();
        let (sender, inbox) = inbox(Arc::new(|| {}));
        let (disk, found_libraries) = crossbeam_channel::unbounded();
        let processes = FakeProcesses::default();
        let mut app = App::new();
        let setup = Setup {
            app_version: "0.0.0-test",
            inbox,
            wake: Arc::new(|| {}),
            library: Library::scan(&dirs),
            dirs: dirs.clone(),
            found_libraries,
            state,
            state_file: Some(state_file),
            processes: Box::new(processes.clone()),
            display: true,
        };
        openpets_systems::install(&mut app, setup);
        app.insert_resource(Monitors(vec![screen()]));
        app.insert_resource(TimeUpdateStrategy::ManualDuration(Duration::ZERO));
        app.finish();
        app.cleanup();
        app.update();
        Self { app, processes, folder, sender, dirs, disk }
    }

    /// Lets time pass in one step, as after a long sleep.
    pub(crate) fn sleep(&mut self, duration: Duration) {
        self.app.insert_resource(TimeUpdateStrategy::ManualDuration(duration));
        self.app.update();
        self.app.insert_resource(TimeUpdateStrategy::ManualDuration(Duration::ZERO));
    }

    /// Sends a command and runs one update, which must answer it.
    pub(crate) fn ask(&mut self, command: Command) -> Outcome {
        let answer = self.send(command);
        self.app.update();
        Self::take(answer)
    }

    /// Sends a command without running anything.
    pub(crate) fn send(&mut self, command: Command) -> oneshot::Receiver<Outcome> {
        let (reply, answer) = oneshot::channel();
        self.sender.try_send(Inbound { command, origin: Origin::Agent, reply }).unwrap();
        answer
    }

    /// Tells the world what is on disk now, as the watcher does, and runs one update.
    pub(crate) fn look_at_disk(&mut self) {
        self.disk.send(Library::scan(&self.dirs)).unwrap();
        self.app.update();
    }

    /// Runs updates until the answer has come, which other threads work on.
    pub(crate) fn wait_for(&mut self, mut answer: oneshot::Receiver<Outcome>) -> Outcome {
        for _ in 0..10_000 {
            self.app.update();
            if let Ok(outcome) = answer.try_recv() {
                return outcome;
            }
            std::thread::sleep(Duration::from_millis(1));
        }
        panic!("no answer came");
    }

    /// The answer that has come by now.
    pub(crate) fn take(mut answer: oneshot::Receiver<Outcome>) -> Outcome {
        answer.try_recv().expect("answered in the update that took it in")
    }

    pub(crate) fn acquire(&mut self, request: AcquireLease) -> LeaseSnapshot {
        match self.ask(Command::AcquireLease(request)) {
            Ok(Reply::Lease(lease)) => lease,
            other => panic!("no lease: {other:?}"),
        }
    }

    pub(crate) fn shown(&mut self, command: Command) -> ShownResult {
        match self.ask(command) {
            Ok(Reply::Shown(shown)) => shown,
            other => panic!("not shown: {other:?}"),
        }
    }

    /// The default pet.
    pub(crate) fn default_pet(&mut self) -> Entity {
        let mut pets = self.app.world_mut().query::<(Entity, &Role)>();
        pets.iter(self.app.world()).find(|(_, role)| **role == Role::Default).expect("there is one").0
    }

    /// The ids of the agent pets, sorted.
    pub(crate) fn agent_pets(&mut self) -> Vec<String> {
        let mut pets = self.app.world_mut().query::<(&Pet, &Role)>();
        let mut ids: Vec<String> = pets
            .iter(self.app.world())
            .filter(|(_, role)| **role == Role::Agent)
            .map(|(pet, _)| pet.id.clone())
            .collect();
        ids.sort();
        ids
    }

    pub(crate) fn get<T: Component + Clone>(&self, entity: Entity) -> T {
        self.app.world().get::<T>(entity).expect("the pet has this component").clone()
    }
}

pub(crate) fn pet_request(pet: &str) -> AcquireLease {
    AcquireLease { requested_pet: Some(pet.to_owned().try_into().unwrap()), ..AcquireLease::default() }
}

pub(crate) fn client_request(pet: Option<&str>, pid: u32, nonce: &str) -> AcquireLease {
    AcquireLease {
        requested_pet: pet.map(|pet| pet.to_owned().try_into().unwrap()),
        client_pid: Some(pid),
        session_nonce: Some(nonce.to_owned().try_into().unwrap()),
        source: None,
    }
}

pub(crate) fn lease_id(text: &str) -> LeaseId {
    text.to_owned().try_into().unwrap()
}

pub(crate) fn screen() -> Monitor {
    Monitor {
        area: bevy_math::Rect::new(0.0, 0.0, 1280.0, 800.0),
        work_area: bevy_math::Rect::new(0.0, 0.0, 1280.0, 770.0),
        scale: 1.0,
        device_origin: bevy_math::Vec2::ZERO,
        primary: true,
    }
}

/// A sound package: one opaque pixel in the first cell of every row would do; a plain sheet passes the checks.
pub(crate) fn install_pet(user_data: &Path, id: &str) {
    let dir = user_data.join("pets").join(id);
    std::fs::create_dir_all(&dir).unwrap();
    let manifest = format!(
        "{{\"id\":\"{id}\",\"displayName\":\"{id}\",\"description\":\"A test pet.\",\"spritesheetPath\":\"spritesheet.webp\"}}"
    );
    std::fs::write(dir.join("pet.json"), manifest).unwrap();
    std::fs::write(dir.join("spritesheet.webp"), sheet()).unwrap();
}

fn sheet() -> &'static [u8] {
    static SHEET: OnceLock<Vec<u8>> = OnceLock::new();
    SHEET.get_or_init(|| {
        let (width, height) = (1536, 1872);
        let pixels = [200, 80, 40, 255].repeat(width as usize * height as usize);
        let mut bytes = Vec::new();
        image_webp::WebPEncoder::new(&mut bytes)
            .encode(&pixels, width, height, image_webp::ColorType::Rgba8)
            .unwrap();
        bytes
    })
}
