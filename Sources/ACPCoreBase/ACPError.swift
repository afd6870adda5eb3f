// SPDX-License-Identifier: Apache-2.0

package import Foundation

// swift-format-ignore: AlwaysUseLowerCamelCase
/// The domain of the errors that completion handlers receive.
public let ACPErrorDomain = "com.adobe.mobile.core"

/// The reason why a completion handler receives no value.
///
/// Handlers receive it as an `NSError` of ``ACPErrorDomain`` whose code is the raw value.
public enum ACPError: UInt, Sendable {
    /// Any other error.
    case unexpected = 0
    /// No response came in time.
    case callbackTimeout = 1
    /// There was no callback.
    case callbackNil = 2
    /// The extension that could respond is not registered.
    case extensionNotInitialized = 11

    /// Reads the code of an error, or is nil if the error is not of ``ACPErrorDomain``.
    ///
    /// - Parameter error: Any error that was passed to a callback.
    public init?(_ error: any Error) {
        let error = error as NSError
        guard error.domain == ACPErrorDomain else { return nil }
        self.init(rawValue: UInt(bitPattern: error.code))
    }

    /// The error that handlers receive.
    package func error(_ description: String) -> NSError {
        NSError(domain: ACPErrorDomain, code: Int(rawValue), userInfo: [NSLocalizedDescriptionKey: description])
    }
}
