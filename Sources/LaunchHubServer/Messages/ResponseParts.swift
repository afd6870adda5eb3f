// SPDX-License-Identifier: Apache-2.0

package import Foundation

/// A body that is made part by part while it is sent, so that no more than a part of it is in memory.
package final class ResponseParts: Sendable, Hashable {
    /// Makes the next part; nil ends the body.
    ///
    /// What it throws breaks the connection off, so that nobody takes what came for the whole.
    package typealias Next = @Sendable () throws -> Data?

    private let make: Next

    /// Makes a body.
    ///
    /// - Parameter next: Makes the next part. Called by one thread at a time.
    package init(_ next: @escaping Next) {
        make = next
    }

    package func next() throws -> Data? { try make() }

    package static func == (left: ResponseParts, right: ResponseParts) -> Bool { left === right }
    package func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}
