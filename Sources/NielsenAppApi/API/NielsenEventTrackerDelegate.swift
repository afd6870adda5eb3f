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
/// Source: the public headers.
#if canImport(ObjectiveC)
    @objc(NielsenEventTrackerDelegate)
#endif
public protocol NielsenEventTrackerDelegate: NSObjectProtocol {
    #if canImport(ObjectiveC)
        /// An event occurred: `eventCode`, `eventDescription` and `timestamp`.
        @objc optional func nielsenEventTracker(
            _ eventTracker: NielsenEventTracker,
            eventOccurred event: [AnyHashable: Any]
        )

        /// An error occurred: `errorCode`, `errorDescription` and `timestamp`.
        @objc optional func nielsenEventTracker(
            _ eventTracker: NielsenEventTracker,
            errorOccurred error: [AnyHashable: Any]
        )
    #else
        /// An event occurred.
        ///
        /// - Parameters:
        ///   - eventTracker: The instance.
        ///   - event: `eventCode` (Int, ``AppApiEventCode``), `eventDescription` (String), `timestamp` (Date).
        func nielsenEventTracker(_ eventTracker: NielsenEventTracker, eventOccurred event: [AnyHashable: Any])

        /// An error occurred.
        ///
        /// - Parameters:
        ///   - eventTracker: The instance.
        ///   - error: `errorCode` (Int, ``LogCode`` or ``AppApiErrorCode``), `errorDescription` (String), `timestamp` (Date).
        func nielsenEventTracker(_ eventTracker: NielsenEventTracker, errorOccurred error: [AnyHashable: Any])
    #endif
}

#if !canImport(ObjectiveC)
    extension NielsenEventTrackerDelegate {
        /// Does nothing.
        public func nielsenEventTracker(_ eventTracker: NielsenEventTracker, eventOccurred event: [AnyHashable: Any]) {}

        /// Does nothing.
        public func nielsenEventTracker(_ eventTracker: NielsenEventTracker, errorOccurred error: [AnyHashable: Any]) {}
    }
#endif
