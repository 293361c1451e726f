//! The methods of the protocol.

/// A method that this server knows.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Method {
    /// `hello`
    Hello,
    /// `status`
    Status,
    /// `pets.list`
    ListPets,
    /// `lease.acquire`
    AcquireLease,
    /// `lease.heartbeat`
    HeartbeatLease,
    /// `lease.release`
    ReleaseLease,
    /// `pet.react`
    React,
    /// `pet.say`
    Say,
    /// `pet.showMedia`
    ShowMedia,
    /// `pets.install`
    InstallPet,
    /// `pets.install-local`
    InstallLocalPet,
    /// `pets.install-progress`, an addition of ours
    InstallProgress,
    /// `pets.install-cancel`, an addition of ours
    CancelInstall,
    /// `pets.uninstall`, an addition of ours
    UninstallPet,
    /// `pets.set-default`, an addition of ours
    SetDefaultPet,
    /// `session.end`, an addition of ours
    EndSession,
    /// `session.list`, an addition of ours
    ListSessions,
    /// `settings.set`, an addition of ours
    Set,
    /// `control.pause`, an addition of ours
    Pause,
    /// `control.hide`, an addition of ours
    Hide,
    /// `control.reset-places`, an addition of ours
    ResetPlaces,
    /// `lease.list`, an addition of ours
    ListLeases,
    /// `control.quit`, an addition of ours
    Quit,
    /// `control.show`, an addition of ours
    Show,
}

impl Method {
    /// Every method.
    pub const ALL: [Self; 24] = [
        Self::Hello,
        Self::Status,
        Self::ListPets,
        Self::AcquireLease,
        Self::HeartbeatLease,
        Self::ReleaseLease,
        Self::React,
        Self::Say,
        Self::ShowMedia,
        Self::InstallPet,
        Self::InstallLocalPet,
        Self::InstallProgress,
        Self::CancelInstall,
        Self::UninstallPet,
        Self::SetDefaultPet,
        Self::EndSession,
        Self::ListSessions,
        Self::Set,
        Self::Pause,
        Self::Hide,
        Self::ResetPlaces,
        Self::ListLeases,
        Self::Quit,
        Self::Show,
    ];

    /// The name on the wire.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Hello => "hello",
            Self::Status => "status",
            Self::ListPets => "pets.list",
            Self::AcquireLease => "lease.acquire",
            Self::HeartbeatLease => "lease.heartbeat",
            Self::ReleaseLease => "lease.release",
            Self::React => "pet.react",
            Self::Say => "pet.say",
            Self::ShowMedia => "pet.showMedia",
            Self::InstallPet => "pets.install",
            Self::InstallLocalPet => "pets.install-local",
            Self::InstallProgress => "pets.install-progress",
            Self::CancelInstall => "pets.install-cancel",
            Self::UninstallPet => "pets.uninstall",
            Self::SetDefaultPet => "pets.set-default",
            Self::EndSession => "session.end",
            Self::ListSessions => "session.list",
            Self::Set => "settings.set",
            Self::Pause => "control.pause",
            Self::Hide => "control.hide",
            Self::ResetPlaces => "control.reset-places",
            Self::ListLeases => "lease.list",
            Self::Quit => "control.quit",
            Self::Show => "control.show",
        }
    }

    /// The method of that name.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|method| method.name() == name)
    }

    /// Only for the person's own programs: refuses the agents' token.
    #[must_use]
    pub const fn needs_control(self) -> bool {
        matches!(
            self,
            Self::InstallProgress
                | Self::CancelInstall
                | Self::UninstallPet
                | Self::SetDefaultPet
                | Self::ListSessions
                | Self::Set
                | Self::Pause
                | Self::Hide
                | Self::ResetPlaces
                | Self::ListLeases
                | Self::Quit
                | Self::Show
        )
    }
}
