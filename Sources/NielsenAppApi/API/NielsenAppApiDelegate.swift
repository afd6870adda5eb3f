// SPDX-License-Identifier: Apache-2.0

/// Hears of an instance's events and errors. Every method may be left out.
///
/// Methods are called on the thread of the call that caused them, and for what happens later (the configuration, the
/// delivery of pings) on a thread of the SDK; never under a lock: any API may be called from inside. Events and errors
/// of one instance come one at a time and in order; where two threads use one instance at once, one of them may deliver
/// for both.
///
/// Source: "iOS SDK API Reference", "NielsenAppApi Class Description".
public protocol NielsenAppApiDelegate: AnyObject {
    /// An event occurred.
    ///
    /// - Parameters:
    ///   - appApi: The instance.
    ///   - event: `eventCode` (Int, ``AppApiEventCode``), `eventDescription` (String), `timestamp` (Date).
    func nielsenAppApi(_ appApi: NielsenAppApi, eventOccurred event: [AnyHashable: Any])

    /// An error occurred.
    ///
    /// - Parameters:
    ///   - appApi: The instance.
    ///   - error: `errorCode` (Int, ``LogCode`` or ``AppApiErrorCode``), `errorDescription` (String), `timestamp` (Date).
    func nielsenAppApi(_ appApi: NielsenAppApi, errorOccurred error: [AnyHashable: Any])

    /// Something was done that an integration should not do.
    ///
    /// - Parameters:
    ///   - appApi: The instance.
    ///   - remark: What was wrong, and what would be right. Each is reported once for an asset.
    func nielsenAppApi(_ appApi: NielsenAppApi, remarked remark: NielsenRemark)
}

extension NielsenAppApiDelegate {
    /// Does nothing.
    public func nielsenAppApi(_ appApi: NielsenAppApi, eventOccurred event: [AnyHashable: Any]) {}

    /// Does nothing.
    public func nielsenAppApi(_ appApi: NielsenAppApi, errorOccurred error: [AnyHashable: Any]) {}

    /// Does nothing.
    public func nielsenAppApi(_ appApi: NielsenAppApi, remarked remark: NielsenRemark) {}
}
