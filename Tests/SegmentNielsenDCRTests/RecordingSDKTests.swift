// SPDX-License-Identifier: Apache-2.0

import NielsenTesting
import Testing

/// The SDK that tests of an app put in the place of the real one.
struct RecordingSDKTests {
    @Test func theChoiceIsTheLastOneThatWasUnderstood() {
        let sdk = RecordingNielsenSDK()
        #expect(!sdk.optOutStatus)
        #expect(sdk.userOptOut("nielsenappsdk://1"))
        #expect(sdk.optOutStatus)
        _ = sdk.userOptOut("perhaps")
        #expect(sdk.optOutStatus)
        #expect(sdk.userOptOut("nielsenappsdk://0"))
        #expect(!sdk.optOutStatus)
    }
}
