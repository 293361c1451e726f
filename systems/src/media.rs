//! `pet.showMedia`: the picture is decoded on a thread of its own, and the answer waits for it.

use crate::PetSystems;
use crate::commands::{CommandCompleted, CommandReceived, PendingReplies, RequestId};
use crate::motion::Monitors;
use crate::reaction::{By, Presenter};
use crate::speech::Statement;
use crate::speech::model::Content;
use crate::wake::WakeHandle;
use bevy_app::{App, Update};
use bevy_ecs::prelude::*;
use openpets_assets::compose::Picture;
use openpets_ipc::{Code, Command, Failure, MediaRequest, Reply};
use std::sync::Arc;

/// The largest picture in a bubble, in logical pixels.
pub const MAX_PICTURE: (f32, f32) = (240.0, 180.0);

/// Pictures decoded at once. A decoder may use a lot of memory for a moment.
const MAX_DECODING: usize = 2;

/// Pictures that are being decoded.
#[derive(Resource)]
struct Decoding {
    running: usize,
    finished: (crossbeam_channel::Sender<Decoded>, crossbeam_channel::Receiver<Decoded>),
}

impl Default for Decoding {
    fn default() -> Self {
        Self { running: 0, finished: crossbeam_channel::bounded(MAX_DECODING) }
    }
}

struct Decoded {
    request: RequestId,
    media: MediaRequest,
    picture: Result<Picture, Failure>,
}

pub(crate) fn plugin(app: &mut App) {
    app.init_resource::<Decoding>()
        .add_systems(Update, (start_decoding, show_decoded).chain().in_set(PetSystems::Apply));
}

fn start_decoding(
    mut received: MessageReader<CommandReceived>,
    mut completed: MessageWriter<CommandCompleted>,
    mut pending: ResMut<PendingReplies>,
    mut decoding: ResMut<Decoding>,
    monitors: Res<Monitors>,
    wake: Res<WakeHandle>,
) {
    for message in received.read() {
        let Command::ShowMedia(media) = &message.command else { continue };
        if decoding.running >= MAX_DECODING {
            let busy = Failure::new(Code::Busy, "other pictures are being decoded; try again in a moment");
            completed.write(CommandCompleted { request: message.request, outcome: Err(busy) });
            continue;
        }
        let (request, media, scale) = (message.request, media.clone(), monitors.largest_scale());
        let (finished, wake) = (decoding.finished.0.clone(), wake.0.clone());
        let spawned = std::thread::Builder::new().name("media".to_owned()).spawn(move || {
            // A decoder that panics must not hold its place for ever.
            let picture = std::panic::catch_unwind(|| Picture::open(&media.path, MAX_PICTURE, scale));
            let picture = match picture {
                Ok(Ok(picture)) => Ok(picture),
                Ok(Err(error)) => Err(Failure::new(Code::InvalidParams, error.to_string())),
                Err(_) => Err(Failure::new(Code::InternalError, "the picture made its decoder fail")),
            };
            // The channel holds as many as may run, so this never waits; without the app nobody listens.
            let _ = finished.send(Decoded { request, media, picture });
            wake();
        });
        match spawned {
            Ok(_) => {
                decoding.running += 1;
                pending.defer(message.request);
            }
            Err(error) => {
                tracing::error!(%error, "no thread for a picture");
                let failure = Failure::new(Code::InternalError, "the system gave no thread for the picture");
                completed.write(CommandCompleted { request: message.request, outcome: Err(failure) });
            }
        }
    }
}

fn show_decoded(
    mut decoding: ResMut<Decoding>,
    mut completed: MessageWriter<CommandCompleted>,
    mut presenter: Presenter,
) {
    if decoding.running == 0 {
        return;
    }
    while let Ok(Decoded { request, media, picture }) = decoding.finished.1.try_recv() {
        decoding.running -= 1;
        let outcome = match picture {
            Ok(picture) => presenter.state(Statement {
                content: Content {
                    text: media.message.as_ref().map(|message| message.as_str().into()),
                    picture: Some(Arc::new(picture)),
                    click_url: media.click_url,
                },
                reaction: media.reaction,
                lasting: media.duration,
                by: By { lease: media.lease.as_ref(), session: None },
            }),
            Err(failure) => Err(failure),
        };
        completed.write(CommandCompleted { request, outcome: outcome.map(Reply::Shown) });
    }
}
