//! `openpets media`.

use crate::arguments::Media;
use crate::exit::Failed;
use crate::say::tell;
use openpets_ipc::{ClickUrl, Client, Command, MediaRequest, SpeechText};

pub(crate) fn media(media: Media) -> Result<(), Failed> {
    // The app runs in another folder.
    let path = std::path::absolute(&media.path).map_err(Failed::because)?;
    let path = path.to_str().ok_or_else(|| Failed::because("the path is not valid Unicode; rename the file"))?;
    let request = MediaRequest {
        path: MediaRequest::parse_path(path).map_err(Failed::because)?,
        message: media.message.as_deref().map(SpeechText::parse).transpose().map_err(Failed::because)?,
        reaction: media.reaction,
        duration: media.duration,
        click_url: media.click_url.as_deref().map(ClickUrl::parse).transpose().map_err(Failed::because)?,
        lease: media.target.lease,
    };
    request.check_file().map_err(Failed::because)?;
    let answer = Client::discover()?.send(&Command::ShowMedia(request))?;
    tell(&answer, media.target.json)
}
