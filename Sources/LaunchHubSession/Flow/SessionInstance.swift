// SPDX-License-Identifier: Apache-2.0

import Foundation
import HubServices
import NielsenAppApi
import NielsenAppSDKExtension

/// An SDK instance of a session: the SDK itself, with its notices counted on their way out.
final class SessionInstance: MeasurementInstance, NielsenEventTrackerDelegate {
    private let tracker = Locked<NielsenEventTracker?>(nil)
    private let observer: any MeasurementInstanceObserver
    private let inbox: NoticeInbox

    private init(_ observer: any MeasurementInstanceObserver, _ inbox: NoticeInbox) {
        self.observer = observer
        self.inbox = inbox
    }

    /// Makes an instance.
    ///
    /// - Throws: What the SDK has against the configuration.
    static func make(
        _ configuration: JSONObject,
        _ environment: NielsenEnvironment,
        _ observer: any MeasurementInstanceObserver,
        _ inbox: NoticeInbox
    ) throws(NielsenError) -> SessionInstance {
        let instance = SessionInstance(observer, inbox)
        let tracker = try NielsenEventTracker.make(
            appInfo: configuration.anyDictionary,
            delegate: instance,
            environment: environment
        )
        instance.tracker.withLock { $0 = tracker }
        return instance
    }

    private var current: NielsenEventTracker? { tracker.withLock { $0 } }

    /// What the instance's assets were credited with.
    var credits: [NielsenCredit] { current?.creditSummary ?? [] }

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
        inbox.expect()
        observer.reported(
            kind,
            code: values[code] as? Int ?? 0,
            description: values[text] as? String ?? "",
            timestamp: (values["timestamp"] as? Date)?.timeIntervalSince1970 ?? 0
        )
    }
}
