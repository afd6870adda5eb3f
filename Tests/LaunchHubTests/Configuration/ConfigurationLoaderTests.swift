// SPDX-License-Identifier: Apache-2.0

import TestSupport
import Foundation
import HubServices
import LaunchHub
import LoopbackHTTP
import Testing

/// How a published configuration is loaded, with answers, chance and time given by hand.
struct ConfigurationLoaderTests {
    private let client = ScriptedClient()
    private let clock = ManualClock()
    private let reports = Locked<[ConfigurationReport]>([])
    private let folder: TemporaryFolder
    private let a: AppIdentifier
    private let b: AppIdentifier

    init() throws {
        folder = try TemporaryFolder()
        a = try AppIdentifier("property/a")
        b = try AppIdentifier("property/b")
    }

    private func loader(
        base: String = "http://127.0.0.1:9/base",
        log: Log = .disabled,
        random: @escaping @Sendable () -> Double = { 0.5 },
        _ adjust: (inout PublishedConfigurations) -> Void = { _ in }
    ) throws -> ConfigurationLoader {
        let source = try ConfigurationSource(baseURL: try #require(URL(string: base)))
        var configurations = PublishedConfigurations(from: source, cacheFolder: folder.url, log: log)
        adjust(&configurations)
        return ConfigurationLoader(configurations, client: client, clock: clock, random: random) { [reports] report in
            reports.withLock { $0.append(report) }
        }
    }

    /// Every report so far.
    private var all: [ConfigurationReport] { reports.withLock { $0 } }

    /// What somebody who took every report has.
    private func layers() -> ConfigurationLayers {
        var layers = ConfigurationLayers()
        for report in all { layers.apply(report) }
        return layers
    }

    @Test func requestCarriesAddressAndLimits() throws {
        let loader = try loader(random: { 0.5 }) { configurations in
            configurations.limits = HTTPRequest.Limits(timeout: .seconds(4), bodyBytes: 1_000, redirects: 2)
        }
        loader.load(a)
        let request = try #require(client.requests.first)
        #expect(request.method == .get)
        #expect(request.url.absoluteString == "http://127.0.0.1:9/base/property/a.json")
        #expect(request.headers["Accept"] == "application/json")
        #expect(request.headers["User-Agent"] == "\(HubPackage.name)/\(HubPackage.version)")
        #expect(request.headers["If-None-Match"] == nil)
        #expect(request.limits == HTTPRequest.Limits(timeout: .seconds(4), bodyBytes: 1_000, redirects: 2))
    }

    @Test func firstThenSecondThenFirstEndsOnTheFirst() throws {
        let loader = try loader()
        let outcomes = Locked<[String]>([])
        for (name, appID) in [("first", a), ("second", b), ("third", a)] {
            loader.load(appID) { report in
                outcomes.withLock { $0.append("\(name) \(report.appID) \(report.values?["of"]?.stringValue ?? "-")") }
            }
        }
        #expect(client.cancelled == [0, 1])
        client.answer(1, 200, #"{"of":"b"}"#)
        client.answer(2, 200, #"{"of":"new a"}"#)
        client.answer(0, 200, #"{"of":"old a"}"#)
        #expect(layers().appID == a)
        #expect(layers().value(forKey: "of")?.value == "new a")
        #expect(outcomes.withLock { $0 } == ["second property/b -", "third property/a new a", "first property/a -"])
        #expect(
            all.filter { if case .superseded = $0 { true } else { false } } == [.superseded(b, 2), .superseded(a, 1)]
        )
    }

    @Test func joinedCallsHaveOneFetchAndAllTheirOutcome() throws {
        let loader = try loader()
        let outcomes = Locked(0)
        for _ in 0..<3 {
            let generation = loader.load(a) { _ in outcomes.withLock { $0 += 1 } }
            #expect(generation == 1)
        }
        #expect(client.requests.count == 1)
        client.answer(0, 200, "{}")
        #expect(outcomes.withLock { $0 } == 3)
    }

    @Test func stopCallsEverythingOff() throws {
        let loader = try loader()
        loader.load(a)
        client.answer(0, 500)
        loader.stop()
        #expect(clock.pendingCount == 0)
        #expect(all.last == .superseded(a, 1))
        loader.load(b)
        loader.stop()
        #expect(client.cancelled == [1])
        client.fail(1, .cancelled)
        #expect(all.last == .superseded(b, 2))
        loader.load(b)
        client.answer(2, 200, #"{"k":1}"#)
        #expect(all.last?.values == ["k": 1])
    }

    @Test func releasedLoaderDoesNotTryAgain() throws {
        var loader: ConfigurationLoader? = try loader()
        loader?.load(a)
        client.answer(0, 500)
        #expect(clock.pendingCount == 1)
        weak let released = loader
        loader = nil
        #expect(released == nil)
        #expect(clock.pendingCount == 0)
    }

    @Test func failuresAreTriedAgainWithJitter() throws {
        let chances = Locked<[Double]>([0, 1, 0.5])
        let loader = try loader(random: { chances.withLock { $0.removeFirst() } })
        loader.load(a)
        client.answer(0, 500)
        #expect(all.last?.retryIn == .seconds(1))
        clock.advance(by: .milliseconds(999))
        #expect(client.requests.count == 1)
        clock.advance(by: .milliseconds(1))
        #expect(client.requests.count == 2)
        client.fail(1, .connection("gone"))
        #expect(all.last?.retryIn == .seconds(1))
        clock.advance(by: .seconds(1))
        client.answer(2, 200, "<html>log in first</html>")
        #expect(all.last?.retryIn == .seconds(3))
        clock.advance(by: .seconds(3))
        client.answer(3, 200, #"{"k":1}"#)
        #expect(layers().value(forKey: "k")?.value == 1)
        #expect(clock.pendingCount == 0)
    }

    @Test func serverMayAskToBeLeftAlone() throws {
        let loader = try loader()
        loader.load(a)
        client.answer(0, 503, headers: ["retry-after": "45"])
        #expect(all.last?.retryIn == .seconds(45))
    }

    @Test(arguments: [
        (404, "", false), (403, "", false), (400, "", false), (204, "", false), (206, "{}", false),
        (408, "", true), (429, "", true), (500, "", true), (503, "", true),
        (200, "", true), (200, "{", true), (200, "[]", true), (200, #"{"a":1}x"#, true),
    ])
    func onlyWhatMayPassIsTriedAgain(_ status: Int, _ body: String, _ again: Bool) throws {
        let loader = try loader()
        loader.load(a)
        client.answer(0, status, body)
        #expect(all.last?.error != nil)
        #expect((all.last?.retryIn != nil) == again)
        #expect(clock.pendingCount == (again ? 1 : 0))
    }

    @Test func badAnswersNeverReplaceAGoodOne() throws {
        let loader = try loader()
        loader.load(a)
        client.answer(0, 200, #"{"k":"good"}"#, headers: ["ETag": "\"1\""])
        let kept = try Data(contentsOf: try #require(try folder.contents.first))
        let bad: [@Sendable (Int) -> Void] = [
            { [client] in client.answer($0, 200, "{\"k\":") },
            { [client] in client.answer($0, 200, "[1]") },
            { [client] in client.answer($0, 404, #"{"k":"not found"}"#) },
            { [client] in client.answer($0, 500, #"{"k":"error"}"#) },
            { [client] in client.answer($0, 206, #"{"k":"part"}"#) },
            { [client] in client.fail($0, .bodyTooLarge(limit: 1)) },
            { [client] in client.fail($0, .truncated(receivedBytes: 1, expectedBytes: 2)) },
            { [client] in client.fail($0, .tooManyRedirects(limit: 5)) },
        ]
        for (index, answer) in bad.enumerated() {
            loader.load(a)
            answer(index + 1)
            #expect(all.last?.error != nil)
            #expect(layers().value(forKey: "k")?.value == "good")
            #expect(layers().value(forKey: "k")?.origin == .remote)
            #expect(try folder.contents.count == 1)
            #expect(try Data(contentsOf: try #require(try folder.contents.first)) == kept)
        }
    }

    @Test func nextStartBeginsWithTheCacheAndAsksConditionally() throws {
        let first = try loader()
        first.load(a)
        let date = "Wed, 21 Oct 2015 07:28:00 GMT"
        client.answer(0, 200, #"{"k":{"n":[1,2.5,null]}}"#, headers: ["Etag": "W/\"1\"", "last-modified": date])
        reports.withLock { $0 = [] }

        let second = try loader()
        second.load(a)
        #expect(client.requests[1].headers["If-None-Match"] == "W/\"1\"")
        #expect(client.requests[1].headers["If-Modified-Since"] == date)
        #expect(layers().value(forKey: "k")?.value == ["n": [1, 2.5, nil]])
        #expect(layers().value(forKey: "k")?.origin == .cached)
        client.answer(1, 304)
        #expect(layers().value(forKey: "k")?.value == ["n": [1, 2.5, nil]])
        #expect(layers().value(forKey: "k")?.origin == .remote)
    }

    @Test func cacheOfAnotherAddressIsNotUsed() throws {
        let first = try loader()
        first.load(a)
        client.answer(0, 200, #"{"k":1}"#, headers: ["ETag": "\"1\""])
        let other = try loader(base: "http://127.0.0.1:9/other")
        other.load(a)
        #expect(all.last == .selected(a, 1, cached: nil))
        #expect(client.requests[1].headers["If-None-Match"] == nil)
    }

    @Test(arguments: ["", "{", "[]", "{}", #"{"schema":2,"values":{"k":"forged"}}"#])
    func damagedCacheCountsAsNone(_ text: String) throws {
        let first = try loader()
        first.load(a)
        client.answer(0, 200, #"{"k":1}"#, headers: ["ETag": "\"1\""])
        let file = try #require(try folder.contents.first)
        try Data(text.utf8).write(to: file)
        reports.withLock { $0 = [] }

        let second = try loader()
        second.load(a)
        #expect(all == [.selected(a, 1, cached: nil)])
        client.answer(1, 200, #"{"k":2}"#)
        let third = try loader()
        third.load(a)
        guard case .selected(_, _, let cached?) = all.last else {
            Issue.record("the damaged file was not replaced")
            return
        }
        #expect(cached.values == ["k": 2])
    }

    @Test func cacheOfALaterVersionIsLeftAloneAndThisVersionKeepsItsOwn() throws {
        let first = try loader()
        first.load(a)
        client.answer(0, 200, #"{"k":1}"#, headers: ["ETag": "\"1\""])
        let file = try #require(try folder.contents.first)
        let later = Data((#"{"schema":"launch-hub.kept","version":2,"checksum":"?"}"# + "\n{}\n").utf8)
        try later.write(to: file)

        let second = try loader()
        second.load(a)
        #expect(all.last == .selected(a, 1, cached: nil))
        client.answer(1, 200, #"{"k":2}"#, headers: ["ETag": "\"2\""])
        #expect(try Data(contentsOf: file) == later)
        let third = try loader()
        third.load(a)
        guard case .selected(_, _, let cached?) = all.last else {
            Issue.record("this version's own copy was not found")
            return
        }
        #expect(cached.values == ["k": 2])
        #expect(client.requests.last?.headers["If-None-Match"] == "\"2\"")
    }

    @Test func cacheThatCannotBeWrittenIsLoggedAndNoFailure() throws {
        let file = try folder.write("in the way", to: "file")
        let sink = RecordingSink()
        let loader = try loader(log: Log(level: .warning, sink: sink), random: { 0.5 }) { configurations in
            configurations.cacheFolder = file.appending(path: "cache", directoryHint: .isDirectory)
        }
        loader.load(a)
        client.answer(0, 200, #"{"k":1}"#)
        #expect(layers().value(forKey: "k")?.value == 1)
        #expect(sink.records.contains { $0.message.contains("not kept for the next start") })
    }

    // MARK: - Real sources

    @Test(arguments: ["", "{", "[]", "{\"k\":\"" + String(repeating: "x", count: 1_000) + "\"}"])
    func aBadFileNeverReplacesAGoodOne(_ text: String) throws {
        let published = try TemporaryFolder()
        try published.write(#"{"k":"good"}"#, to: "property/a.json")
        let first = try loader(base: published.url.absoluteString, random: { 0.5 }) { $0.limits.bodyBytes = 1_000 }
        first.load(a)
        #expect(layers().value(forKey: "k")?.value == "good")
        try published.write(text, to: "property/a.json")
        first.load(a)
        #expect(all.last?.error != nil)
        // The next start begins with the good one, too.
        reports.withLock { $0 = [] }
        let second = try loader(base: published.url.absoluteString, random: { 0.5 }) { $0.limits.bodyBytes = 1_000 }
        second.load(a)
        #expect(all.last?.error != nil)
        #expect(layers().value(forKey: "k")?.value == "good")
        #expect(layers().value(forKey: "k")?.origin == .cached)
    }

    @Test(.timeLimit(.minutes(10)))
    func aServerIsAskedConditionallyAndWhatIsCurrentIsKept() async throws {
        let server = try LoopbackServer { request, connection in
            if request.headers["if-none-match"] == "\"v1\"" {
                connection.respond(304)
            } else {
                connection.respond(200, headers: ["ETag": "\"v1\""], #"{"k":1}"#)
            }
        }
        defer { server.stop() }
        let configurations = PublishedConfigurations(
            from: try ConfigurationSource(baseURL: server.url()),
            cacheFolder: folder.url
        )
        for _ in 0..<2 {
            let arrivals = Arrivals<ConfigurationReport>()
            let loader = ConfigurationLoader(
                configurations,
                client: SystemHTTPClient(clock: clock),
                clock: clock,
                observer: arrivals.put
            )
            loader.load(a)
            var report = try await arrivals.next()
            while !report.isOutcome { report = try await arrivals.next() }
            #expect(report.values == ["k": 1])
        }
        #expect(server.requests.map { $0.headers["if-none-match"] } == [nil, "\"v1\""])
    }
}
