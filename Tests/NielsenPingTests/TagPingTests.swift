// SPDX-License-Identifier: Apache-2.0

import NielsenTestSupport
import HubServices
import NielsenAppApi
import Testing

struct TagPingTests {
    private let bench = PingBench()
    private let fd = "FD__EMc37zfVgq_8KB7baUYfg=="

    private func makeStream() throws -> NielsenAppApi {
        let api = try bench.makeApi()
        api.play(["channelName": "News & Co"])
        api.loadMetadata(["type": "content", "adModel": "1"])
        return api
    }

    /// A watermark each ten seconds, as streams have them.
    private func hear(
        _ api: NielsenAppApi,
        _ offsets: StrideThrough<Int>,
        fd: String = "_EMc37zfVgq_8KB7baUYfg==",
        pc: String = PingBench.nullCID
    ) {
        for offset in offsets {
            api.sendID3(PingBench.tag(offset, fd: fd, pc: pc))
            bench.clock.advance(by: .seconds(10))
        }
    }

    /// The DTVR pings in short: identifier, `cr`, `at`, `davty`, quarter-hour flag.
    private var short: [String] {
        bench.read(.dtvr).map { "\($0["ca"]) \($0["cr"]) \($0["at"]) \($0["davty"]) \($0["aqhflg"])" }
    }

