// SPDX-License-Identifier: Apache-2.0

import Foundation

/// An event, an error or a remark on its way to the delegate.
enum NielsenNotice: Sendable {
    case event(CodedNotice)
    case error(CodedNotice)
    case remark(NielsenRemark)
}

/// What an event or an error says, with its time.
struct CodedNotice: Sendable {
    /// What the documented keys begin with: `event` or `error`.
    let kind: String
    let code: Int
    let text: String
    /// Milliseconds since 1970.
    let time: Int64

    init(_ code: AppApiEventCode, at time: Int64) {
        (kind, self.code, text) = ("event", Int(code.rawValue), code.text)
        self.time = time
    }

    init(_ error: NielsenError, at time: Int64) {
        (kind, code, text) = ("error", error.code, error.message)
        self.time = time
    }

    var dictionary: [AnyHashable: Any] {
        [
            "\(kind)Code": code,
            "\(kind)Description": text,
            "timestamp": Date(timeIntervalSince1970: Double(time) / 1000),
        ]
    }
}
