// SPDX-License-Identifier: Apache-2.0

import Foundation
import NielsenAppApi
import NielsenAppSDKExtension
import Testing

extension ClientTests {
    /// What documents and headers call deprecated compiles for a client, and says what its successor says.
    struct DeprecatedNameTests {
        @available(*, deprecated, message: "It calls what is deprecated.")
        @Test func theGettersSayWhatThePropertiesSay() throws {
            let api = try NielsenAppApi.forSnippets()
            api.loadMetadata("no JSON")
            #expect(!api.nielsenId.isEmpty)
            #expect(api.getNielsenId() == api.nielsenId)
            #expect(api.optOutURLString() == api.optOutURL)
            #expect(api.getMeterVersion() == api.meterVersion)
            #expect(api.getLastEventDict()?["eventCode"] as? Int == 2001)
            #expect(api.getLastErrorDict()?["errorCode"] as? Int == 2)
        }

        /// One example of the document spells the call so.
        @available(*, deprecated, message: "It calls what is deprecated.")
        @Test func theOtherSpellingOfTheTrackingCallIsTheSameCall() throws {
            let fresh = FreshHost()
            defer { withExtendedLifetime(fresh) {} }
            let made = NielsenAppSDKExtension.instantiateSDK(
                withConfiguration: ["appid": "PE392366B-F2C1-4BC4-AB62-A7DAFDC51000"]
            )
            let identifier = try #require(made["identifier"] as? String)
            let event = ["event": "playhead", "playheadPosition": "0"]
            let result = NielsenAppSDKExtension.trackSdkEvent(event, forSDKWithIdentifier: identifier)
            #expect(result["code"] as? Int == 5001)
            #expect(result["identifier"] as? String == identifier)
            #expect(NielsenAppSDKExtension.trackSdkEvent([:], forSDKWithIdentifier: identifier)["code"] as? Int == 5005)
        }
    }
}
