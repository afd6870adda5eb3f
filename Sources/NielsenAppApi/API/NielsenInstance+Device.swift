// SPDX-License-Identifier: Apache-2.0

import HubServices

/// The device, its identifiers, and the user's choice at the time of a ping.
extension NielsenInstance {
    /// The current privacy state, from the flavor, the settings and the choice.
    var privacy: NielsenPrivacy { guarded.withLock { $0.core.privacy } }

    var vendorId: String {
        let (identity, privacy, device) = guarded.withLock { ($0.identity, $0.core.privacy, $0.device) }
        return identity.vendorId(device, privacy)
    }

    var deviceId: String {
        let (identity, privacy, device) = guarded.withLock { ($0.identity, $0.core.privacy, $0.device) }
        return identity.deviceId(device, privacy)
    }

    /// Applies the current device permanently: it is not a call that could wait for the configuration.
    func deviceChanged(_ device: NielsenDevice) {
        trace("deviceChanged")
        let time = NielsenTime(environment.clock)
        submit { $0.note(device, at: time) }
    }

    /// Registers with the feed of the environment.
    func followDevice() {
        environment.deviceFeed.subscribe { [weak self] device, version in
            guard let self, !isClosed else { return false }
            let time = NielsenTime(environment.clock)
            submit { guarded in
                // Two threads may send at the same time, and the later device need not arrive last.
                guard version > guarded.deviceVersion else { return }
                guarded.deviceVersion = version
                guarded.note(device, at: time)
            }
            return true
        }
    }
}

extension NielsenInstance.Guarded {
    /// Applies the current device; an equal one changes nothing.
    mutating func note(_ device: NielsenDevice, at time: NielsenTime) {
        guard device != self.device else { return }
        // Another identifier of the system means another device to readers of pings.
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
