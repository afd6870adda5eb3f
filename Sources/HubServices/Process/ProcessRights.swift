// SPDX-License-Identifier: Apache-2.0

import Foundation

/// The rights that this process runs with.
package enum ProcessRights {
    /// Whether the program runs with the rights of another user or group than that which started it.
    ///
    /// Such a program takes no orders from its environment variables.
    package static var areBorrowed: Bool { getuid() != geteuid() || getgid() != getegid() }

    /// The environment variables that the program may follow: none where its rights are borrowed.
    package static var variables: [String: String] {
        areBorrowed ? [:] : ProcessInfo.processInfo.environment
    }
}
