// SPDX-License-Identifier: Apache-2.0

import Foundation
import HubServices
import LaunchHub

/// The domain of errors about extensions and events.
public let ACPExtensionErrorDomain = "com.adobe.mobile.extension"

// swift-format-ignore: AlwaysUseLowerCamelCase
// The documented names of the cases.

/// What can be wrong with an extension or an event.
///
/// It is thrown as an `NSError` of ``ACPExtensionErrorDomain`` whose code is the raw value and whose description says
/// what would be right, so that `catch let error as NSError` works on every platform.
public enum ACPExtensionError: UInt, Sendable {
    /// Anything else.
    case ADBUnexpectedExtensionError = 0
    /// An extension without a name, or an event without one.
    case ADBBadExtensionNameExtensionError = 1
    /// An extension of that name is registered already.
    case ADBDuplicateExtensionNameExtensionError = 2
    /// An event type that is empty or the wildcard.
    case ADBEventTypeNotSupportedExtensionError = 3
    /// An event source that is empty or the wildcard.
    case ADBEventSourceNotSupportedExtensionError = 4
    /// Event data that JSON cannot hold.
    case ADBEventDataNotSupportedExtensionError = 5
    /// A class that does not inherit from what it should.
    case ADBBadExtensionClassExtensionError = 6
    /// No event where one is needed.
    case ADBEventNullError = 7

    /// Reads the code of an error, or is nil if the error is not of ``ACPExtensionErrorDomain``.
    ///
    /// - Parameter error: Any error that was caught.
    public init?(_ error: any Error) {
        let error = error as NSError
        guard error.domain == ACPExtensionErrorDomain else { return nil }
        self.init(rawValue: UInt(bitPattern: error.code))
    }

    /// Makes the error that is thrown.
    func error(_ description: String) -> NSError {
        NSError(
            domain: ACPExtensionErrorDomain,
            code: Int(rawValue),
            userInfo: [NSLocalizedDescriptionKey: description]
        )
    }

    /// Translates an error of the hub into the documented domain.
    ///
    /// - Parameter error: An error that the hub threw.
    /// - Returns: An error of ``ACPExtensionErrorDomain``; one that already is of this domain is returned unchanged.
    static func error(for error: any Error) -> NSError {
        let code: ACPExtensionError
        switch error {
        case EventError.emptyName, HubError.badName:
            code = .ADBBadExtensionNameExtensionError
        case EventError.typeNotSupported, HubError.typeNotSupported:
            code = .ADBEventTypeNotSupportedExtensionError
        case EventError.sourceNotSupported, HubError.sourceNotSupported:
            code = .ADBEventSourceNotSupportedExtensionError
        case EventError.dataNotSupported, SharedStateError.dataNotSupported, is JSONConversionError:
            code = .ADBEventDataNotSupportedExtensionError
        case HubError.duplicateName:
            code = .ADBDuplicateExtensionNameExtensionError
        case HubError.badClass:
            code = .ADBBadExtensionClassExtensionError
        default:
            let known = error as NSError
            guard known.domain != ACPExtensionErrorDomain else { return known }
            code = .ADBUnexpectedExtensionError
        }
        return code.error(String(describing: error))
    }
}

extension ACPExtensionError {
    /// Anything else.
    public static let unexpected = ADBUnexpectedExtensionError
    /// An extension without a name, or an event without one.
    public static let badName = ADBBadExtensionNameExtensionError
    /// An extension of that name is registered already.
    public static let dupName = ADBDuplicateExtensionNameExtensionError
    /// An event type that is empty or the wildcard.
    public static let eventTypeNotSupported = ADBEventTypeNotSupportedExtensionError
    /// An event source that is empty or the wildcard.
    public static let eventSourceNotSupported = ADBEventSourceNotSupportedExtensionError
    /// Event data that JSON cannot hold.
    public static let eventDataNotSupported = ADBEventDataNotSupportedExtensionError
    /// A class that does not inherit from what it should.
    public static let badExtensionClass = ADBBadExtensionClassExtensionError
    /// No event where one is needed.
    public static let eventNull = ADBEventNullError
}
