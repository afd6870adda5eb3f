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
        fd: String = PingBench.firstCID,
        pc: String = PingBench.nullCID,
        pcFrom: Int? = nil
    ) {
        for (step, offset) in offsets.enumerated() {
            api.sendID3(PingBench.tag(offset, fd: fd, pc: pc, pcOffset: pcFrom.map { $0 + step * 10 }))
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
                "\(fd) 2_00_99_I1_00000_1 start 0 absent",
                "\(fd) 2_00_99_V1_00000_1 view 1 absent",
                // 22:17 is in the sixty-sixth quarter of an hour from six o'clock on.
                "\(fd) 2_00_99_Q66_20231114_1 view 1 1",
                "\(fd) 2_00_99_D1_11111_1 timer 1 absent",
                "\(fd) 2_00_99_D2_11111_1 timer 1 absent",
                "\(fd) 2_00_99_D3_11000_1 timer 2 absent",
            ]
        )
        let ping = try #require(bench.read(.dtvr).first)
        #expect(ping.address == "http://127.0.0.1:8642/cgi-bin/d")
        #expect(ping["st"] == "mtvr")
        #expect(ping["pc"] == PingBench.appInfo["appid"])
        #expect(["ch", "adm", "src", "os", "c58", "c71", "c72"].allSatisfy { !ping.names.contains($0) })
        #expect(ping["uoo"] == "false")
        #expect(ping["rnd"].count == 10)
        #expect(bench.read(.dtvr).map { $0["c27"] }.suffix(2) == ["cln,300", "cln,120"])
        #expect(bench.dcr().isEmpty)
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

    /// The DTVR pings in runs: identifier, mark, minutes, `c27`, `davty`.
    private var runs: [String] {
        bench.read(.dtvr).map { ping in
            let parts = ping["cr"].split(separator: "_")
            return "\(ping["ca"]) \(parts[3]) \(parts[4]) \(ping["c27"].dropFirst(4)) \(ping["davty"])"
        }
    }

    @Test func anotherDistributorEndsTheOneAndBeginsTheOther() throws {
        let api = try makeStream()
        hear(api, stride(from: 0, through: 60, by: 10), pc: PingBench.programmeCID)
        hear(
            api,
            stride(from: 500, through: 540, by: 10),
            fd: PingBench.otherCID,
            pc: PingBench.programmeCID,
            pcFrom: 70
        )
        api.end()
        #expect(
            runs == [
                "\(fd) I1 00000 0 0", "PC_\(PingBench.programmeCID) I1 00000 0 0",
                "\(fd) V1 00000 0 1", "PC_\(PingBench.programmeCID) V1 00000 0 1",
                // 0 to 60 is one segment.
                "\(fd) D1 10000 60 2", "FD_\(PingBench.otherCID) I1 00000 0 0",
                // 500 to 540 lies in segment 8.
                "FD_\(PingBench.otherCID) V1 00000 0 1", "FD_\(PingBench.otherCID) D2 00010 40 2",
                // The programme went on: 0 to 110 are the segments 0 and 1.
                "PC_\(PingBench.programmeCID) D1 11000 110 2",
            ]
        )
    }

    /// An ad break for the network carries the identifier that means none; afterwards a new view begins.
    ///
    /// 0 to 60 are sixty seconds, 70 to 120 fifty.
    @Test func theNullIdentifierEndsAViewAndAnotherOneBeginsANew() throws {
        let api = try makeStream()
        hear(api, stride(from: 0, through: 60, by: 10))
        hear(api, stride(from: 0, through: 60, by: 10), fd: PingBench.nullCID)
        hear(api, stride(from: 70, through: 120, by: 10))
        api.end()
        #expect(
            runs == [
                "\(fd) I1 00000 0 0", "\(fd) V1 00000 0 1", "\(fd) D1 10000 60 2",
                "\(fd) I1 00000 0 0", "\(fd) V1 00000 0 1", "\(fd) D1 01000 50 2",
            ]
        )
    }

    /// Each segment repeats the messages of the two before it: 0 to 300 are 300 seconds, five segments.
    @Test func watermarksThatComeAgainInLaterSegmentsSayNothing() throws {
        let api = try makeStream()
        for newest in 0...30 {
            for step in max(0, newest - 2)...newest {
                api.sendID3(PingBench.tag(600 + step * 10, pc: PingBench.nullCID))
            }
            bench.clock.advance(by: .seconds(10))
        }
        api.end()
        #expect(api.creditSummary.filter { $0.watermark != nil }.map(\.seconds) == [300])
        #expect(api.creditSummary.filter { $0.watermark != nil }.map(\.segments) == [[10, 11, 12, 13, 14]])
    }

    /// The user winds back from 60 to 0 and watches on: 60 seconds, and 60 of the same again, in one segment each time.
    @Test func watermarksThatComeAgainInTimeAreWatchedAgain() throws {
        let api = try makeStream()
        for _ in 0..<2 { hear(api, stride(from: 600, through: 660, by: 10)) }
        api.end()
        #expect(api.creditSummary.filter { $0.watermark != nil }.map(\.seconds) == [120])
    }

    /// Up to the gap everything between two watermarks counts, though it is more than playheads may leap: four times 15
    /// seconds.
    ///
    /// Beyond it each watermark is alone, and nothing lies between them.
    @Test(arguments: [(apart: 15, minutes: "10000", seconds: 60), (apart: 16, minutes: "00000", seconds: 0)])
    func theGapIsTheLongestStepThatCounts(_ example: (apart: Int, minutes: String, seconds: Int)) throws {
        let api = try makeStream()
        for step in 0..<5 {
            api.sendID3(PingBench.tag(600 + step * example.apart, pc: PingBench.nullCID))
            bench.clock.advance(by: .seconds(Int64(example.apart)))
        }
        api.end()
        #expect(
            runs.last == "\(fd) \(example.seconds > 0 ? "D3" : "S1") \(example.minutes) \(example.seconds) 2"
        )
    }
}
