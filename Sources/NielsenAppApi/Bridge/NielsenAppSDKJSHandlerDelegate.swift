// SPDX-License-Identifier: Apache-2.0

/// A delegate that receives the outcome of a page's messages.
///
/// Every method is optional.
///
/// Methods are called on the thread of the message that caused them, or of one that is being applied at the same time.
/// No lock is held, so any API may be called from them.
public protocol NielsenAppSDKJSHandlerDelegate: AnyObject {
    /// A message of the page was refused and had no effect.
    ///
    /// - Parameters:
    ///   - handler: The handler that received the message.
    ///   - error: A description of what was wrong and what would be right.
    func nielsenAppSDKJSHandler(_ handler: NielsenAppSDKJSHandler, didRefuse error: NielsenBridgeError)

    /// An event of the SDK occurred.
    ///
    /// - Parameters:
    ///   - handler: The handler that owns the instance.
    ///   - event: `eventCode` (Int, ``AppApiEventCode``), `eventDescription` (String), `timestamp` (Date).
    func nielsenAppSDKJSHandler(_ handler: NielsenAppSDKJSHandler, eventOccurred event: [AnyHashable: Any])

    /// An error of the SDK occurred, as for the calls of an app.
    ///
    /// - Parameters:
    ///   - handler: The handler that owns the instance.
    ///   - error: `errorCode` (Int, ``LogCode`` or ``AppApiErrorCode``), `errorDescription` (String), `timestamp` (Date).
    func nielsenAppSDKJSHandler(_ handler: NielsenAppSDKJSHandler, errorOccurred error: [AnyHashable: Any])
}

extension NielsenAppSDKJSHandlerDelegate {
    /// Does nothing.
    public func nielsenAppSDKJSHandler(_ handler: NielsenAppSDKJSHandler, didRefuse error: NielsenBridgeError) {}

    /// Does nothing.
    public func nielsenAppSDKJSHandler(_ handler: NielsenAppSDKJSHandler, eventOccurred event: [AnyHashable: Any]) {}

    /// Does nothing.
    public func nielsenAppSDKJSHandler(_ handler: NielsenAppSDKJSHandler, errorOccurred error: [AnyHashable: Any]) {}
}
