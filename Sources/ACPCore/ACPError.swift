// SPDX-License-Identifier: Apache-2.0

import Foundation

/// The domain of errors that completion handlers are given.
public let ACPErrorDomain = "com.adobe.mobile.core"

/// Why a completion handler has no value.
///
/// It is handed over as an `NSError` of ``ACPErrorDomain`` whose code is the raw value.
public enum ACPError: UInt, Sendable {
    /// Anything else.
    case unexpected = 0
    /// No answer came in time.
    case callbackTimeout = 1
    /// No callback was given.
    case callbackNil = 2
    /// The extension that would know is not registered.
    case extensionNotInitialized = 11

    /// Reads the code of an error, or is nil if the error is not of ``ACPErrorDomain``.
    ///
    /// - Parameter error: Any error that was passed to a callback.
    public init?(_ error: any Error) {
        let error = error as NSError
        guard error.domain == ACPErrorDomain else { return nil }
        self.init(rawValue: UInt(bitPattern: error.code))
    }

    /// The error that is handed over.
    func error(_ description: String) -> NSError {
        NSError(domain: ACPErrorDomain, code: Int(rawValue), userInfo: [NSLocalizedDescriptionKey: description])
    }
}
