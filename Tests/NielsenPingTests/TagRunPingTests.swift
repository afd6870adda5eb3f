// SPDX-License-Identifier: Apache-2.0

import NielsenTestSupport
import Foundation
import HubServices
import NielsenAppApi
import Testing

/// What changes, leaps, nulls and repetitions of watermarks do to DTVR pings.
struct TagRunPingTests {
    private let bench = PingBench()
    private let fd = "FD__EMc37zfVgq_8KB7baUYfg=="
    private let pc = "PC_065H2g6E7ZyQ5UdmMAbbpg=="
    private let other = "AAAAAAAAAAAAAAAAAAAAAA=="

    private func makeStream() throws -> NielsenAppApi {
        let api = try bench.makeApi()
        api.play(["channelName": "News"])
        api.loadMetadata(["type": "content", "adModel": "1"])
        return api
    }

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

    /// The DTVR pings in short: identifier, prefix and number, credited seconds, `c27`, `davty`, offset.
    private var short: [String] {
        bench.read(.dtvr).map { ping in
            let parts = ping["cr"].split(separator: "_")
            return "\(ping["ca"]) \(parts[3]) \(parts[4]) \(ping["c27"].dropFirst(4)) \(ping["davty"]) \(ping["os"])"
        }
    }

    private var minutes: Int { bench.pings.pings.filter { $0.product == .dtvr }.map(\.creditedSegments).reduce(0, +) }

    // MARK: - Identifiers

