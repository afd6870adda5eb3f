// SPDX-License-Identifier: Apache-2.0

import HubServices

/// The device, the identifiers that come from it, and the choice as it is when a ping is made.
extension NielsenInstance {
    /// What flavor, settings and choice come to now.
    var privacy: NielsenPrivacy { guarded.withLock { $0.core.privacy } }

    var vendorId: String {
        let (privacy, device) = guarded.withLock { ($0.core.privacy, $0.device) }
        return identity.vendorId(device, privacy)
    }

    var deviceId: String {
        let (privacy, device) = guarded.withLock { ($0.core.privacy, $0.device) }
        return identity.deviceId(device, privacy)
    }

    /// Takes the device as it is now, and for good: it is no call that could wait for the configuration.
    func deviceChanged(_ device: NielsenDevice, _ deliver: Deliver) {
        trace("deviceChanged")
        submit(deliver) { $0.note(device) }
    }

    /// Hears what the environment's feed tells.
    func followDevice(_ deliver: @escaping @Sendable (NielsenNotice) -> Void) {
        environment.deviceFeed.subscribe { [weak self] device, version in
            guard let self, !isClosed else { return false }
            submit(deliver) { guarded in
                // Two threads may tell at the same time, and the later one need not come last.
                guard version > guarded.deviceVersion else { return }
                guarded.deviceVersion = version
                guarded.note(device)
            }
            return true
        }
    }

    /// Whether what is about to leave is marked as opted out.
    ///
    /// Another instance may have kept a choice since this one last looked. Where the two disagree, the mark is set.
    func isOptedOut(orWas wasOptedOut: Bool) -> Bool {
        let choice = currentChoice()
        return guarded.withLock { guarded in
            guarded.core.noteChoice(choice.kept, readAt: choice.version)
            return guarded.core.optedOut || wasOptedOut
        }
    }
}

extension NielsenInstance.Guarded {
    /// Takes the device as it is now; one that is no other changes nothing.
    mutating func note(_ device: NielsenDevice) {
        guard device != self.device else { return }
        self.device = device
        core.privacy.note(device)
        outbox.append(.device(device))
    }
}
