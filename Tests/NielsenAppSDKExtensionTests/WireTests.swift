// SPDX-License-Identifier: Apache-2.0

import Dispatch
import Foundation
import HubServices
import LaunchHub
import LaunchHubTesting
import NielsenAppApi
import NielsenAppSDKExtension
import NielsenTestSupport
import Testing

/// What leaves the device, over the wire, of random evenings.
struct WireTests {
    /// What a script left behind.
    struct Outcome {
        var pings: [WirePing] = []
        var credits: [NielsenCredit] = []
    }

    @Test(arguments: 0..<4)
    func whatLeavesIsWhatHappenedAndTheSameByEveryWay(_ seed: UInt64) async throws {
        let script = WireScript(seed: seed)
        let sent = try await byCalls(script)
        let calls = try await byCallsAlone(script)
        let faults = Self.faults(sent) + Self.choiceFaults(calls.pings)
        #expect(faults.isEmpty, "\(script.steps)\n\(faults.prefix(5).joined(separator: "\n"))")
        #expect(sent.pings.count == calls.pings.count, "\(script.steps)")
        let events = try await byTrackEvent(script)
        #expect(Self.difference(calls.pings, events.pings) == nil, "\(script.steps)")
        // Each event waits for its answer, so one script is enough.
        guard seed == 0 else { return }
        let hub = try await byHubEvents(script)
        #expect(Self.difference(events.pings, hub.pings) == nil, "\(script.steps)")
    }

    // MARK: - The ways in

    private func environment(_ script: WireScript, _ clock: ManualClock, _ pings: any NielsenPingSink)
        -> NielsenEnvironment
    {
        var device = NielsenDevice(osName: "iOS", osVersion: "16.1", model: "Phone")
        device.timeZone = script.timeZone
        return NielsenEnvironment(clock: clock, pings: pings, device: device, random: makeRepeatableRandom())
    }

    /// By calls, and through the delivery to an HTTP client.
    private func byCalls(_ script: WireScript) async throws -> Outcome {
        let clock = ManualClock()
        let collector = RecordingCollector()
        let lane = DispatchQueue(label: "wire")
        let delivery = collector.makeDelivery(clock, on: lane)
        var environment = environment(script, clock, delivery)
        environment.configuration = RecordingCollector.configuration
        let api = try NielsenAppApi.make(appInfo: WireScript.appInfo, environment: environment)
        let calls = WireCalls(api)
        try await WirePlayer(take: { calls.take($0) }, clock: clock).play(script)
        let requests = collector.requests(of: delivery, on: lane, clock)
        // What an ad server measures alone has no seconds in pings.
        let told = api.creditSummary.filter { $0.watermark == nil && ($0.lane != .ad || !$0.assetid.isEmpty) }
        #expect(api.lastErrorDict == nil)
        return Outcome(pings: requests.map(WirePing.init), credits: told)
    }

    private func byCallsAlone(_ script: WireScript) async throws -> Outcome {
        let clock = ManualClock()
        let sink = NielsenRecordingPingSink()
        let api = try NielsenAppApi.make(appInfo: WireScript.appInfo, environment: environment(script, clock, sink))
        let calls = WireCalls(api)
        try await WirePlayer(take: { calls.take($0) }, clock: clock).play(script)
        return Outcome(pings: sink.pings.map { WirePing($0.url, $0.body) })
    }

    private func byTrackEvent(_ script: WireScript) async throws -> Outcome {
        let clock = ManualClock()
        let sink = NielsenRecordingPingSink()
        let tracker = try NielsenEventTracker.make(
            appInfo: WireScript.appInfo,
            environment: environment(script, clock, sink)
        )
        try await WirePlayer(take: { tracker.trackEvent($0.dictionary.anyDictionary) }, clock: clock).play(script)
        return Outcome(pings: sink.pings.map { WirePing($0.url, $0.body) })
    }

    private func byHubEvents(_ script: WireScript) async throws -> Outcome {
        let clock = ManualClock()
        let sink = NielsenRecordingPingSink()
        let hub = EventHub(options: .patient(), clock: clock)
        let service = NielsenInstanceService(settings: .init(environment: environment(script, clock, sink)))
        try service.register(with: hub)
        await hub.start()
        let made = service.instantiateSDK(withConfiguration: WireScript.appInfo)
        let identifier = try #require(made["identifier"] as? String)
        let player = WirePlayer(
            take: {
                let event = try NielsenInstanceEvent.track($0.dictionary, identifier: identifier).event()
                _ = await hub.request(event)
            },
            clock: clock
        )
        try await player.play(script)
        return Outcome(pings: sink.pings.map { WirePing($0.url, $0.body) })
    }

    // MARK: - What must hold

    private static func difference(_ left: [WirePing], _ right: [WirePing]) -> String? {
        if let pair = zip(left, right).first(where: { $0.comparable != $1.comparable }) {
            return "one way tells\n\(pair.0.comparable)\nand the other\n\(pair.1.comparable)"
        }
        return left.count == right.count ? nil : "\(left.count) pings one way, \(right.count) the other"
    }