    @Test func anotherDistributorEndsTheOneAndBeginsTheOther() throws {
        let api = try makeStream()
        hear(api, stride(from: 0, through: 60, by: 10), pc: PingBench.programmeCID)
        hear(api, stride(from: 500, through: 540, by: 10), fd: other, pc: PingBench.programmeCID, pcFrom: 70)
        api.end()
        #expect(
            short == [
                "\(fd) I0 0 0 0 0", "\(pc) I0 0 0 0 0",
                // 0 to 60 is one segment.
                "\(fd) S1 60 60 2 60", "FD_\(other) I0 0 0 0 500",
                // 500 to 540 lies in segment 8.
                "FD_\(other) S1 60 40 2 540",
                // The programme went on: 0 to 110 are the segments 0 and 1.
                "\(pc) S1 120 110 2 110",
            ]
        )
    }

    /// The breakout of what is over is that of its last watermark: neither the one of the watermark that ends it, nor
    /// that of the video beside it.
    @Test func theEndTellsTheBreakoutOfItsOwnWatermarks() throws {
        let api = try makeStream()
        for offset in stride(from: 0, through: 60, by: 10) {
            api.sendID3(String(PingBench.tag(offset, pc: PingBench.nullCID).dropLast(2)) + "07")
            bench.clock.advance(by: .seconds(10))
        }
        bench.play(api, 0..<1)
        hear(api, stride(from: 500, through: 500, by: 10), fd: other)
        #expect(bench.read(.dtvr).map { $0["cr"] } == ["4_07_99_I0_0", "4_07_99_S1_60", "4_00_99_I0_0"])
    }

    @Test func anotherProgrammeIsAnotherTagOfTheSameDistributor() throws {
        let api = try makeStream()
        hear(api, stride(from: 0, through: 60, by: 10), pc: PingBench.programmeCID)
        hear(api, stride(from: 70, through: 110, by: 10), pc: other, pcFrom: 900)
        api.end()
        #expect(
            short == [
                "\(fd) I0 0 0 0 0", "\(pc) I0 0 0 0 0",
                // 0 to 60 of the one, 900 to 940 of the other, and 0 to 110 of the distributor that went on.
                "\(pc) S1 60 60 2 60", "PC_\(other) I0 0 0 0 900",
                "\(fd) S1 120 110 2 110", "PC_\(other) S1 60 40 2 940",
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
            short == [
                "\(fd) I0 0 0 0 0", "\(fd) S1 60 60 2 60", "\(fd) I0 0 0 0 70", "\(fd) S1 60 50 2 120",
            ]
        )
    }

    /// A stream without metadata has its channel from `play`.
    ///
    /// A stream that is left while it is paused is over as well.
    @Test(arguments: [false, true])
    func watermarksNeedNoMetadata(_ isPaused: Bool) throws {
        let api = try bench.makeApi()
        api.play(["channelName": "News"])
        hear(api, stride(from: 0, through: 60, by: 10))
        if isPaused { api.stop() }
        api.end()
        api.end()
        #expect(short == ["\(fd) I0 0 0 0 0", "\(fd) S1 60 60 2 60"])
        #expect(Set(bench.read(.dtvr).map { $0["ch"] }) == ["News"])
        #expect(bench.hearing.errors.isEmpty)
    }

    // MARK: - Offsets

    @Test func theNullOffsetGoesAlongWithTheClock() throws {
        let api = try makeStream()
        for (step, offset) in [600, 610, 0, 0, 640, 650].enumerated() {
            api.sendID3(PingBench.tag(offset, pc: PingBench.nullCID, watermark: step))
            bench.clock.advance(by: .seconds(10))
        }
        api.end()
        // 600 to 650.
        #expect(short == ["\(fd) I0 0 0 0 600", "\(fd) S1 60 50 2 650"])
    }

    @Test func theSameWatermarkAgainCountsNothing() throws {
        let api = try makeStream()
        for offset in [600, 600, 610, 610, 610, 620, 630, 630] {
            api.sendID3(PingBench.tag(offset, pc: PingBench.nullCID))
            bench.clock.advance(by: .seconds(5))
        }
        api.end()
        // 600 to 630.
        #expect(short == ["\(fd) I0 0 0 0 600", "\(fd) S1 60 30 2 630"])
    }

    /// Up to the gap everything between two watermarks counts, though it is more than playheads may leap: four times 15
    /// seconds.
    ///
    /// Beyond it each watermark is alone, and nothing lies between them.
    @Test(arguments: [(apart: 15, credited: 60, seconds: 60), (apart: 16, credited: 0, seconds: 0)])
    func theGapIsTheLongestStepThatCounts(_ example: (apart: Int, credited: Int, seconds: Int)) throws {
        let api = try makeStream()
        for step in 0..<5 {
            api.sendID3(PingBench.tag(600 + step * example.apart, pc: PingBench.nullCID))
            bench.clock.advance(by: .seconds(Int64(example.apart)))
        }
        api.end()
        #expect(
            short.last == "\(fd) S1 \(example.credited) \(example.seconds) 2 \(600 + 4 * example.apart)"
        )
    }

    /// Each is forty seconds, a break, and forty seconds more.
    ///
    /// What lies in between is never credited.
    @Test(arguments: [
        // A pause of two minutes: 0 to 40 and 50 to 90. The ten between are missing, and 60 to 90 credit the second segment.
        (pause: 120, next: 50, credited: 120, seconds: 80),
        // Back by 40 s, to the start: the same segment again.
        (pause: 0, next: 0, credited: 60, seconds: 80),
        // Back by 30 s.
        (pause: 0, next: 10, credited: 60, seconds: 80),
        // Forward by 5 minutes: 340 to 380 are the segments 5 (20 s) and 6 (20 s), too little of each.
        (pause: 0, next: 340, credited: 60, seconds: 80),
        // Forward by 6 minutes 20 seconds: 420 to 460 is segment 7.
        (pause: 0, next: 420, credited: 120, seconds: 80),
    ])
    func aBreakCreditsNothingInBetween(_ example: (pause: Int64, next: Int, credited: Int, seconds: Int)) throws {
        let api = try makeStream()
        hear(api, stride(from: 0, through: 40, by: 10))
        bench.clock.advance(by: .seconds(example.pause))
        hear(api, stride(from: example.next, through: example.next + 40, by: 10))
        api.end()
        #expect(short.count == 2)
        #expect(
            short.last == "\(fd) S1 \(example.credited) \(example.seconds) 2 \(example.next + 40)"
        )
    }

    /// Ads are stopped and content is loaded while the watermarked stream goes on.
    @Test func changesBetweenContentAndAdsDoNotStopAStream() throws {
        let api = try makeStream()
        hear(api, stride(from: 0, through: 50, by: 10))
        api.stop()
        api.loadMetadata(PingBench.ad("midroll", "ad1"))
        hear(api, stride(from: 60, through: 80, by: 10))
        api.stop()
        api.loadMetadata(["type": "content", "adModel": "1"])
        hear(api, stride(from: 90, through: 120, by: 10))
        api.end()
        #expect(short == ["\(fd) I0 0 0 0 0", "\(fd) S1 120 120 2 120"])
    }

    // MARK: - The end

    @Test func aQuarterOfAnHourIsToldOnceWhereverItsMinutesAre() throws {
        let api = try makeStream()
        // Minutes 10 to 19: five in the first quarter, five in the second.
        hear(api, stride(from: 600, through: 1190, by: 10))
        #expect(bench.read(.dtvr).filter { $0["aqhflg"] == "1" }.map { $0["os"] } == ["870", "1170"])
        // Minutes 20 to 29 tell nothing new of the second.
        hear(api, stride(from: 1200, through: 1790, by: 10))
        #expect(bench.read(.dtvr).filter { $0["aqhflg"] == "1" }.count == 2)
        // Four minutes of the third are too little.
        hear(api, stride(from: 1800, through: 2030, by: 10))
        api.end()
        #expect(bench.read(.dtvr).filter { $0["aqhflg"] == "1" }.count == 2)
        #expect(minutes == 24)
    }

    @Test func aPauseOfHalfAnHourGoesOnAndALongerOneEndsTheView() throws {
        let api = try makeStream()
        hear(api, stride(from: 0, through: 60, by: 10))
        bench.clock.advance(by: .seconds(1790))
        hear(api, stride(from: 70, through: 120, by: 10))
        #expect(short == ["\(fd) I0 0 0 0 0"])
        bench.clock.advance(by: .seconds(1791))
        hear(api, stride(from: 130, through: 180, by: 10))
        #expect(
            // 0 to 60 and, after a gap, 70 to 120.
            short == ["\(fd) I0 0 0 0 0", "\(fd) S1 120 110 2 120", "\(fd) I0 0 0 0 130"]
        )
    }

    @Test func endingTwiceTellsNothingTwice() throws {
        let api = try makeStream()
        hear(api, stride(from: 0, through: 60, by: 10))
        api.end()
        api.end()
        api.appDisableApi = true
        api.shutdown()
        #expect(short.filter { $0.contains(" 2 ") }.count == 1)
    }

    @Test func switchingOffEndsAStream() throws {
        let api = try makeStream()
        hear(api, stride(from: 0, through: 60, by: 10))
        api.appDisableApi = true
        #expect(short.last == "\(fd) S1 60 60 2 60")
        hear(api, stride(from: 70, through: 130, by: 10))
        #expect(short.count == 2)
    }

    /// A device that is connected beside the player is reported by every ping, the last ones included.
    @Test(arguments: [true, false])
    func theEndOfARunTellsOfTheConnectedDevice(_ isByEnd: Bool) throws {
        let api = try makeStream()
        api.updateOTT(["ottStatus": "1"])
        hear(api, stride(from: 0, through: 60, by: 10))
        if isByEnd { api.end() } else { api.appDisableApi = true }
        #expect(bench.read(.dtvr).map { $0["c71"] } == ["ottflg,1", "ottflg,1"])
    }

    // MARK: - Less than a minute

    @Test func secondsThatCreditNoMinuteAreToldAllTheSame() throws {
        let api = try makeStream()
        hear(api, stride(from: 0, through: 20, by: 10))
        api.end()
        #expect(short == ["\(fd) I0 0 0 0 0", "\(fd) S1 0 20 2 20"])
        #expect(minutes == 0)
    }

    @Test func watermarksMayHaveShorterSegmentsThanVideos() throws {
        let file = ConfigurationFileTests.sample
        let text = try String(decoding: Data(contentsOf: file), as: UTF8.self)
        let product = #""product": "dtvr","#
        let changed = text.replacing(product, with: product + #" "segmentValue": 10, "creditValue": 5,"#)
        #expect(changed != text)
        bench.configuration = try NielsenConfiguration(jsonData: Data(changed.utf8))
        let api = try makeStream()
        hear(api, stride(from: 0, through: 20, by: 10))
        bench.play(api, 0..<40)
        api.end()
        // 0 to 20: ten seconds of each of two segments.
        #expect(short == ["\(fd) I0 0 0 0 0", "\(fd) S1 20 20 2 20"])
    }

    @Test(arguments: [
        (#"{"product": "dcrVideo", "segmentValue": 10, "creditValue": 5, "processors": []}"#, "dtvr only"),
        (#"{"product": "dtvr", "segmentValue": 10, "processors": []}"#, "creditValue"),
        (#"{"product": "dtvr", "segmentValue": 10, "creditValue": 11, "processors": []}"#, "creditValue"),
    ])
    func segmentsOfAProductAreChecked(_ product: String, _ said: String) {
        let text = #"{"schema": "launch-hub.sdk-configuration", "version": 1, "products": [\#(product)]}"#
        let error = #expect(throws: NielsenConfigurationError.self) {
            try NielsenConfiguration(jsonData: Data(text.utf8))
        }
        #expect(error?.description.contains(said) == true)
    }
}
