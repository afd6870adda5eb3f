// SPDX-License-Identifier: Apache-2.0

public import Foundation

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

/// What a delegate of an instance conforms to as well, in order to receive remarks, which Objective-C does not see.
///
/// Every method is optional. They are called as those of ``NielsenAppApiDelegate`` and ``NielsenEventTrackerDelegate``.
public protocol NielsenRemarkDelegate: NSObjectProtocol {
    /// The integration did something that it should not do.
    ///
    /// - Parameters:
    ///   - appApi: The instance.
    ///   - remark: A description of what was wrong and what would be right, reported once for each asset.
    func nielsenAppApi(_ appApi: NielsenAppApi, remarked remark: NielsenRemark)

    /// The integration did something that it should not do.
    ///
    /// - Parameters:
    ///   - eventTracker: The instance.
    ///   - remark: A description of what was wrong and what would be right, reported once for each asset.
    func nielsenEventTracker(_ eventTracker: NielsenEventTracker, remarked remark: NielsenRemark)
}

extension NielsenRemarkDelegate {
    /// Does nothing.
    public func nielsenAppApi(_ appApi: NielsenAppApi, remarked remark: NielsenRemark) {}

    /// Does nothing.
    public func nielsenEventTracker(_ eventTracker: NielsenEventTracker, remarked remark: NielsenRemark) {}
}
