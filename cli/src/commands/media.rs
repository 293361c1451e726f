//! `openpets media`: everything but the pixels is checked here already.

use super::shown;
use crate::args::Media;
use crate::error::CommandError;
use crate::exit::Exit;
use crate::output::Output;
use openpets_ipc::{ClientError, Command, DEFAULT_MEDIA_DURATION, MediaRequest, SpeechText};

pub(super) fn run(args: Media, output: &mut Output) -> Result<Exit, CommandError> {
    let path = std::path::absolute(&args.path).map_err(CommandError::Path)?;
    let path = path.to_str().ok_or(ClientError::PathNotText)?;
    let request = MediaRequest {
        path: MediaRequest::parse_path(path)?,
        message: args.message.as_deref().map(SpeechText::parse).transpose()?,
        reaction: args.reaction,
        duration: args.duration.or(args.duration_ms).unwrap_or(DEFAULT_MEDIA_DURATION),
        click_url: args.click_url,
        lease: args.lease,
    };
    request.check_file()?;
    shown::send(&Command::ShowMedia(request), args.json, output)
}
