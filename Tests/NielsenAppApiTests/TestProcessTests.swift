// SPDX-License-Identifier: Apache-2.0

import NielsenAppApi
import Testing

/// An instance in a test of the app leaves nothing on the machine, whoever runs the test.
struct TestProcessTests {
    @Test(arguments: [
        "/a/AppPackageTests.xctest", "AppPackageTests.xctest", "/usr/bin/xctest", "xctest",
        "/usr/libexec/swiftpm-testing-helper",
    ])
    func aProgramThatRunsTestsSendsNothing(_ program: String) {
        let environment = NielsenEnvironment.standard(variables: [:], program: program)
        #expect(environment.pings == nil)
        #expect(environment.configurationSource == nil)
    }

    @Test(arguments: ["XCTestConfigurationFilePath", "XCTestBundlePath", "XCTestSessionIdentifier"])
    func anAppThatIsTestedSendsNothing(_ variable: String) {
        let environment = NielsenEnvironment.standard(variables: [variable: ""], program: "/Applications/Player")
        #expect(environment.pings == nil)
        #expect(environment.configurationSource == nil)
    }

    /// Without a place to send pings from there are none to wait for.
    @Test(.timeLimit(.minutes(10)))
    func nothingIsLeftOfWhatIsNotSent() async throws {
        let bench = Bench()
        let (api, tracker) = (try bench.makeApi(), try bench.makeTracker())
        #expect(await api.flush() == 0)
        #expect(await tracker.flush() == 0)
    }
}
