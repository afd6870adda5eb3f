// SPDX-License-Identifier: Apache-2.0

import HubServices
import LaunchHub
import Testing

@testable import NielsenAppSDKExtension

/// Values of the wrong kind are shown by their beginning.
struct LongValueTests {
    @Test(arguments: [31, 32, 33])
    func aTextIsShownByItsFirst32Characters(_ count: Int) async throws {
        let under = try await ServiceUnderTest()
        let text = String(repeating: "x", count: count)
        let answer = try await under.answer(
            "SetAppDisableEvent",
            ["identifier": "instance-1", "app_disable": .string(text)]
        )
        let shown = String(repeating: "x", count: min(count, 32))
        #expect(answer?["description"] == .string("\"app_disable\" is \"\(shown)\", but 1 or 0 is needed."))
        #expect(answer?["code"] == 5012)
    }
}
