// SPDX-License-Identifier: Apache-2.0

import NielsenAppApi
import NielsenTesting

/// A test of what drives the SDK.
enum DriverUnderTest {
    static func test() -> Bool {
        let sdk = RecordingNielsenSDK()
        sdk.playheadPosition(7)
        return sdk.calls == [.playheadPosition(7)]
    }
}
