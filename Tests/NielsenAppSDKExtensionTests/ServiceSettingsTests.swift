// SPDX-License-Identifier: Apache-2.0

import HubServices
import LaunchHub
import NielsenAppApi
import NielsenAppSDKExtension
import NielsenTestSupport
import Testing

/// The environment of a service, which a program may set again.
struct ServiceSettingsTests {
    private static let info = ["appid": "PE392366B-F2C1-4BC4-AB62-A7DAFDC51000"]

    /// Plays half a minute and ends: what that sends goes where the environment says that the instance was made with.
    private func watch(_ service: NielsenInstanceService, _ identifier: String?, _ clock: ManualClock) {
        for second in 0..<30 {
            service.trackEvent(
                [
                    "event": "playhead", "type": "content", "playheadPosition": "\(second)",
                    "metadata": ["content": ["type": "content", "assetid": "film", "length": "600"]],
                ],
                forSDKWithIdentifier: identifier
            )
            clock.advance(by: .seconds(1))
        }
        service.removeSDK(withIdentifier: identifier)
    }

    @Test func instancesKeepTheEnvironmentThatTheyWereMadeWith() {
        let clock = ManualClock()
        let (first, second) = (NielsenRecordingPingSink(), NielsenRecordingPingSink())
        let service = NielsenInstanceService(environment: NielsenEnvironment(clock: clock, pings: first))
        let early = service.instantiateSDK(withConfiguration: Self.info)["identifier"] as? String
        service.configure(NielsenEnvironment(clock: clock, pings: second))
        let late = service.instantiateSDK(withConfiguration: Self.info)["identifier"] as? String
        let made = second.pings.count
        #expect(early != nil && late != nil)
        watch(service, early, clock)
        #expect(first.pings.contains { $0.product == .dcrVideo })
        #expect(second.pings.count == made)
        let before = first.pings.count
        watch(service, late, clock)
        #expect(second.pings.contains { $0.product == .dcrVideo })
        #expect(first.pings.count == before)
    }
}
