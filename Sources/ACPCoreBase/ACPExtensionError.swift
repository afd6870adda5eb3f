// SPDX-License-Identifier: Apache-2.0

import Foundation
import HubServices
import LaunchHub

// swift-format-ignore: AlwaysUseLowerCamelCase
/// The domain of errors about extensions and events.
public let ACPExtensionErrorDomain = "com.adobe.mobile.extension"

// swift-format-ignore: AlwaysUseLowerCamelCase
// The documented names of the cases.

/// An error of an extension or an event.
///
/// It is thrown as an `NSError` of ``ACPExtensionErrorDomain`` whose code is the raw value and whose description says
/// what would be right, so that `catch let error as NSError` works on every platform.
public enum ACPExtensionError: UInt, Sendable {
    /// Any other error.
    case ADBUnexpectedExtensionError = 0
    /// The extension or the event has no name.
    case ADBBadExtensionNameExtensionError = 1
    /// The name is already that of another extension.
    case ADBDuplicateExtensionNameExtensionError = 2
    /// The event type is empty or the wildcard.
    case ADBEventTypeNotSupportedExtensionError = 3
    /// The event source is empty or the wildcard.
    case ADBEventSourceNotSupportedExtensionError = 4
    /// The event data cannot be represented in JSON.
    case ADBEventDataNotSupportedExtensionError = 5
    /// The class does not inherit from the required base class.
    case ADBBadExtensionClassExtensionError = 6
    /// An event is required.
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
        case let error as EventError: code = ACPExtensionError(error.code)
        case let error as HubError: code = ACPExtensionError(error.code)
        case is JSONConversionError: code = .ADBEventDataNotSupportedExtensionError
        default:
            let known = error as NSError
            guard known.domain != ACPExtensionErrorDomain else { return known }
            code = .ADBUnexpectedExtensionError
        }
        return code.error(String(describing: error))
    }

    private init(_ code: HubErrorCode<EventError>) {
        switch code {
        case .emptyName: self = .ADBBadExtensionNameExtensionError
        case .typeNotSupported: self = .ADBEventTypeNotSupportedExtensionError
        case .sourceNotSupported: self = .ADBEventSourceNotSupportedExtensionError
        case .dataNotSupported: self = .ADBEventDataNotSupportedExtensionError
        default: self = .ADBUnexpectedExtensionError
        }
    }

    private init(_ code: HubErrorCode<HubError>) {
        switch code {
        case .badName: self = .ADBBadExtensionNameExtensionError
        case .typeNotSupported: self = .ADBEventTypeNotSupportedExtensionError
        case .sourceNotSupported: self = .ADBEventSourceNotSupportedExtensionError
        case .duplicateName: self = .ADBDuplicateExtensionNameExtensionError
        case .badClass: self = .ADBBadExtensionClassExtensionError
        case .dataNotSupported: self = .ADBEventDataNotSupportedExtensionError
        default: self = .ADBUnexpectedExtensionError
        }
    }
}

extension ACPExtensionError {
    /// Any other error.
    public static let unexpected = ADBUnexpectedExtensionError
    /// The extension or the event has no name.
    public static let badName = ADBBadExtensionNameExtensionError
    /// The name is already that of another extension.
    public static let dupName = ADBDuplicateExtensionNameExtensionError
    /// The event type is empty or the wildcard.
    public static let eventTypeNotSupported = ADBEventTypeNotSupportedExtensionError
    /// The event source is empty or the wildcard.
    public static let eventSourceNotSupported = ADBEventSourceNotSupportedExtensionError
    /// The event data cannot be represented in JSON.
    public static let eventDataNotSupported = ADBEventDataNotSupportedExtensionError
    /// The class does not inherit from the required base class.
    public static let badExtensionClass = ADBBadExtensionClassExtensionError
    /// An event is required.
    public static let eventNull = ADBEventNullError
}
