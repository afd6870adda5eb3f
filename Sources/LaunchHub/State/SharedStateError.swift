// SPDX-License-Identifier: Apache-2.0

public import HubServices

/// Why a state was not published.
///
/// Nothing is announced then, and what was published before stays.
public enum SharedStateError: Error, Sendable, CustomStringConvertible {
    /// A state was published at this event before; the event's number.
    case alreadySet(at: UInt64)
    /// A state was published at a later event before; both numbers.
    case olderThanNewest(UInt64, newest: UInt64)
    /// The state holds what JSON cannot.
    case dataNotSupported(JSONConversionError)
    /// The extension is not, or no longer, registered.
    case notRegistered(String)

    /// A sentence that says what was wrong and what would be right.
    public var description: String {
        switch self {
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
