// SPDX-License-Identifier: Apache-2.0

import HubServices
import NielsenAppApi
import NielsenAppSDKExtension
import Testing

extension ClientTests {
    /// Settings that come when there are instances already.
    struct LaterSettingsTests {
        @Test func instancesOutliveNewSettings() throws {
            let fresh = FreshHost()
            defer { withExtendedLifetime(fresh) {} }
            let info = ["appid": "PE392366B-F2C1-4BC4-AB62-A7DAFDC51000"]
            let before = NielsenAppSDKExtension.instantiateSDK(withConfiguration: info)
            let early = try #require(before["identifier"] as? String)
            let sink = NielsenRecordingMeasurementSink()
            NielsenAppSDKExtension.configure(
                NielsenEnvironment(clock: ManualClock(), store: InMemoryKeyValueStore(), sink: sink)
            )
            #expect(sink.records.isEmpty)
            // The one from before is still there, and the next one has what was set.
            #expect(NielsenAppSDKExtension.appDisableForSDK(withIdentifier: early)["code"] as? Int == 5001)
            let after = NielsenAppSDKExtension.instantiateSDK(withConfiguration: info)
            #expect(after["identifier"] as? String != nil)
            #expect(sink.records.map(\.kind) == [.session])
        }
    }
}