    private static func faults(_ outcome: Outcome) -> [String] {
        let pings = outcome.pings
        var faults: [String] = []
        if Set(pings.map(\.bytes)).count != pings.count { faults.append("two requests are equal") }
        let told = pings.filter(\.isDCR).reduce(0) { $0 + ($1.number("c27") ?? 0) }
        let credited = outcome.credits.reduce(0) { $0 + $1.seconds }
        if told != credited { faults.append("c27 tells \(told) s, and \(credited) s are credited: \(outcome.credits)") }
        faults += adFaults(pings) + watermarkFaults(pings)
        faults += headerFaults(pings)
        for collector in Dictionary(grouping: pings, by: \.isToAdServer).values { faults += choiceFaults(collector) }
        var lint = NielsenPingLint()
        for ping in pings { lint.read(ping.url, body: ping.body) }
        return faults + lint.finish().map { "lint: \($0)" }
    }

    /// The ads that content counts in the end are the ads that were seen in it, also those that their server alone measures.
    private static func adFaults(_ pings: [WirePing]) -> [String] {
        let seen =
            pings.filter { $0["prd"] == "dcr" && $0["ty"].hasSuffix("roll") && $0["davty"] == "0" }.count
            + pings.filter(\.isToAdServer).count
        let counted = pings.filter { $0["prd"] == "dcr" && $0["ty"] == "content" && $0["davty"] == "2" }
            .reduce(0) { $0 + ($1.number("c52") ?? 0) }
        let own = pings.filter { $0["ty"].hasSuffix("roll") && $0["prd"] == "dcr" }.allSatisfy { $0.number("c52") == 1 }
        let pages = pings.filter { $0["ty"] == "static" }.allSatisfy { $0.number("c52") == 0 && $0.number("c51") == 0 }
        return (seen == counted ? [] : ["content counts \(counted) ads, and \(seen) were seen"])
            + (own ? [] : ["an ad does not tell itself"]) + (pages ? [] : ["a page tells ads"])
    }

    private static func watermarkFaults(_ pings: [WirePing]) -> [String] {
        pings.filter { $0["st"] == "mtvr" }.compactMap { ping in
            let digits = ping["ca"].dropFirst("FD_FD".count)
            guard let channel = digits.first.flatMap({ Int(String($0)) }) else {
                return "\(ping["ca"]) is no identifier"
            }
            let isRight = ping["ci"] == WireScript.client(channel)
            return isRight ? nil : "\(ping["ca"]) is told of \(ping["ci"])"
        }
    }

    /// Headers name the SDK and the ping, and nothing that one ping has in common with another.
    private static func headerFaults(_ pings: [WirePing]) -> [String] {
        let ids = pings.compactMap { $0.headers["Idempotency-Key"] }
        let isRandom = Set(ids).count == pings.count && ids.allSatisfy { $0.count == 32 && $0.allSatisfy(\.isHexDigit) }
        let isNamed = pings.allSatisfy { $0.headers["User-Agent"]?.hasPrefix("NielsenAppApi/") == true }
        let others = Set(pings.flatMap { $0.headers.keys }).subtracting(["Idempotency-Key", "User-Agent"])
        return (isRandom ? [] : ["a request is not named by chance"]) + (isNamed ? [] : ["a request names no SDK"])
            + (others.isEmpty ? [] : ["headers are \(others.sorted())"])
    }

    /// Nothing in a ping after a choice equals what told one device or person from another in any ping before it.
    private static func choiceFaults(_ pings: [WirePing]) -> [String] {
        var faults: [String] = []
        var before: Set<String> = []
        var now: Set<String> = []
        var choice = "false"
        for ping in pings where !ping["uoo"].isEmpty {
            if ping["uoo"] != choice {
                choice = ping["uoo"]
                before.formUnion(now)
                now = []
            }
            now.formUnion(NielsenPingLint.joining.map { ping[$0] }.filter { $0.count >= 10 })
            let joined = before.intersection(ping.all)
            if !joined.isEmpty { faults.append("\(joined) goes on over a choice in \(ping.url)") }
            if choice == "true", NielsenPingLint.identifiers.contains(where: { !ping[$0].isEmpty }) {
                faults.append("an identifier stands beside uoo=true in \(ping.url)")
            }
        }
        return faults
    }
}

/// A request that was made.
struct WirePing {
    let url: String
    let body: String?
    private(set) var headers: [String: String] = [:]
    private let values: [String: String]

    init(_ url: String, _ body: String?) {
        self.url = url
        self.body = body
        var values: [String: String] = [:]
        for pair in url.drop(while: { $0 != "?" }).dropFirst().split(separator: "&") {
            let sides = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
            let text = sides.count > 1 ? sides[1].removingPercentEncoding ?? "" : ""
            // What stands in front of a value to say what it is.
            let isWorded = sides[0].hasPrefix("c") && Int(sides[0].dropFirst()) != nil
            values[sides[0]] = isWorded ? String(text.drop { $0 != "," }.dropFirst()) : text
        }
        self.values = values
    }

    init(_ request: HTTPRequest) {
        self.init(request.url.absoluteString, request.body.map { String(decoding: $0, as: UTF8.self) })
        headers = Dictionary(request.headers.fields.map { ($0.name, $0.value) }) { first, _ in first }
    }

    /// Every value in it.
    var all: some Sequence<String> { values.values }

    subscript(name: String) -> String { values[name] ?? "" }
    func number(_ name: String) -> Int? { Int(self[name]) }
    var bytes: String { url + "\n" + (body ?? "") }
    var isToAdServer: Bool { url.hasPrefix("https://ads.example/") }
    var isDCR: Bool { self["prd"] == "dcr" }
    /// Without the time of sending, which is another matter.
    var comparable: String { bytes.replacing(/c62=sendTime%2C\d+/, with: "c62") }
}
