// SPDX-License-Identifier: Apache-2.0

import HubServices
import NielsenAppApi

/// By messages of a web page that keeps its calls for a while and sends them with their offsets.
final class BridgeTeller: Teller {
    private let clock: ManualClock
    private let handler: NielsenAppSDKJSHandler
    private var queue: [JSONValue] = []

    init(_ bench: WayBench) {
        clock = bench.clock
        handler = NielsenAppSDKJSHandler(apiType: "ggPM", environment: bench.environment)
        handler.initialize(appInfo: WayBench.appInfo)
    }

    func take(_ step: Step) {
        switch step {
        case .play: call("play")
        case .load(let asset): call("loadMetadata", .object(JSONObject(asset.metadata.mapValues(JSONValue.string))))
        case .at(let position): call("setPlayheadPosition", .int(position))
        case .stop: call("stop")
        case .end: call("end")
        case .background:
            send()
            handler.api?.handle(.background)
        case .pass(let milliseconds):
            // Nobody keeps calls back for minutes.
            if milliseconds > 60_000 || queue.count >= 40 { send() }
        }
    }

    func finish() {
        send()
        handler.api?.shutdown()
    }

    private var milliseconds: Double { Double(clock.now.nanoseconds) / 1e6 }

    private func call(_ event: String, _ parameter: JSONValue = .null) {
        queue.append(["event": .string(event), "param": parameter, "offset": .double(milliseconds)])
    }

    private func send() {
        guard !queue.isEmpty else { return }
        let message: JSONObject = ["sent": .double(milliseconds), "queue": .array(queue)]
        handler.receive(message.jsonText)
        queue = []
    }
}
