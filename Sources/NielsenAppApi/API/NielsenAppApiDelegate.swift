// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// A delegate that receives the events and errors of an instance.
///
/// Every method is optional.
///
/// Methods are called on the thread of the call that caused them or, for what happens later (the configuration, the
/// delivery of pings), on a thread of the SDK. No lock is held, so any API may be called from them. Events and errors
/// of one instance are delivered one at a time and in order; if two threads use one instance at the same time, one of
/// them may deliver for both.
///
/// Source: "iOS SDK API Reference", "NielsenAppApi Class Description".
#if canImport(ObjectiveC)
    @objc(NielsenAppApiDelegate)
#endif
public protocol NielsenAppApiDelegate: NSObjectProtocol {
    #if canImport(ObjectiveC)
        /// An event occurred: `eventCode`, `eventDescription` and `timestamp`.
        @objc optional func nielsenAppApi(_ appApi: NielsenAppApi, eventOccurred event: [AnyHashable: Any])

        /// An error occurred: `errorCode`, `errorDescription` and `timestamp`.
        @objc optional func nielsenAppApi(_ appApi: NielsenAppApi, errorOccurred error: [AnyHashable: Any])
    #else
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
    #endif
}

#if !canImport(ObjectiveC)
    extension NielsenAppApiDelegate {
        /// Does nothing.
        public func nielsenAppApi(_ appApi: NielsenAppApi, eventOccurred event: [AnyHashable: Any]) {}

        /// Does nothing.
        public func nielsenAppApi(_ appApi: NielsenAppApi, errorOccurred error: [AnyHashable: Any]) {}
    }
#endif
