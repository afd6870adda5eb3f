// SPDX-License-Identifier: Apache-2.0

import HubServices

/// The device, the identifiers that come from it, and the choice as it is when a ping is made.
extension NielsenInstance {
    /// What flavor, settings and choice come to now.
    var privacy: NielsenPrivacy { guarded.withLock { $0.core.privacy } }

    var vendorId: String {
        let (identity, privacy, device) = guarded.withLock { ($0.identity, $0.core.privacy, $0.device) }
        return identity.vendorId(device, privacy)
    }

    var deviceId: String {
        let (identity, privacy, device) = guarded.withLock { ($0.identity, $0.core.privacy, $0.device) }
        return identity.deviceId(device, privacy)
    }

    /// Takes the device as it is now, and for good: it is no call that could wait for the configuration.
    func deviceChanged(_ device: NielsenDevice, _ deliver: Deliver) {
        trace("deviceChanged")
        let time = NielsenTime(environment.clock)
        submit(deliver) { $0.note(device, at: time) }
    }

    /// Hears what the environment's feed tells.
    func followDevice(_ deliver: @escaping @Sendable (NielsenNotice) -> Void) {
        environment.deviceFeed.subscribe { [weak self] device, version in
            guard let self, !isClosed else { return false }
            let time = NielsenTime(environment.clock)
            submit(deliver) { guarded in
                // Two threads may tell at the same time, and the later one need not come last.
                guard version > guarded.deviceVersion else { return }
                guarded.deviceVersion = version
                guarded.note(device, at: time)
            }
            return true
        }
    }
}

extension NielsenInstance.Guarded {
    /// Takes the device as it is now; one that is no other changes nothing.
    mutating func note(_ device: NielsenDevice, at time: NielsenTime) {
        guard device != self.device else { return }
        // Another identifier of the system is another device to those who read pings.
        let isOther = device.advertisingId != self.device.advertisingId || device.vendorId != self.device.vendorId
        self.device = device
        core.day.move(to: LocalTime(device.timeZone))
        let sendsIdentifiers = core.privacy.identifiers.contains(.deviceId)
        core.changePrivacy(
            isOther: isOther && sendsIdentifiers,
            then: [.device(device)],
            at: time
        ) { $0.note(device) }
    }
}
