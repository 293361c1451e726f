//! Lines of text become pixels on a thread of their own: finding and reading the system's fonts takes longer
//! than a frame may.

use bevy_ecs::prelude::*;
use crossbeam_channel::{Receiver, RecvTimeoutError, Sender};
use openpets_assets::compose::{BubbleStyle, TextBlock, TextRenderer};
use openpets_ipc::Wake;
use std::sync::Arc;
use std::time::Duration;

/// Fonts that nobody needed for this long are given back.
const FONTS_IDLE: Duration = Duration::from_secs(60);

/// A line to be drawn.
pub(super) struct TextJob {
    pub(super) pet: Entity,
    pub(super) text: Arc<str>,
    pub(super) style: BubbleStyle,
    pub(super) scale: f32,
    /// The widest line, in logical pixels.
    pub(super) max_line: f32,
}

/// A line that was drawn; nothing where the system has no font at all.
pub(super) struct DrawnText {
    pub(super) pet: Entity,
    pub(super) text: Arc<str>,
    pub(super) block: Option<TextBlock>,
}

/// The way to the thread and back.
#[derive(Resource)]
pub(super) struct TextWorker {
    pub(super) jobs: Sender<TextJob>,
    pub(super) drawn: Receiver<DrawnText>,
}

impl TextWorker {
    pub(super) fn new(wake: Wake) -> Self {
        let (jobs, queue) = crossbeam_channel::unbounded();
        let (finished, drawn) = crossbeam_channel::unbounded();
        let spawned = std::thread::Builder::new()
            .name("text".to_owned())
            .spawn(move || draw_until_closed(&queue, &finished, &wake));
        if let Err(error) = spawned {
            tracing::error!(%error, "bubbles cannot be shown: no thread to draw text");
        }
        Self { jobs, drawn }
    }
}

fn draw_until_closed(queue: &Receiver<TextJob>, finished: &Sender<DrawnText>, wake: &Wake) {
    let mut renderer: Option<TextRenderer> = None;
    loop {
        let job = match &renderer {
            Some(_) => queue.recv_timeout(FONTS_IDLE),
            None => queue.recv().map_err(|_| RecvTimeoutError::Disconnected),
        };
        let job = match job {
            Ok(job) => job,
            Err(RecvTimeoutError::Timeout) => {
                renderer = None;
                continue;
            }
            Err(RecvTimeoutError::Disconnected) => return,
        };
        let renderer = renderer.get_or_insert_with(TextRenderer::new);
        for job in newest_of_each_pet(job, queue.try_iter()) {
            let block = renderer
                .render(&job.text, job.style, job.scale, job.max_line)
                .inspect_err(|error| tracing::warn!(%error, "a bubble stays without text"))
                .ok();
            if finished.send(DrawnText { pet: job.pet, text: job.text, block }).is_err() {
                return;
            }
        }
        wake();
    }
}

/// Of the lines that wait, only the newest of each pet will be seen. So an agent that talks faster than text is drawn
/// makes no queue.
fn newest_of_each_pet(first: TextJob, waiting: impl Iterator<Item = TextJob>) -> Vec<TextJob> {
    let mut jobs = vec![first];
    for job in waiting {
        match jobs.iter_mut().find(|other| other.pet == job.pet) {
            Some(older) => *older = job,
            None => jobs.push(job),
        }
    }
    jobs
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_newest_line_of_a_pet_is_drawn() {
        let mut world = World::new();
        let (cat, dog) = (world.spawn_empty().id(), world.spawn_empty().id());
        let job = |pet, text: &str| TextJob {
            pet,
            text: text.into(),
            style: BubbleStyle::Light,
            scale: 1.0,
            max_line: 240.0,
        };
        let waiting = vec![job(dog, "one"), job(cat, "two"), job(cat, "three")];
        let drawn = newest_of_each_pet(job(cat, "zero"), waiting.into_iter());
        let texts: Vec<_> = drawn.iter().map(|job| (job.pet, &*job.text)).collect();
        assert_eq!(texts, [(cat, "three"), (dog, "one")]);
    }
}
