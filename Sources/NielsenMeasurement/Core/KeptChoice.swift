// SPDX-License-Identifier: Apache-2.0

/// Tells whether a choice that was read from the store is still the last one: another instance of the device may have
/// made one since, or this one.
package struct KeptChoice: Sendable {
    /// A number that increases with each choice that is made here or stored.
    package private(set) var version = 0
    /// Choices that are not kept yet, or could not be.
    private var unsaved = 0

    /// Returns whether a choice that was read is still the last one.
    ///
    /// - Parameter version: The ``version`` from before the choice was read.
    /// - Returns: False if a choice was made or kept since, or one is not saved yet.
    func isLast(readAt version: Int) -> Bool { version == self.version && unsaved == 0 }

    /// Notes a choice that is to be kept.
    mutating func noteMade() {
        version += 1
        unsaved += 1
    }

    /// Notes that a choice was kept.
    package mutating func noteKept() {
        version += 1
        unsaved -= 1
    }
}
