// SPDX-License-Identifier: Apache-2.0

import Foundation

/// An event, an error or a remark on its way to the delegate.
enum NielsenNotice: Sendable {
    case event(NielsenEventNotice)
    case error(NielsenErrorNotice)
    case remark(NielsenRemark)
}

/// An event, with its time.
struct NielsenEventNotice: Sendable {
    let code: AppApiEventCode
    /// Milliseconds since 1970.
    let time: Int64

    var dictionary: [AnyHashable: Any] {
        [
            "eventCode": Int(code.rawValue),
            "eventDescription": code.text,
            "timestamp": Date(timeIntervalSince1970: Double(time) / 1000),
        ]
    }
}

/// An error, with its time.
struct NielsenErrorNotice: Sendable {
    let error: NielsenError
    /// Milliseconds since 1970.
    let time: Int64

    var dictionary: [AnyHashable: Any] {
        [
            "errorCode": error.code,
            "errorDescription": error.message,
            "timestamp": Date(timeIntervalSince1970: Double(time) / 1000),
        ]
    }
}
