// SPDX-License-Identifier: Apache-2.0

/// Hears what becomes of a page's messages. Every method may be left out.
///
/// Methods are called on the thread of the message that caused them, or on that of one that is being applied at the same
/// time, never under a lock: any API may be called from inside.
public protocol NielsenAppSDKJSHandlerDelegate: AnyObject {
    /// Something that the page sent was refused; nothing was done.
    ///
    /// - Parameters:
    ///   - handler: The handler that got the message.
    ///   - error: What was wrong, and what would be right.
    func nielsenAppSDKJSHandler(_ handler: NielsenAppSDKJSHandler, didRefuse error: NielsenBridgeError)

    /// An event of the SDK occurred.
    ///
    /// - Parameters:
    ///   - handler: The handler whose instance it is.
    ///   - event: `eventCode` (Int, ``AppApiEventCode``), `eventDescription` (String), `timestamp` (Date).
    func nielsenAppSDKJSHandler(_ handler: NielsenAppSDKJSHandler, eventOccurred event: [AnyHashable: Any])

    /// An error of the SDK occurred, as for the calls of an app.
    ///
    /// - Parameters:
    ///   - handler: The handler whose instance it is.
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
