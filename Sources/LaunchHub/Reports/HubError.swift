// SPDX-License-Identifier: Apache-2.0

public import HubServices

/// An error that the hub throws or reports to an extension.
///
/// It is about an extension that cannot be registered or fails, or a state that cannot be published; what was published before
/// stays.
public struct HubError: Error, Sendable, CustomStringConvertible {
    package enum Reason: Sendable {
        /// An extension's name is empty.
        case badName
        /// An extension of that name, compared without regard to case, is registered already.
        case duplicateName(String)
        /// A class that is not what it should be; its name, and what it should inherit from.
        case badClass(String, needed: String)
        /// A type that cannot be listened to: empty.
        case typeNotSupported
        /// A source that cannot be listened to: empty.
        case sourceNotSupported
        /// An extension's initializer threw; its name and the error's text.
        case initializerFailed(String, String)
        /// An extension's initializer did not return in time; its name and the deadline.
        case bootDeadlineExceeded(String, Duration)
        /// A listener held its mailbox longer than it may.
        case listenerOverran(Overrun)
        /// The extension is not, or no longer, registered.
        case notRegistered(String)
        /// The hub has been shut down.
        case shutDown
        /// A state was published at this event before; the event's number.
        case alreadySet(at: UInt64)
        /// A state was published at a later event before; both numbers.
        case olderThanNewest(UInt64, newest: UInt64)
        /// A state cannot be represented in JSON; the error says where.
        case dataNotSupported(JSONConversionError)
        /// The extension whose state it is is not, or no longer, registered.
        case noOwner(String)
    }

    /// The reason with its values.
    package let reason: Reason

    /// Makes an error.
    package init(_ reason: Reason) {
        self.reason = reason
    }

    /// The code of the error.
    public var code: HubErrorCode<HubError> {
        switch reason {
        case .badName: .badName
        case .duplicateName: .duplicateName
        case .badClass: .badClass
        case .typeNotSupported: .typeNotSupported
        case .sourceNotSupported: .sourceNotSupported
        case .initializerFailed: .initializerFailed
        case .bootDeadlineExceeded: .bootDeadlineExceeded
        case .listenerOverran: .listenerOverran
        case .notRegistered, .noOwner: .notRegistered
        case .shutDown: .shutDown
        case .alreadySet: .alreadySet
        case .olderThanNewest: .olderThanNewest
        case .dataNotSupported: .dataNotSupported
        }
    }

    /// The overrun, if the code is `listenerOverran`.
    public var overrun: Overrun? {
        guard case .listenerOverran(let overrun) = reason else { return nil }
        return overrun
    }

    /// Whether the error is about a state.
    var isAboutState: Bool {
        switch reason {
        case .alreadySet, .olderThanNewest, .dataNotSupported, .noOwner: true
        default: false
        }
    }

    /// A description of what is wrong and what would be right.
    public var description: String {
        switch reason {
        case .badName:
            "the extension has no name; return a name such as \"com.example.extension\""
        case .duplicateName(let name):
            "an extension named \"\(name)\" is registered already; names are compared without regard to case, and each "
                + "extension is registered once"
        case .badClass(let name, let needed):
            "\(name) cannot be registered; it must inherit from \(needed)"
        case .typeNotSupported:
            "an empty event type cannot be listened to; name one, or use the wildcard"
        case .sourceNotSupported:
            "an empty event source cannot be listened to; name one, or use the wildcard"
        case .initializerFailed(let name, let error):
            "the initializer of extension \"\(name)\" failed: \(error)"
        case .bootDeadlineExceeded(let name, let deadline):
            "the initializer of extension \"\(name)\" did not return within \(deadline.wholeMilliseconds) ms; the hub "
                + "continues without it"
        case .listenerOverran(let overrun):
            overrun.description
        case .notRegistered(let name):
            "extension \"\(name)\" is not registered"
        case .shutDown:
            "the hub has been shut down; make a new one"
        case .alreadySet(let number):
            "a state was published at event \(number) already; publish once an event"
        case .olderThanNewest(let number, let newest):
            "event \(number) is older than event \(newest), at which a state was published; publish in the order of events"
        case .dataNotSupported(let error):
            "the state cannot be published: \(error)"
        case .noOwner(let name):
            "extension \"\(name)\" is not registered, so it has no state to publish"
        }
    }
}

extension HubErrorCode where Failure == HubError {
    /// An extension's name is empty.
    public static var badName: Self { Self("badName") }
    /// An extension of that name, compared without regard to case, is registered already.
    public static var duplicateName: Self { Self("duplicateName") }
    /// A class does not inherit from what it should.
    public static var badClass: Self { Self("badClass") }
    /// A type cannot be listened to because it is empty.
    public static var typeNotSupported: Self { Self("typeNotSupported") }
    /// A source cannot be listened to because it is empty.
    public static var sourceNotSupported: Self { Self("sourceNotSupported") }
    /// An extension's initializer threw.
    public static var initializerFailed: Self { Self("initializerFailed") }
    /// An extension's initializer did not return in time.
    public static var bootDeadlineExceeded: Self { Self("bootDeadlineExceeded") }
    /// A listener held its mailbox longer than it may; see ``HubError/overrun``.
    public static var listenerOverran: Self { Self("listenerOverran") }
    /// The extension is not, or no longer, registered.
    public static var notRegistered: Self { Self("notRegistered") }
    /// The hub has been shut down.
    public static var shutDown: Self { Self("shutDown") }
    /// A state was published at this event before.
    public static var alreadySet: Self { Self("alreadySet") }
    /// A state was published at a later event before.
    public static var olderThanNewest: Self { Self("olderThanNewest") }
    /// A state cannot be represented in JSON.
    public static var dataNotSupported: Self { Self("dataNotSupported") }
}
