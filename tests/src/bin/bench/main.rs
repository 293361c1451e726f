//! What the app costs. Where there is something to compare with, it is measured in the same run: machines differ and
//! are noisy, ratios less so. Nothing here passes or fails.

mod agents;
mod command;
mod cost;
mod figures;
mod install;
mod leases;
mod requests;
mod sheets;
mod start;
mod window;

use anyhow::Result;
use figures::Report;
use openpets_tests::{Rgb, XServer};

fn main() -> Result<()> {
    let only: Vec<String> = std::env::args().skip(1).collect();
    let wanted = |name: &str| only.is_empty() || only.iter().any(|wanted| wanted == name);
    let server = XServer::start(Rgb(40, 90, 160))?;
    let mut report = Report::default();
    if wanted("start") {
        start::measure(&server, &mut report)?;
    }
    if wanted("command") {
        command::measure(&server, &mut report)?;
    }
    if wanted("agents") {
        agents::measure(&server, &mut report)?;
    }
    if wanted("requests") {
        requests::measure(&server, &mut report)?;
    }
    if wanted("cost") {
        cost::measure(&server, &mut report)?;
    }
    if wanted("sheets") {
        sheets::measure(&mut report)?;
    }
    if wanted("install") {
        install::measure(&mut report)?;
    }
    if wanted("leases") {
        leases::measure(&mut report)?;
    }
    report.print()
}
