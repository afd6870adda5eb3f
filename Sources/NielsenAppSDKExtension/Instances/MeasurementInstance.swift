// SPDX-License-Identifier: Apache-2.0

import Foundation
import HubServices
import NielsenAppApi

/// What the extension needs of an SDK instance.
package protocol MeasurementInstance: AnyObject, Sendable {
    func track(_ event: [String: Any])
    func track(untyped event: [AnyHashable: Any])
    var optOutStatus: Bool { get }
    var appDisable: Bool { get set }
    var demographicId: String? { get }
    var optOutURL: String? { get }
    var version: String? { get }
    /// Ends measurement; event 2002 is heard before this returns.
    func end()
}

/// Hears what an instance reports.
package protocol MeasurementInstanceObserver: AnyObject, Sendable {
    func reported(_ kind: NielsenSDKNotice.Kind, code: Int, description: String, timestamp: Double)
}

/// The SDK itself in that role.
final class TrackerInstance: MeasurementInstance, NielsenEventTrackerDelegate {
    private let tracker: Locked<NielsenEventTracker?> = Locked(nil)
    private let observer: any MeasurementInstanceObserver

    private init(observer: any MeasurementInstanceObserver) {
        self.observer = observer
    }

    /// Makes an instance of the SDK.
    ///
    /// - Throws: ``NielsenAppApi/NielsenError`` where the SDK refuses the configuration.
    static func make(
        _ configuration: JSONObject,
        environment: NielsenEnvironment,
        observer: any MeasurementInstanceObserver
    ) throws(NielsenError) -> TrackerInstance {
        let instance = TrackerInstance(observer: observer)
        let tracker = try NielsenEventTracker.make(
            appInfo: configuration.anyDictionary,
            delegate: instance,
            environment: environment
        )
        instance.tracker.withLock { $0 = tracker }
        return instance
    }

    private var current: NielsenEventTracker? { tracker.withLock { $0 } }

    func track(_ event: [String: Any]) { current?.trackEvent(event) }
    func track(untyped event: [AnyHashable: Any]) { current?.trackEvent(event) }
    var optOutStatus: Bool { current?.optOutStatus ?? false }
    var appDisable: Bool {
        get { current?.appDisableApi ?? false }
        set { current?.appDisableApi = newValue }
    }
    var demographicId: String? { current?.demographicId }
    var optOutURL: String? { current?.optOutURL }
    var version: String? { current?.meterVersion }
    func end() { current?.shutdown() }

    func nielsenEventTracker(_ eventTracker: NielsenEventTracker, eventOccurred event: [AnyHashable: Any]) {
        report(.event, event, code: "eventCode", text: "eventDescription")
    }

    func nielsenEventTracker(_ eventTracker: NielsenEventTracker, errorOccurred error: [AnyHashable: Any]) {
        report(.error, error, code: "errorCode", text: "errorDescription")
    }

    private func report(_ kind: NielsenSDKNotice.Kind, _ values: [AnyHashable: Any], code: String, text: String) {
        observer.reported(
            kind,
            code: values[code] as? Int ?? 0,
            description: values[text] as? String ?? "",
            timestamp: (values["timestamp"] as? Date)?.timeIntervalSince1970 ?? 0
        )
    }
}
