// SPDX-License-Identifier: Apache-2.0

import Foundation
package import HubServices
package import NielsenAppApi

/// The interface of an SDK instance that the extension requires.
package protocol MeasurementInstance: AnyObject, Sendable {
    /// Tracks an event as of an instant of the environment's clock.
    func track(_ event: JSONObject, at instant: Instant)
    func track(untyped event: [AnyHashable: Any], at instant: Instant)
    func handle(_ event: NielsenLifecycleEvent)
    var optOutStatus: Bool { get }
    var appDisable: Bool { get set }
    var demographicId: String? { get }
    var optOutURL: String? { get }
    var version: String? { get }
    /// Ends measurement; event 2002 is reported before this method returns.
    func end()
}

/// A report of an instance, on its way to the hub.
package enum InstanceReport: Sendable {
    case notice(NielsenSDKNotice.Kind, code: Int, description: String, timestamp: Double)
    case remark(NielsenRemark)
}

/// An instance of the SDK itself.
package final class TrackerInstance: NSObject, MeasurementInstance, NielsenEventTrackerDelegate, NielsenRemarkDelegate {
    private let tracker = Locked<NielsenEventTracker?>(nil)
    private let report: @Sendable (InstanceReport) -> Void

    private init(report: @escaping @Sendable (InstanceReport) -> Void) {
        self.report = report
    }

    /// Makes an instance of the SDK.
    ///
    /// - Parameters:
    ///   - configuration: The app information for the SDK.
    ///   - environment: The clock, storage, log and sink for the SDK.
    ///   - report: Receives what the SDK reports.
    /// - Returns: The instance, which is the delegate of the SDK's tracker.
    /// - Throws: `NielsenError` if the SDK refuses the configuration.
    package static func make(
        _ configuration: JSONObject,
        environment: NielsenEnvironment,
        report: @escaping @Sendable (InstanceReport) -> Void
    ) throws(NielsenError) -> TrackerInstance {
        let instance = TrackerInstance(report: report)
        let tracker = try NielsenEventTracker.make(
            appInfo: configuration.anyDictionary,
            delegate: instance,
            environment: environment
        )
        instance.tracker.withLock { $0 = tracker }
        return instance
    }

    private var current: NielsenEventTracker? { tracker.withLock { $0 } }

    /// The credits of the assets of the instance.
    package var credits: [NielsenCredit] { current?.creditSummary ?? [] }

    package func track(_ event: JSONObject, at instant: Instant) { current?.track(event, at: instant) }
    package func track(untyped event: [AnyHashable: Any], at instant: Instant) {
        current?.trackEvent(event, at: instant)
    }
    package func handle(_ event: NielsenLifecycleEvent) { current?.handle(event) }
    package var optOutStatus: Bool { current?.optOutStatus ?? false }
    package var appDisable: Bool {
        get { current?.appDisableApi ?? false }
        set { current?.appDisableApi = newValue }
    }
    package var demographicId: String? { current?.demographicId }
    package var optOutURL: String? { current?.optOutURL }
    package var version: String? { current?.meterVersion }
    package func end() { current?.shutdown() }

    /// Stops as the end of the process would stop it.
    ///
    /// - Returns: The stream whose open views the place for pings has; nil for an instance that is not complete.
    package func abandon() -> String? { current?.abandon() }

    package func nielsenEventTracker(_ eventTracker: NielsenEventTracker, eventOccurred event: [AnyHashable: Any]) {
        report(.event, event, code: "eventCode", text: "eventDescription")
    }

    package func nielsenEventTracker(_ eventTracker: NielsenEventTracker, errorOccurred error: [AnyHashable: Any]) {
        report(.error, error, code: "errorCode", text: "errorDescription")
    }

    package func nielsenEventTracker(_ eventTracker: NielsenEventTracker, remarked remark: NielsenRemark) {
        report(.remark(remark))
    }

    private func report(_ kind: NielsenSDKNotice.Kind, _ values: [AnyHashable: Any], code: String, text: String) {
        report(
            .notice(
                kind,
                code: values[code] as? Int ?? 0,
                description: values[text] as? String ?? "",
                timestamp: (values["timestamp"] as? Date)?.timeIntervalSince1970 ?? 0
            )
        )
    }
}
