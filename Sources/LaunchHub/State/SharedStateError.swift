// SPDX-License-Identifier: Apache-2.0

public import HubServices

/// Why a state was not published.
///
/// Nothing is announced then, and what was published before stays.
public struct SharedStateError: Error, Sendable, CustomStringConvertible {
    package enum Reason: Sendable {
        /// A state was published at this event before; the event's number.
        case alreadySet(at: UInt64)
        /// A state was published at a later event before; both numbers.
        case olderThanNewest(UInt64, newest: UInt64)
        /// The state holds what JSON cannot.
        case dataNotSupported(JSONConversionError)
        /// The extension is not, or no longer, registered.
        case notRegistered(String)
    }

    /// The reason with its values.
    package let reason: Reason

    /// Makes an error.
    ///
    /// - Parameter reason: The reason with its values.
    package init(_ reason: Reason) {
        self.reason = reason
    }

    /// The code of the error.
    public var code: HubErrorCode<SharedStateError> {
        switch reason {
        case .alreadySet: .alreadySet
        case .olderThanNewest: .olderThanNewest
        case .dataNotSupported: .dataNotSupported
        case .notRegistered: .notRegistered
        }
    }

    /// A sentence that says what was wrong and what would be right.
    public var description: String {
        switch reason {
        case .alreadySet(let number):
            "a state was published at event \(number) already; publish once an event"
        case .olderThanNewest(let number, let newest):
            "event \(number) is older than event \(newest), at which a state was published; publish in the order of events"
        case .dataNotSupported(let error):
            "the state cannot be published: \(error)"
        case .notRegistered(let name):
            "extension \"\(name)\" is not registered, so it has no state to publish"
        }
    }
}

extension HubErrorCode where Failure == SharedStateError {
    /// A state was published at this event before.
    public static var alreadySet: Self { Self("alreadySet") }
    /// A state was published at a later event before.
    public static var olderThanNewest: Self { Self("olderThanNewest") }
    /// The state holds what JSON cannot.
    public static var dataNotSupported: Self { Self("dataNotSupported") }
    /// The extension is not, or no longer, registered.
    public static var notRegistered: Self { Self("notRegistered") }
}
