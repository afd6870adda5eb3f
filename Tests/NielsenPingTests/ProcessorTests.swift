// SPDX-License-Identifier: Apache-2.0

import NielsenTestSupport
import HubServices
import NielsenAppApi
import Testing

/// Processors that their product has no occasion for.
struct ProcessorTests {
    private let bench = PingBench()

    private func configure(_ product: String, _ cadence: String) throws {
        bench.configuration = try CodeBench.configuration(
            """
            {"product": "session", "processors": [{"cadence": "session", "template": "t"}]},
            {"product": "\(product)", "processors": [
              {"cadence": "\(cadence)", "template": "t"}, {"cadence": "impression", "template": "t"}]}
            """,
            #""a=[nol_appid]""#
        )
    }

    @Test func aProcessorThatCannotBeStartedIsError6AndTheOthersWork() throws {
        try configure("dcrVideo", "quarterHour")
        let api = try bench.makeApi()
        #expect(bench.hearing.errors == [6])
        #expect(
            bench.hearing.texts == [
                "the processor quarterHour of dcrVideo cannot be started; use impression, interval"
            ]
        )
        #expect(bench.hearing.events == [2001])
        api.loadMetadata(PingBench.content)
        bench.play(api, 0..<1)
        #expect(bench.pings.pings.map(\.product) == [.session, .dcrVideo])
    }

    @Test(arguments: [("dtvr", "session"), ("dar", "view"), ("dcrStatic", "firstTag"), ("viewability", "session")])
    func everyProductHasItsOwnCadences(_ product: String, _ cadence: String) throws {
        try configure(product, cadence)
        _ = try bench.makeApi()
        #expect(bench.hearing.errors == [6])
    }

    @Test func theBuiltInProcessorsCanAllBeStarted() throws {
        _ = try bench.makeApi()
        #expect(bench.hearing.errors.isEmpty)
    }

    @Test func withoutAPlaceForPingsNoProcessorIsStarted() throws {
        try configure("dcrVideo", "quarterHour")
        var environment = bench.environment
        environment.pings = nil
        _ = try NielsenAppApi.make(appInfo: PingBench.appInfo, delegate: bench.hearing, environment: environment)
        #expect(bench.hearing.errors.isEmpty)
    }
}
