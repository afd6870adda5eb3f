// SPDX-License-Identifier: Apache-2.0

import Foundation
import HubServices
import NielsenAppApi
import TestSupport
import Testing

@testable import LaunchHubServer

/// Parts of what a collector has, to the byte, and whose file it takes for its own.
@Suite(.timeLimit(.minutes(10)))
struct CollectorPartTests {
    /// Stores pings whose path, query and body have as many bytes as the targets and bodies.
    private func fill(_ collector: Collector, _ target: String, _ bodies: [String]) throws {
        for body in bodies {
            try collector.receive(ServerRequest("POST", try RequestTarget(target), body: Data(body.utf8)))
        }
    }

    // MARK: - Parts

    /// The path has 11 bytes, the query 3 and the body 8: a part ends with the ping with which it is full.
    @Test(arguments: [(21, 1), (22, 1), (23, 2), (43, 2), (44, 2), (45, 3)])
    func aPartEndsWhereItIsFull(_ bytes: Int, _ count: Int) throws {
        let collector = try Collector()
        try fill(collector, "/cgi-bin/gn?abc", ["12345678", "12345678", "12345678"])
        #expect(try collector.page(after: 0, limit: 9, bytes: bytes).map(\.number) == Array(1...Int64(count)))
    }

    /// Without a query a ping has 19 bytes.
    @Test(arguments: [(19, 1), (20, 2)])
    func aQueryThatIsNotThereHasNoBytes(_ bytes: Int, _ count: Int) throws {
        let collector = try Collector()
        try fill(collector, "/cgi-bin/gn", ["12345678", "12345678"])
        #expect(try collector.page(after: 0, limit: 9, bytes: bytes).count == count)
    }

    @Test(arguments: [(22, [3]), (23, [2, 3]), (45, [1, 2, 3])] as [(Int, [Int64])])
    func aPartOfTheLastPingsIsInTheirOrder(_ bytes: Int, _ numbers: [Int64]) throws {
        let database = try CollectorDatabase(path: ":memory:")
        let ping = CollectedPing(
            number: 0,
            id: nil,
            method: "GET",
            path: "/cgi-bin/gn",
            query: "abc",
            parameters: [],
            headers: [:],
            body: Data("12345678".utf8),
            time: 1,
            doubles: 0,
            lastTime: 1
        )
        for _ in 0..<3 { _ = try database.store(ping) }
        #expect(try database.lastPings(9, bytes: bytes).map(\.number) == numbers)
    }

    @Test func thereMayBeOnePingAndTheFirstOneMayBeAskedFor() async throws {
        let server = try TestServer()
        try fill(server.collector, "/cgi-bin/gn", ["a", "b"])
        func numbers(_ path: String) async throws -> [Int64?] {
            let answer = try await server.get(path)
            #expect(answer.status == 200)
            return try answer.text.split(separator: "\n").map {
                try JSONObject(jsonText: String($0))["number"]?.intValue
            }
        }
        #expect(try await numbers("/api/pings?limit=1") == [1])
        #expect(try await numbers("/api/pings?after=0") == [1, 2])
        #expect(try await numbers("/api/pings/all?after=0") == [1, 2])
        #expect(try await numbers("/api/pings/all?after=1") == [2])
    }

    // MARK: - What is kept

    /// A target of 11 bytes, an object of 2 for the fields, and bodies of 7: two pings fill the collector.
    @Test func afterADeletionThereAreNoBytes() throws {
        let collector = try Collector(limits: CollectorLimits(bytes: 40))
        try fill(collector, "/cgi-bin/gn", ["1234567", "1234567"])
        try collector.removeAll()
        try fill(collector, "/cgi-bin/gn", ["1234567", "1234567"])
        #expect(try collector.pings().map(\.number) == [3, 4])
        try fill(collector, "/cgi-bin/gn", ["1234567"])
        #expect(try collector.pings().map(\.number) == [4, 5])
    }

    @Test func aSummaryOfNothingHasZeros() throws {
        let empty: JSONObject = [
            "pings": 0, "doubles": 0, "sessions": 0, "dropped": 0, "products": [:], "kinds": [],
        ]
        #expect(PingSummary().json == empty)
        #expect(try Collector().summary().json == empty)
    }

    // MARK: - Files

    @Test(arguments: [
        ("CREATE TABLE notes (text TEXT)", false), ("PRAGMA application_id = 7", false),
        ("PRAGMA application_id = 1", false), ("PRAGMA user_version = 7", true),
    ])
    func aFileIsTakenWhereItIsEmptyAndNobodys(_ sql: String, _ isTaken: Bool) throws {
        let folder = try TemporaryFolder()
        let file = folder.file("p.sqlite")
        try RawDatabase(file).run(sql)
        guard !isTaken else {
            let collector = try Collector(file: file)
            try fill(collector, "/cgi-bin/gn", ["a"])
            return #expect(try collector.count() == (1, 0))
        }
        let error = #expect(throws: CollectorError.self) { try Collector(file: file) }
        #expect(error?.description.contains("it is another program's database; give a file of its own") == true)
        // Nothing was put into it.
        let tables = try RawDatabase(file).run("SELECT name FROM sqlite_master")
        #expect(tables == (sql.contains("TABLE") ? ["notes"] : []))
    }

    /// What cannot be counted is shown as nothing.
    @Test func aPageOfACollectorThatCannotBeReadShowsNoPings() async throws {
        let folder = try TemporaryFolder()
        let file = folder.file("p.sqlite")
        let server = try TestServer(collector: try Collector(file: file))
        try fill(server.collector, "/cgi-bin/gn", ["a"])
        #expect(try await server.get("/api/status").json["pings"] == 1)
        try RawDatabase(file).run("ALTER TABLE pings RENAME TO gone")
        let state = try await server.get("/api/status").json
        #expect(state["pings"] == 0)
        #expect(state["doubles"] == 0)
        #expect(state["dropped"] == 0)
    }

    // MARK: - Ways in

    /// Whoever stops a server has heard of every ping.
    @Test func aServerThatHasStoppedHasToldOfEveryPing() throws {
        let gate = DispatchSemaphore(value: 0)
        let heard = Locked<[Int64]>([])
        let collector = try Collector { ping in
            if ping.number == 1 { gate.wait() }
            heard.withLock { $0.append(ping.number) }
        }
        let server = try TestServer(collector: collector)
        for _ in 0..<2_000 { try fill(collector, "/cgi-bin/gn", ["a"]) }
        gate.signal()
        server.server.stop()
        #expect(heard.withLock { $0 } == Array(1...2_000))
    }

    /// The time of sending is written into the address, in seconds.
    @Test func aPingOfThisProcessIsStoredAsIfItHadBeenSent() throws {
        let collector = try Collector()
        let ping = NielsenPing(
            product: .session,
            cadence: .session,
            method: .post,
            url: "http://127.0.0.1:8642/cgi-bin/gn?t=0000000000&x=1",
            body: "{}",
            stream: "s",
            id: "k1",
            createdAt: 1,
            sendTimePosition: 35
        )
        try collector.receive(ping, at: Date(timeIntervalSince1970: 1_700_000_000.5))
        let stored = try #require(try collector.pings().first)
        #expect(stored.method == "POST" && stored.path == "/cgi-bin/gn" && stored.query == "t=1700000000&x=1")
        #expect(stored.id == "k1" && stored.body == Data("{}".utf8))
        #expect(stored.time == 1_700_000_000_500)
        #expect(stored.headers == ["Idempotency-Key": "k1", "User-Agent": "launchhub bridge"])
    }
}
