// SPDX-License-Identifier: Apache-2.0

import Foundation
import HubServices
import LaunchHub

/// The domain of errors about extensions and events.
public let ACPExtensionErrorDomain = "com.adobe.mobile.extension"

/// What can be wrong with an extension or an event.
///
/// It is thrown as an `NSError` of ``ACPExtensionErrorDomain`` whose code is the raw value and whose description says
/// what would be right, so that `catch let error as NSError` works on every platform.
public enum ACPExtensionError: UInt, Sendable {
    /// Anything else.
    case unexpected = 0
    /// An extension without a name, or an event without one.
    case badName = 1
    /// An extension of that name is registered already.
    case dupName = 2
    /// An event type that is empty or the wildcard.
    case eventTypeNotSupported = 3
    /// An event source that is empty or the wildcard.
    case eventSourceNotSupported = 4
    /// Event data that JSON cannot hold.
    case eventDataNotSupported = 5
    /// A class that does not inherit from what it should.
    case badExtensionClass = 6
    /// No event where one is needed.
    case eventNull = 7

    /// Reads the code out of an error.
    ///
    /// - Parameter error: What was caught.
    /// - Returns: Nil where the error is not of ``ACPExtensionErrorDomain``.
    public init?(_ error: any Error) {
        let error = error as NSError
        guard error.domain == ACPExtensionErrorDomain else { return nil }
        self.init(rawValue: UInt(bitPattern: error.code))
    }

    /// The error that is thrown.
    func error(_ description: String) -> NSError {
        NSError(
            domain: ACPExtensionErrorDomain,
            code: Int(rawValue),
            userInfo: [NSLocalizedDescriptionKey: description]
        )
    }

    /// Translates what the hub throws.
    static func error(for error: any Error) -> NSError {
        let code: ACPExtensionError =
            switch error {
            case EventError.emptyName: .badName
            case EventError.typeNotSupported: .eventTypeNotSupported
            case EventError.sourceNotSupported: .eventSourceNotSupported
            case EventError.dataNotSupported, SharedStateError.dataNotSupported, is JSONConversionError:
                .eventDataNotSupported
            case HubError.badName: .badName
            case HubError.duplicateName: .dupName
            case HubError.badClass: .badExtensionClass
            case HubError.typeNotSupported: .eventTypeNotSupported
            case HubError.sourceNotSupported: .eventSourceNotSupported
            default: .unexpected
            }
        return code.error(String(describing: error))
    }
}
