// SPDX-License-Identifier: Apache-2.0

extension NielsenEnvironment {
    /// The identifiers of the device.
    var identities: NielsenIdentityStore {
        NielsenIdentityStore(
            store,
            firstPartyIdDays: configuration.thresholds.firstPartyIdDays,
            launch: launch,
            random: random
        )
    }
}
