// SPDX-License-Identifier: Apache-2.0

import Foundation
import HubServices
import NielsenAppApi
import Testing

/// The way of an answer from a collector through the delivery into later pings.
struct DeliveredAnswerTests {
    @Test(.timeLimit(.minutes(10)))
    func theFlagThatACollectorAnswersIsToldInLaterPings() async throws {
        let (addresses, arrived) = AsyncStream.makeStream(of: String.self)
        let bench = CodeBench()
        let (_, delivery) = try bench.makeDelivery { request in
            arrived.yield(request.url.absoluteString)
            let isTSV = request.url.absoluteString.contains("/tsv?")
            return .status(200, isTSV ? #"{"flag": "03"}"# : "", to: request)
        }
        let relay = RelayingSink(delivery)
        let api = try bench.makeApi { $0.pings = relay }
        api.loadMetadata(["type": "content", "adModel": "1"])
        api.sendID3(PingBench.tag(0, pc: PingBench.nullCID))
        await relay.answer()
        api.sendID3(PingBench.tag(10, pc: PingBench.nullCID))
        api.end()
        var told: [String] = []
        for await address in addresses where address.contains("st=mtvr") {
            told.append(address.components(separatedBy: "cr=").last?.components(separatedBy: "&").first ?? "")
            if told.count == 2 { break }
        }
        #expect(told == ["4_00_99_I0_0", "4_00_03_S1_0"])
    }
}

/// Hands everything on, and says when the instance has received an answer.
private final class RelayingSink: NielsenAnsweringPingSink {
    private let delivery: NielsenPingDelivery
    private let answers: AsyncStream<Void>
    private let heard: AsyncStream<Void>.Continuation

    init(_ delivery: NielsenPingDelivery) {
        self.delivery = delivery
        (answers, heard) = AsyncStream.makeStream()
    }

    func answer() async {
        for await _ in answers { return }
    }

    func send(_ ping: NielsenPing) { delivery.send(ping) }

    func attach(
        stream: String,
        configuration: NielsenConfiguration,
        report: @escaping @Sendable (NielsenError) -> Void
    ) {
        delivery.attach(stream: stream, configuration: configuration, report: report)
    }

    func detach(stream: String) { delivery.detach(stream: stream) }

    func setAnswerListener(forStream stream: String, _ listener: (@Sendable (NielsenPingAnswer) -> Void)?) {
        guard let listener else { return delivery.setAnswerListener(forStream: stream, nil) }
        delivery.setAnswerListener(forStream: stream) { [heard] answer in
            listener(answer)
            heard.yield()
        }
    }
}
