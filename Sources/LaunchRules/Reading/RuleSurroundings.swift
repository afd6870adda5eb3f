// SPDX-License-Identifier: Apache-2.0

package import struct Foundation.TimeZone
package import HubServices

/// The values that rules can read besides the event.
package struct RuleSurroundings {
    /// The states of extensions, as of the event.
    package let states: any RuleStates
    /// The event history.
    package let history: any RuleHistory
    /// The time of the evaluation, in milliseconds since 1970.
    package let now: Int64
    /// The time zone of `~timestampz`; nil for the device's, which is looked up when a rule asks for it.
    package let timeZone: TimeZone?
    /// The version of the core.
    package let version: String
    /// Returns a random number below a bound.
    package let random: (Int64) -> Int64

    /// Makes surroundings.
    ///
    /// - Parameters:
    ///   - states: The states of extensions, as of the event.
    ///   - history: The event history.
    ///   - now: The time of the evaluation, in milliseconds since 1970.
    ///   - timeZone: The time zone of `~timestampz`; nil for the device's.
    ///   - version: The version of the core.
    ///   - random: Returns a random number from zero up to, and without, a bound.
    package init(
        states: any RuleStates,
        history: any RuleHistory,
        now: Int64,
        timeZone: TimeZone? = nil,
        version: String = HubPackage.version,
        random: @escaping (Int64) -> Int64 = { .random(in: 0..<$0) }
    ) {
        self.states = states
        self.history = history
        self.now = now
        self.timeZone = timeZone
        self.version = version
        self.random = random
    }
}

/// The states that extensions share, as of the event that is evaluated.
package protocol RuleStates {
    /// Returns the state of an extension.
    ///
    /// - Parameter owner: The extension's name.
    /// - Returns: Nil where it has published none, or one that is pending.
    func state(of owner: FoldedName) -> JSONObject?
}
