// SPDX-License-Identifier: Apache-2.0

import HubServices

/// A time in which the process did not run: the system suspended it, or a debugger held it.
///
/// No code of the process is to blame for what did not happen meanwhile.
enum Outage {
    /// The lateness of a look or a deadline that shows an outage, rather than a busy machine.
    static let shortest = Duration.seconds(1)

    /// Returns whether an outage has delayed something.
    ///
    /// - Parameters:
    ///   - due: When it should have come; nil if no time was set for it.
    ///   - now: The time at which it has come.
    /// - Returns: True if it is late by ``shortest`` or more.
    static func hasDelayed(_ due: Instant?, until now: Instant) -> Bool {
        due.map { now - $0 >= shortest } ?? false
    }
}
