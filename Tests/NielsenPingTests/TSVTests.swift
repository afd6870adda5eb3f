// SPDX-License-Identifier: Apache-2.0

import NielsenTestSupport
import HubServices
import NielsenAppApi
import Testing

/// TSV requests and what is answered to them.
struct TSVTests {
    private let bench = PingBench()
    private let sink = AnsweringSink()
    private let second = PingBench.otherCID

    private func makeStream() throws -> NielsenAppApi {
        var environment = bench.environment
        environment.pings = sink
        let api = try NielsenAppApi.make(
            appInfo: PingBench.appInfo,
            delegate: bench.hearing,
            environment: environment
        )
        api.play(["channelName": "News"])
        api.loadMetadata(["type": "content", "adModel": "1"])
        return api
    }

    /// A watermark each ten seconds; those at 150, 450, 750 and so on are the ones that make a duration ping due.
    private func hear(_ api: NielsenAppApi, _ offsets: StrideThrough<Int>, fd: String = PingBench.firstCID) {
        for offset in offsets {
            api.sendID3(PingBench.tag(offset, fd: fd, pc: PingBench.nullCID))
            bench.clock.advance(by: .seconds(10))
        }
    }

    /// What was made, in order: `tsv` and the DTVR pings with their mark and flag.
    private var story: [String] {
        sink.pings.compactMap { ping in
            let reading = PingReading(ping)
            switch ping.product {
            case .tsv: return "tsv \(reading["id3"].split(separator: "/")[4])"
            case .dtvr:
                let parts = reading["cr"].split(separator: "_")
                return "\(parts[3].prefix(1)) \(parts[2])"
            default: return nil
            }
        }
    }

    @Test func anAnswerIsToldInLaterPings() throws {
        let api = try makeStream()
        hear(api, stride(from: 0, through: 10, by: 10))
        sink.answer(#"{"flag": "03"}"#)
        hear(api, stride(from: 20, through: 600, by: 10))
        api.end()
        #expect(story == ["tsv 00000", "I 99", "V 03", "D 03", "Q 03", "D 03", "D 03"])
        #expect(bench.hearing.errors.isEmpty)
    }

    @Test func withoutAnAnswerItIsAskedBeforeEachDuration() throws {
        let api = try makeStream()
        hear(api, stride(from: 0, through: 600, by: 10))
        api.end()
        #expect(
            story == [
                "tsv 00000", "I 99", "V 99", "tsv 00270", "D 99", "Q 99", "tsv 00570", "D 99",
                // No ping follows the last one, so that nobody would use the answer.
                "D 99",
            ]
        )
        #expect(bench.hearing.errors.isEmpty)
    }

    @Test(arguments: [("03", true), ("07", true), ("99", false), ("01", false)])
    func onlyTwoFlagsSettleTheQuestion(_ flag: String, _ isSettled: Bool) throws {
        let api = try makeStream()
        hear(api, stride(from: 0, through: 10, by: 10))
        sink.answer("{\"flag\": \"\(flag)\"}")
        hear(api, stride(from: 20, through: 600, by: 10))
        #expect(sink.questions.count == (isSettled ? 1 : 3))
        #expect(story.last == "D \(flag)")
    }

    /// Duration pings of both identifiers come at one watermark, and there is one question about it.
    @Test func aWatermarkIsAskedAboutOnce() throws {
        let api = try makeStream()
        for offset in stride(from: 0, through: 570, by: 10) {
            api.sendID3(PingBench.tag(offset))
            bench.clock.advance(by: .seconds(10))
        }
        #expect(story.filter { $0.hasPrefix("D") }.count == 4)
        #expect(story.filter { $0.hasPrefix("tsv") } == ["tsv 00000", "tsv 00270", "tsv 00570"])
    }

