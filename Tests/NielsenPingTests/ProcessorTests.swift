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

    /// The variables of a processor are those of the one that makes the ping.
    @Test func aPingNamesItsProcessor() throws {
        bench.configuration = try CodeBench.configuration(
            """
            {"product": "dcrVideo", "processors": [
              {"cadence": "impression", "template": "t", "prefix": "V", "at": "view"},
              {"cadence": "interval", "template": "t", "prefix": "D", "at": "timer"}]},
            {"product": "dcrStatic", "processors": [
              {"cadence": "impression", "template": "t", "prefix": "S", "at": "page"}]}
            """,
            #""of=[nol_product],[nol_cadence],[nol_prefix],[nol_at],[nol_segment]""#
        )
        let api = try bench.makeApi()
        api.loadMetadata(PingBench.content)
        bench.play(api, 0..<310)
        api.end()
        api.loadMetadata(["type": "static", "section": "Home"])
        #expect(
            bench.read(.dcrVideo).map { $0["of"] } == [
                "dcrVideo,impression,V,view,0", "dcrVideo,interval,D,timer,1", "dcrVideo,interval,D,timer,2",
            ]
        )
        #expect(bench.read(.dcrStatic).map { $0["of"] } == ["dcrStatic,impression,S,page,0"])
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
