// SPDX-License-Identifier: Apache-2.0

import TestSupport
import Foundation
import HubServices
import LaunchHub
import Testing

/// What a loader does with app ids, one after the other.
@Suite(.timeLimit(.minutes(10)))
final class ConfigurationLoaderTests: LoaderTestCase {
    @Test func requestCarriesAddressAndLimits() throws {
        let loader = try loader(random: { 0.5 }) { settings in
            settings.maximumBytes = 1_000
            settings.maximumRedirects = 2
            settings.timeout = .seconds(4)
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

    @Test func answersOfCalledOffRequestsAreNoFailures() throws {
        let loader = try loader()
        loader.load(a)
        loader.load(b)
        client.fail(0, .cancelled)
        #expect(all == [.selected(a, 1, cached: nil), .selected(b, 2, cached: nil), .superseded(a, 1)])
        #expect(clock.pendingCount == 0)
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

    @Test func completionHearsTheFirstOutcomeOnly() throws {
        let loader = try loader()
        let outcomes = Locked<[ConfigurationReport]>([])
        loader.load(a) { report in outcomes.withLock { $0.append(report) } }
        client.answer(0, 500)
        clock.advance(by: .seconds(1))
        client.answer(1, 200, #"{"a": 1}"#)
        #expect(
            outcomes.withLock { $0 }.map(\.error) == [
                .httpStatus(500, url: client.requests[0].url.absoluteString, retryAfter: nil)
            ]
        )
        #expect(all.last?.values == ["a": 1])
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

    @Test func observerMayCallTheLoader() throws {
        let source = try ConfigurationSource(baseURL: folder.url)
        try folder.write(#"{"next":"property/b"}"#, to: "property/a.json")
        try folder.write(#"{"k":1}"#, to: "property/b.json")
        let box = Locked<ConfigurationLoader?>(nil)
        let seen = Locked<[String]>([])
        let loader = ConfigurationLoader(
            settings: PublishedConfigurations.Settings(source: source),
            client: client
        ) { report in
            seen.withLock { $0.append("\(report.appID) \(report.isOutcome)") }
            guard let next = report.values?["next"]?.stringValue, let appID = try? AppIdentifier(next) else { return }
            box.withLock { $0 }?.load(appID)
        }
        box.withLock { $0 = loader }
        loader.load(a)
        box.withLock { $0 = nil }
        #expect(
            seen.withLock { $0 } == [
                "property/a false", "property/a true", "property/b false", "property/b true",
            ]
        )
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

    @Test func releasedLoaderEndsItsFetch() throws {
        var loader: ConfigurationLoader? = try loader()
        let outcomes = Locked(0)
        loader?.load(a) { _ in outcomes.withLock { $0 += 1 } }
        loader = nil
        client.answer(0, 200, #"{"k":1}"#)
        #expect(outcomes.withLock { $0 } == 1)
        #expect(layers().value(forKey: "k")?.value == 1)
    }

    @Test func clientThatAnswersAtOnceIsFine() throws {
        let source = try ConfigurationSource(baseURL: try #require(URL(string: "http://127.0.0.1:9")))
        let loader = ConfigurationLoader(
            settings: PublishedConfigurations.Settings(source: source),
            client: ImmediateClient()
        ) { [reports] report in reports.withLock { $0.append(report) } }
        loader.load(a)
        loader.load(b)
        #expect(layers().resolved() == ["path": "/property/b.json"])
    }

    @Test func executorDoesTheWork() throws {
        let source = try ConfigurationSource(baseURL: folder.url)
        try folder.write("{}", to: "property/a.json")
        let work = Locked<[@Sendable () -> Void]>([])
        let loader = ConfigurationLoader(
            settings: PublishedConfigurations.Settings(source: source),
            client: client,
            executor: { piece in work.withLock { $0.append(piece) } }
        ) { [reports] report in reports.withLock { $0.append(report) } }
        loader.load(a)
        #expect(all.isEmpty)
        for piece in work.withLock({ $0 }) { piece() }
        #expect(all.last?.values == [:])
    }

    @Test func reportsFromManyThreadsStayInOrder() async throws {
        try folder.write(#"{"of":"a"}"#, to: "property/a.json")
        try folder.write(#"{"of":"b"}"#, to: "property/b.json")
        let loader = try loader(base: folder.url.absoluteString, random: { 0.5 }) { $0.cacheFolder = nil }
        let appIDs = [a, b]
        let pending = Locked(200)
        let done = Mailbox<Void>()
        await withTaskGroup(of: Void.self) { group in
            for number in 0..<200 {
                group.addTask {
                    loader.load(appIDs[number % 2]) { _ in
                        let left = pending.withLock { count in
                            count -= 1
                            return count
                        }
                        if left == 0 { done.put(()) }
                    }
                }
            }
        }
        try await done.next()
        // What counts in the end is what the last generation is, whosever thread said so.
        let last = try #require(all.last { $0.values != nil })
        #expect(last.generation == all.map(\.generation).max())
        #expect(layers().value(forKey: "of")?.value.stringValue == (last.appID == a ? "a" : "b"))
    }
}

/// Answers with the path that was asked for before `send` returns.
private struct ImmediateClient: HTTPClient {
    func send(
        _ request: HTTPRequest,
        completion: @escaping @Sendable (Result<HTTPResponse, HTTPError>) -> Void
    ) -> HTTPTask {
        let body = JSONValue.object(["path": .string(request.url.path)]).jsonData()
        completion(.success(HTTPResponse(status: 200, body: body, url: request.url)))
        return HTTPTask()
    }
}
