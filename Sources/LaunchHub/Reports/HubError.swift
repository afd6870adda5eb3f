// SPDX-License-Identifier: Apache-2.0

import HubServices

/// An error that the hub throws or reports to an extension.
public enum HubError: Error, Sendable, CustomStringConvertible {
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

    /// A sentence that says what was wrong and what would be right.
    public var description: String {
        switch self {
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
        }
    }
}
