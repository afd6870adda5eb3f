// SPDX-License-Identifier: Apache-2.0

import Foundation
import NielsenModel

extension NielsenError {
    /// Makes the error that the delegate receives if code of the app throws during measurement.
    ///
    /// Only code that the environment passes can throw. A `NielsenError` is used unchanged. Any other one is 14
    /// (`LogCodeException`) while something is measured. While the instance starts, which its session ping is, it is an
    /// error of the instance as a whole: 1008 (`AppApiAnExceptionOccured`) where it says what it is, and 1009
    /// (`AppApiUnknownExceptionOccured`) where all that is known of it is its type.
    ///
    /// - Parameters:
    ///   - error: What was thrown.
    ///   - source: What threw it.
    ///   - ping: What it was thrown for.
    package init(thrown error: any Error, by source: String, for ping: NielsenPing) {
        if let error = error as? NielsenError {
            self = error
            return
        }
        let said = Self.description(of: error)
        let text = String((said ?? "an error of the type \(type(of: error))").prefix(256))
        let message = "\(source) threw at the \(ping.product.rawValue) ping \(ping.id): \(text)"
        guard ping.product == .session else {
            self.init(.exception, message)
            return
        }
        self.init(said == nil ? AppApiErrorCode.unknownExceptionOccured : .anExceptionOccured, message)
    }

    /// Returns an error's own description, or nil.
    private static func description(of error: any Error) -> String? {
        if let localized = error as? any LocalizedError, let text = localized.errorDescription { return text }
        // The type is asked and not the value: on Apple systems every error can be cast to one that has a description.
        return type(of: error) is any CustomStringConvertible.Type ? String(describing: error) : nil
    }
}