    @Test func anotherIdentifierIsAskedAboutAnew() throws {
        let api = try makeStream()
        hear(api, stride(from: 0, through: 10, by: 10))
        sink.answer(#"{"flag": "07"}"#)
        hear(api, stride(from: 20, through: 60, by: 10))
        hear(api, stride(from: 0, through: 270, by: 10), fd: second)
        #expect(story == ["tsv 00000", "I 99", "S 07", "tsv 00000", "I 99", "V 99", "tsv 00270", "D 99", "Q 99"])
        #expect(sink.questions[1].url.contains("AAAAAAAAAAAAAAAAAAAAAA"))
    }

    @Test func anAnswerAboutWhatIsGoneIsNotTaken() throws {
        let api = try makeStream()
        hear(api, stride(from: 0, through: 10, by: 10))
        let early = sink.questions.last
        hear(api, stride(from: 0, through: 10, by: 10), fd: second)
        sink.answer(early, .received(status: 200, body: #"{"flag": "03"}"#))
        hear(api, stride(from: 20, through: 270, by: 10), fd: second)
        #expect(story.suffix(3) == ["tsv 00270", "D 99", "Q 99"])
        #expect(bench.hearing.errors.isEmpty)
    }

    @Test(arguments: [
        (#"{"flag":"03"}"#, "03"), (#" {"flag": 7, "more": 1} "#, "07"), (#"cb({"flag":"03"})"#, "03"),
        ("cb( {\"flag\":\"42\"} );\n", "42"), ("", "99"), ("  \n", "99"),
    ])
    func answersAreRead(_ body: String, _ flag: String) throws {
        let api = try makeStream()
        hear(api, stride(from: 0, through: 10, by: 10))
        sink.answer(body)
        api.end()
        #expect(story.last == "S \(flag)")
        #expect(bench.hearing.errors.isEmpty)
    }

    @Test(arguments: [
        "<html>", "[]", "03", #"{"tsv":"03"}"#, #"{"flag":"3"}"#, #"{"flag":"0x"}"#, #"{"flag":100}"#,
        #"{"flag":null}"#, "cb(", "cb()x", "{", String(repeating: "a", count: 70_000),
    ])
    func anAnswerThatCannotBeReadIsError11(_ body: String) throws {
        let api = try makeStream()
        hear(api, stride(from: 0, through: 10, by: 10))
        sink.answer(body)
        #expect(bench.hearing.errors == [11])
        api.end()
        #expect(story.last == "S 99")
    }

    @Test func aRequestThatFailsIsError11AndTheMeasurementGoesOn() throws {
        let api = try makeStream()
        hear(api, stride(from: 0, through: 10, by: 10))
        sink.answer("{}", status: 503)
        sink.answer(sink.questions.last, .failed("the network is down"))
        // An answer from elsewhere is none, whatever it says.
        sink.answer(sink.questions.last, .received(status: 300, body: #"{"flag": "03"}"#))
        #expect(bench.hearing.errors == [11, 11, 11])
        #expect(bench.hearing.texts[0].contains("status 503"))
        #expect(bench.hearing.texts[1].contains("the network is down"))
        hear(api, stride(from: 20, through: 270, by: 10))
        #expect(story.suffix(4) == ["V 99", "tsv 00270", "D 99", "Q 99"])
    }

    @Test func anInstanceThatIsOverHearsNoAnswers() throws {
        let api = try makeStream()
        hear(api, stride(from: 0, through: 10, by: 10))
        #expect(sink.listenerCount == 1)
        api.shutdown()
        #expect(sink.listenerCount == 0)
        sink.answer("nonsense")
        #expect(bench.hearing.errors.isEmpty)
    }

    @Test func instancesHearTheirOwnAnswersOnly() throws {
        let first = try makeStream()
        bench.clock.advance(by: .seconds(1))
        let other = try makeStream()
        hear(first, stride(from: 0, through: 0, by: 10))
        hear(other, stride(from: 0, through: 0, by: 10))
        sink.answer(sink.questions[0], .received(status: 200, body: #"{"flag": "03"}"#))
        let before = sink.pings.count
        first.end()
        other.end()
        let told = sink.pings.dropFirst(before).filter { $0.product == .dtvr }.map { PingReading($0)["cr"] }
        #expect(told == ["4_00_03_S1_0", "4_00_99_S1_0"])
    }
}
