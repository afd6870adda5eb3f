// SPDX-License-Identifier: Apache-2.0

import Foundation
import NielsenAppApi
import NielsenDelivery
import Testing

/// The calls that Objective-C has in place of values of Swift.
struct ObjectiveCCallsTests {
    @Test(arguments: [([:], "https://chosen.example/"), (["LAUNCH_HUB_SDK_CONFIGURATION": "file:///a/"], "file:///a/")])
    func theChosenURLNamesTheConfigurationsUnlessAVariableDoes(_ variables: [String: String], _ expected: String) {
        let environment = NielsenEnvironment.standard(
            variables: variables.merging(["LAUNCH_HUB_FOLDER": ""]) { $1 },
            program: "/bin/app",
            configurationURL: URL(string: "https://chosen.example/")
        )
        #expect(environment.configurationSource?.baseURL.absoluteString == expected)
    }

    @Test(arguments: [(Double.nan, 0), (-1, 0), (2.5, 2.5), (.infinity, 3_600)])
    func aTimeoutFromOutsideIsBounded(_ seconds: Double, _ expected: Double) {
        #expect(Duration.atMostAnHour(seconds) == .seconds(expected))
    }

    @Test func nothingIsLeftWherePingsAreNotSent() async throws {
        let api = try Bench().makeApi()
        #expect(await withCheckedContinuation { done in api.flush(withTimeout: 1) { done.resume(returning: $0) } } == 0)
    }
}
