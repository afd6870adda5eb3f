// SPDX-License-Identifier: Apache-2.0

import NielsenTestSupport
import HubServices
import NielsenAppApi
import Testing

/// TSV requests and what is answered to them.
struct TSVTests {
    private let bench = PingBench()
    private let sink = AnsweringSink()

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

    /// A watermark each ten seconds; those at 300, 600, 900 and so on are the ones that make a duration ping due.
    private func hear(_ api: NielsenAppApi, _ offsets: StrideThrough<Int>, fd: String = PingBench.firstCID) {
        for offset in offsets {
            api.sendID3(PingBench.tag(offset, fd: fd, pc: PingBench.nullCID))
            bench.clock.advance(by: .seconds(10))
        }
    }

    /// What was made, in order: `tsv` and the DTVR pings with their mark and flag.
    private var story: [String] { story(sink.pings) }

    private func story(_ pings: [NielsenPing]) -> [String] {
        pings.compactMap { ping in
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
        #expect(story == ["tsv 00000", "I 99", "V 03", "Q 03", "D 03", "D 03", "D 03"])
        #expect(bench.hearing.errors.isEmpty)
    }

    /// Nothing else need happen before the process ends.
    @Test func anAnswerIsToldInWhatAKilledProcessLeaves() throws {
        let api = try makeStream()
        hear(api, stride(from: 0, through: 100, by: 10))
        sink.answer(#"{"flag": "03"}"#)
        withExtendedLifetime(api) {
            #expect(story(sink.left) == ["D 03"])
        }
    }

    /// Duration pings of both identifiers come at one watermark, and there is one question about it.
    @Test func aWatermarkIsAskedAboutOnce() throws {
        let api = try makeStream()
        for offset in stride(from: 0, through: 600, by: 10) {
            api.sendID3(PingBench.tag(offset))
            bench.clock.advance(by: .seconds(10))
        }
        #expect(story.filter { $0.hasPrefix("D") }.count == 4)
        #expect(story.filter { $0.hasPrefix("tsv") } == ["tsv 00000", "tsv 00300", "tsv 00600"])
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
        hear(api, stride(from: 20, through: 300, by: 10))
        #expect(story.suffix(4) == ["V 99", "Q 99", "tsv 00300", "D 99"])
    }
}