    /// Twelve minutes: a segment is credited at each watermark 30 s into it, five of them win the view at 270 s.
    @Test func aRunOfWatermarksWinsAViewAndMakesDurations() throws {
        let api = try makeStream()
        hear(api, stride(from: 0, through: 720, by: 10))
        api.end()
        #expect(
            short == [
                "\(fd) 4_00_99_I0_0 start 0 0",
                "\(fd) 4_00_99_V0_0 view 0 0",
                "\(fd) 4_00_99_D1_300 timer 1 0",
                "\(fd) 4_00_99_Q1_0 view 0 1",
                "\(fd) 4_00_99_D2_300 timer 1 0",
                "\(fd) 4_00_99_D3_120 timer 2 0",
            ]
        )
        let ping = try #require(bench.read(.dtvr).first)
        #expect(ping.address == "http://127.0.0.1:8642/cgi-bin/d")
        #expect(ping["st"] == "mtvr")
        #expect(ping["pc"] == PingBench.appInfo["appid"])
        #expect(ping["ch"] == "News & Co")
        #expect(ping["adm"] == "1")
        #expect(ping["uoo"] == "false")
        #expect(ping["rnd"].count == 10)
        #expect(bench.read(.dtvr).map { $0["c27"] }.suffix(2) == ["cln,300", "cln,150"])
        #expect(bench.dcr().isEmpty)
    }

    @Test func beforeTheViewIsWonDurationsAreShort() throws {
        let api = try makeStream()
        hear(api, stride(from: 0, through: 150, by: 10))
        api.end()
        #expect(short == ["\(fd) 4_00_99_I0_0 start 0 0", "\(fd) 4_00_99_S1_180 sfview 2 0"])
    }

    @Test func bothIdentifiersAreFollowed() throws {
        let api = try makeStream()
        hear(api, stride(from: 0, through: 100, by: 10), pc: "065H2g6E7ZyQ5UdmMAbbpg==")
        api.end()
        #expect(
            short == [
                "\(fd) 4_00_99_I0_0 start 0 0", "PC_065H2g6E7ZyQ5UdmMAbbpg== 4_00_99_I0_0 start 0 0",
                "\(fd) 4_00_99_S1_120 sfview 2 0", "PC_065H2g6E7ZyQ5UdmMAbbpg== 4_00_99_S1_120 sfview 2 0",
            ]
        )
    }

    @Test func theNullIdentifierSwitchesOff() throws {
        let api = try makeStream()
        hear(api, stride(from: 0, through: 100, by: 10), fd: PingBench.nullCID)
        api.end()
        #expect(short.isEmpty)
        // Of a watermark in which nothing was recognized there is nothing to ask.
        #expect(bench.read(.tsv).isEmpty)
    }

    /// Two hours with everything that happens in them; the credited minutes are in the remarks.
    @Test func twoHoursOfWatermarksAreCreditedByHand() throws {
        let api = try makeStream()
        // A programme of 30 minutes: 30.
        hear(api, stride(from: 0, through: 1790, by: 10))
        // Five minutes without an identifier, as in breaks for the network: 0.
        hear(api, stride(from: 0, through: 290, by: 10), fd: PingBench.nullCID)
        // A second programme of 20 minutes: 20.
        hear(api, stride(from: 0, through: 1190, by: 10), fd: PingBench.otherCID)
        // A pause of ten minutes at the 20th minute, then 20 minutes more: 20.
        api.stop()
        bench.clock.advance(by: .seconds(600))
        api.loadMetadata(["type": "content", "adModel": "1"])
        hear(api, stride(from: 1200, through: 2390, by: 10), fd: PingBench.otherCID)
        // Back to the 30th minute, and the same ten minutes again: 0.
        hear(api, stride(from: 1800, through: 2390, by: 10), fd: PingBench.otherCID)
        // A watermark each twenty seconds is no run, each is alone: 0.
        for offset in stride(from: 2400, through: 2980, by: 20) {
            api.sendID3(PingBench.tag(offset, fd: PingBench.otherCID, pc: PingBench.nullCID))
            bench.clock.advance(by: .seconds(20))
        }
        // The last ten minutes: 10.
        hear(api, stride(from: 3000, through: 3590, by: 10), fd: PingBench.otherCID)
        api.end()
        func minutes(_ cid: String) -> Int {
            bench.read(.dtvr).filter { $0["ca"] == "FD_\(cid)" }.map(\.ping.creditedSegments).reduce(0, +)
        }
        #expect(minutes("_EMc37zfVgq_8KB7baUYfg==") == 30)
        #expect(minutes(PingBench.otherCID) == 50)
        #expect(bench.read(.dtvr).filter { $0["davty"] == "2" }.count == 2)
        #expect(bench.hearing.errors.isEmpty)
    }

    @Test func afterHalfAnHourOfSilenceARunIsOver() throws {
        let api = try makeStream()
        hear(api, stride(from: 0, through: 100, by: 10))
        bench.clock.advance(by: .seconds(1800))
        hear(api, stride(from: 110, through: 120, by: 10))
        #expect(
            short == [
                "\(fd) 4_00_99_I0_0 start 0 0", "\(fd) 4_00_99_S1_120 sfview 2 0", "\(fd) 4_00_99_I0_0 start 0 0",
            ]
        )
    }

    @Test(arguments: [(nil, "true"), ("0", "true"), ("86400", "true"), ("3600", "false"), ("86399", "false")])
    func aStreamWithoutALengthIsLive(_ length: String?, _ told: String) throws {
        let api = try bench.makeApi()
        api.play()
        var metadata = ["type": "content", "adModel": "1"]
        metadata["length"] = length
        api.loadMetadata(metadata)
        hear(api, stride(from: 0, through: 0, by: 10))
        #expect(bench.read(.dtvr).map { $0["c58"] } == ["isLive,\(told)"])
    }

    @Test(arguments: ["", " "])
    func aBlankChannelIsTheOneThatStandsForNone(_ name: String) throws {
        let api = try bench.makeApi()
        api.play(["channelName": name])
        api.loadMetadata(["type": "content", "adModel": "1"])
        hear(api, stride(from: 0, through: 0, by: 10))
        api.loadMetadata(["type": "content", "adModel": "1", "channelName": name])
        hear(api, stride(from: 0, through: 0, by: 10), fd: PingBench.otherCID)
        #expect(Set(bench.read(.dtvr).map { $0["ch"] }) == ["defaultChannelName"])
    }

    @Test func theFirstValidWatermarkOfAStreamAsksForTSV() throws {
        let api = try makeStream()
        api.sendID3("nonsense")
        #expect(bench.read(.tsv).isEmpty)
        #expect(bench.hearing.errors == [3])
        hear(api, stride(from: 0, through: 30, by: 10))
        let ping = try #require(bench.read(.tsv).first)
        #expect(bench.read(.tsv).count == 1)
        #expect(ping.address == "http://127.0.0.1:8642/cgi-bin/tsv")
        #expect(ping["id3"] == PingBench.tag(0, pc: PingBench.nullCID))
        #expect(ping["segment1"] == "us")
        api.end()
        api.play()
        hear(api, stride(from: 0, through: 30, by: 10))
        // None before the last ping of the stream, whose answer nobody would use, and one for the next stream.
        #expect(bench.read(.tsv).count == 2)
    }
}
