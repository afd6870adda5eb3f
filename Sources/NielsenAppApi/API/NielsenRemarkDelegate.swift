// SPDX-License-Identifier: Apache-2.0

public import Foundation

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
