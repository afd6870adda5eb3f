// SPDX-License-Identifier: Apache-2.0

/// An effect of an instance that is not one of its core.
enum InstanceEffect: NielsenShellEffect {
    /// Passes the response to a ping to the ping builder.
    case answer(NielsenPingAnswer, at: Int64)
    /// Makes pings with a configuration from now on.
    case configure(NielsenConfiguration)
    /// Requests a newer configuration.
    case refresh
    /// Rehearses a call that waits for the configuration, so that its pings survive the process.
    case rehearse(InstanceCall, NielsenTime)
    /// Discards what was rehearsed, because no configuration will be received.
    case stopRehearsal
}

extension NielsenInstance.Guarded {
    /// Adds an effect behind those that the core has so far.
    mutating func perform(_ effect: InstanceEffect) {
        core.effects.append(.shell(effect))
    }
}
