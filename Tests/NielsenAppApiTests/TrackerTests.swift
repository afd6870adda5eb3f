// SPDX-License-Identifier: Apache-2.0

import NielsenTestSupport
import HubServices
import NielsenAppApi
import Testing

/// The tracker beside the other class: both are faces of one instance, with one state and one identity.
struct TrackerTests {
    private let bench = Bench()

    @Test func aTrackerThatIsNotInitializedIgnoresEveryCall() {
        let tracker = NielsenEventTracker()
        tracker.trackEvent(["event": "playhead", "playheadPosition": "0"] as [String: Any])
        tracker.deviceChanged(NielsenDevice())
        tracker.debug = true
        #expect(tracker.creditSummary.isEmpty && tracker.lastErrorDict == nil && tracker.lastEventDict == nil)
        #expect(!tracker.userOptOut("nielsenappsdk://1"))
    }

    @Test func refusedAppInformationMakesNoTracker() {
        #expect(NielsenEventTracker(appInfo: [String: String](), delegate: nil) == nil)
        #expect(NielsenEventTracker(appInfo: "x", delegate: nil, environment: bench.environment()) == nil)
        #expect(bench.lines.records.contains { $0.level == .error })
        #expect(NielsenEventTracker(appInfo: Bench.appInfo, delegate: nil) != nil)
    }

    @Test func bothClassesHaveOneIdentity() throws {
        let tracker = try bench.makeTracker()
        let api = try bench.makeApi()
        #expect(tracker.nielsenId == api.nielsenId && !tracker.nielsenId.isEmpty)
        #expect(tracker.demographicId == api.demographicId && !tracker.demographicId.isEmpty)
        #expect(tracker.firstPartyId == api.firstPartyId && tracker.vendorId == api.vendorId)
        #expect(tracker.deviceId == api.deviceId && tracker.optOutURL == api.optOutURL)
        #expect(tracker.meterVersion == api.meterVersion)
        #expect(tracker.optOutStatus == api.optOutStatus)
    }
}
