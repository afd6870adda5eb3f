// SPDX-License-Identifier: Apache-2.0

import TestSupport
import Foundation
import HubServices
import LaunchHubServer
import LoopbackHTTP
import Testing
import HubStorage

@Suite(.timeLimit(.minutes(10)))
struct CollectorTests {
    @Test func aPingIsStoredAsItCame() async throws {
        let clock = ManualClock(date: Date(timeIntervalSince1970: 1_700_000_000.25))
        let server = try TestServer(clock: clock)
        let path = "/cgi-bin/gn?prd=dcr&rt=video&cr=4_00_99_V0_0&sessionId=s1&tl=A%20%26%20B&tl=again"
        let headers: HTTPHeaders = ["Idempotency-Key": "k1", "X-Other": "no"]
        #expect(try await server.get(path, headers: headers).status == 200)
        let ping = try #require(try server.collector.pings().first)
        #expect(ping.number == 1)
        #expect(ping.id == "k1")
        #expect(ping.method == "GET")
        #expect(ping.path == "/cgi-bin/gn")
        #expect(ping.parameters.map(\.name) == ["prd", "rt", "cr", "sessionId", "tl", "tl"])
        #expect(ping.parameters.suffix(2).map(\.value) == ["A & B", "again"])
        #expect(ping.time == 1_700_000_000_250)
        #expect(ping.headers["Idempotency-Key"] == "k1")
        #expect(ping.headers["X-Other"] == nil)
        let line = try await server.get("/api/pings").text
        #expect(line.hasSuffix("\n"))
        let json = try JSONObject(jsonText: line)
        #expect(json["parameters"]?[4] == ["tl", "A & B"])
        #expect(json["product"] == "dcr-video")
        #expect(json["cadence"] == "view")
        #expect(json["session"] == "s1")
    }

    @Test func bodiesAreKeptAlsoWhenTheyAreNoText() async throws {
        let server = try TestServer()
        #expect(try await server.post("/cgi-bin/gn?prd=viewability", #"{"invs":[]}"#).status == 200)
        let bytes = Data([0xff, 0x00, 0xfe])
        #expect(try await server.outcome(.post, "/cgi-bin/gn", body: bytes).get().status == 200)
        #expect(try server.collector.pings().map(\.body) == [Data(#"{"invs":[]}"#.utf8), bytes])
        let list = try await server.get("/api/pings?format=json").json
        #expect(list["pings"]?[0]?["body"] == #"{"invs":[]}"#)
        #expect(list["pings"]?[0]?["product"] == "viewability")
        #expect(list["pings"]?[1]?["bodyBase64"] == "/wD+")
    }

    @Test func theOldestPingsGoWhereThereAreTooMany() async throws {
        let collector = try Collector(limits: CollectorLimits(count: 10))
        let server = try TestServer(collector: collector)
        for number in 1...25 { _ = try await server.get("/cgi-bin/gn?n=\(number)") }
        #expect(try collector.pings().map(\.number) == Array(16...25))
        #expect(try collector.summary().dropped == 15)
        #expect(try await server.get("/api/pings/summary").json["dropped"] == 15)
    }

    @Test func theOldestPingsGoWhereTheyAreTooLarge() async throws {
        let folder = try TemporaryFolder()
        let limits = CollectorLimits(bytes: 100_000)
        let body = String(repeating: "x", count: 30_000)
        do {
            let server = try TestServer(collector: try Collector(file: folder.file("p.sqlite"), limits: limits))
            for _ in 0..<9 { _ = try await server.post("/cgi-bin/gn", body) }
            #expect(try server.collector.count().pings == 3)
        }
        // A collector that begins with them counts them too.
        let later = try TestServer(collector: try Collector(file: folder.file("p.sqlite"), limits: limits))
        _ = try await later.post("/cgi-bin/gn", body)
        #expect(try later.collector.pings().map(\.number) == [8, 9, 10])
        // One stays, however large it is.
        _ = try await later.post("/cgi-bin/gn", String(repeating: "y", count: 200_000))
        #expect(try later.collector.pings().map(\.number) == [11])
    }

    @Test func anAnswerHasNoMorePingsThanFourMebibytes() async throws {
        let server = try TestServer()
        let body = String(repeating: "x", count: 700_000)
        for _ in 0..<9 { _ = try await server.post("/cgi-bin/gn", body) }
        let first = try await server.get("/api/pings?format=json", limits: 64 << 20).json
        #expect(first["pings"]?.arrayValue?.count == 6)
        #expect(first["next"] == 6)
        let rest = try await server.get("/api/pings?format=json&after=6", limits: 64 << 20).json
        #expect(rest["pings"]?.arrayValue?.count == 3)
        let last = try await server.get("/api/pings?format=json&last=9", limits: 64 << 20).json
        #expect(last["pings"]?.arrayValue?.compactMap { $0["number"]?.intValue } == [4, 5, 6, 7, 8, 9])
    }

    @Test func allPingsComeInOneAnswerHoweverManyTheyAre() async throws {
        let server = try TestServer()
        for number in 1...1_200 {
            try server.collector.receive(ServerRequest("GET", try RequestTarget("/cgi-bin/gn?n=\(number)")))
        }
        func numbers(_ text: String) throws -> [Int64] {
            try text.split(separator: "\n").compactMap { try JSONObject(jsonText: String($0))["number"]?.intValue }
        }
        let all = try await server.get("/api/pings/all", limits: 64 << 20)
        #expect(all.headers["Content-Type"] == "application/x-ndjson")
        #expect(try numbers(all.text) == Array(1...1_200))
        #expect(try numbers(try await server.get("/api/pings/all?after=1190").text) == Array(1_191...1_200))
        #expect(try await server.get("/api/pings/all?after=1200").text.isEmpty)
        #expect(try await server.get("/api/pings/all?after=x").status == 400)
        let head = try server.raw("HEAD", "/api/pings/all")
        #expect(head.status == 405)
        #expect(head.body.isEmpty)
    }

    #if os(Linux)
        @Test func theFileIsForTheUserAlone() throws {
            let folder = try TemporaryFolder()
            let collector = try Collector(file: folder.file("p.sqlite"))
            let attributes = try FileManager.default.attributesOfItem(atPath: folder.file("p.sqlite").path)
            #expect((attributes[.posixPermissions] as? NSNumber)?.intValue == 0o600)
            withExtendedLifetime(collector) {}
        }
    #endif

    @Test func aDoubleIsCountedAndNotStored() async throws {
        let clock = ManualClock()
        let heard = Locked<[String]>([])
        let collector = try Collector { ping in heard.withLock { $0.append("\(ping.id ?? "-") \(ping.doubles)") } }
        let server = try TestServer(collector: collector, clock: clock)
        for id in ["a", "b", "a", "a"] {
            _ = try await server.get("/cgi-bin/gn?x=\(id)", headers: ["Idempotency-Key": id])
            clock.advance(by: .seconds(1))
        }
        // Without an id nobody can tell.
        for _ in 0..<2 { _ = try await server.get("/cgi-bin/gn") }
        let pings = try collector.pings()
        #expect(pings.map(\.id) == ["a", "b", nil, nil])
        #expect(pings.map(\.doubles) == [2, 0, 0, 0])
        #expect(pings[0].lastTime - pings[0].time == 3_000)
        // Of one that came once there is no last time.
        #expect(pings.map { $0.json["lastTime"] != nil } == [true, false, false, false])
        #expect(try collector.count() == (4, 2))
        collector.flush()
        #expect(heard.withLock { $0 } == ["a 0", "b 0", "a 1", "a 2", "- 0", "- 0"])
    }

    @Test func pagesAreAskedForByNumber() async throws {
        let server = try TestServer()
        for number in 1...7 { _ = try await server.get("/cgi-bin/gn?n=\(number)") }
        func ask(_ query: String) async throws -> [Int64] {
            let list = try await server.get("/api/pings?format=json&\(query)").json
            return list["pings"]?.arrayValue?.compactMap { $0["number"]?.intValue } ?? []
        }
        #expect(try await ask("limit=3") == [1, 2, 3])
        #expect(try await ask("after=3&limit=3") == [4, 5, 6])
        #expect(try await ask("after=7") == [])
        #expect(try await ask("last=2") == [6, 7])
        #expect(try await ask("last=1") == [7])
        #expect(try await server.get("/api/pings?format=json&after=7").json["next"] == 7)
        #expect(try await server.get("/api/pings?format=json&limit=2").json["next"] == 2)
        #expect(try await server.get("/api/pings").text.split(separator: "\n").count == 7)
    }

    @Test(arguments: ["after=-1", "after=x", "limit=0", "limit=99999999", "last=-3", "format=xml", "limit="])
    func aWrongQuestionIsRefused(_ query: String) async throws {
        let answer = try await TestServer().get("/api/pings?\(query)")
        #expect(answer.status == 400)
        let name = try #require(query.split(separator: "=").first)
        #expect(answer.error?.hasPrefix("\(name) is ") == true)
    }

    @Test func deletedPingsLeaveTheirNumbers() async throws {
        let server = try TestServer()
        for _ in 1...3 { _ = try await server.get("/cgi-bin/gn", headers: ["Idempotency-Key": UUID().uuidString]) }
        #expect(try server.raw("DELETE", "/api/pings").status == 204)
        #expect(try server.collector.pings().isEmpty)
        _ = try await server.get("/cgi-bin/gn")
        #expect(try server.collector.pings().map(\.number) == [4])
    }

    static let kinds: [(path: String, product: String, cadence: String)] = [
        ("/cgi-bin/gn?prd=dcr&rt=video&cr=4_00_99_V1_00000", "dcr-video", "view"),
        ("/cgi-bin/gn?prd=dcr&rt=audio&cr=4_00_99_D3_11111", "dcr-video", "duration"),
        ("/cgi-bin/gn?prd=dcr&rt=text&cr=V", "dcr-static", "view"),
        ("/cgi-bin/gn?prd=dcr&rt=text&cr=D", "dcr-static", "duration"),
        ("/cgi-bin/d?st=mtvr&cr=2_03_99_I1_00000_1", "dtvr", "impression"),
        ("/cgi-bin/d?st=mtvr&cr=2_03_99_V1_10000_1", "dtvr", "view"),
        ("/cgi-bin/d?st=mtvr&cr=2_03_99_D2_11111_1", "dtvr", "duration"),
        ("/cgi-bin/d?st=mtvr&cr=2_03_99_Q5_1&aqhflg=1", "dtvr", "quarter-hour"),
        ("/cgi-bin/gn?prd=session", "session", "session"), ("/cgi-bin/tsv?id3=x", "tsv", "lookup"),
        ("/cgi-bin/gn?prd=viewability&cr=V0", "viewability", "view"), ("/cgi-bin/gn?prd=audit", "audit", ""),
        ("/cgi-bin/a/b/c", "other", ""),
    ]

    @Test func pingsAreCountedByKindAndSession() async throws {
        let server = try TestServer()
        for session in ["s1", "s2"] {
            for kind in Self.kinds {
                let path = kind.path + (kind.path.contains("?") ? "&" : "?") + "sessionId=\(session)"
                _ = try await server.get(path, headers: ["Idempotency-Key": path])
            }
        }
        _ = try await server.get(Self.kinds[0].path, headers: ["Idempotency-Key": Self.kinds[0].path + "&sessionId=s1"])
        let json = try await server.get("/api/pings/summary").json
        #expect(json["pings"]?.intValue == Int64(Self.kinds.count * 2))
        #expect(json["doubles"] == 1)
        #expect(json["sessions"] == 2)
        #expect(json["products"]?["dcr-video"] == 4)
        let counted = json["kinds"]?.arrayValue ?? []
        #expect(counted.count == Self.kinds.count * 2)
        for kind in Self.kinds {
            let entry: JSONValue = [
                "product": .string(kind.product), "cadence": .string(kind.cadence), "session": "s2", "pings": 1,
            ]
            #expect(counted.contains(entry), "\(kind)")
        }
    }

    @Test func theTSVFlagIsAnsweredAndCanBeSet() async throws {
        let server = try TestServer()
        #expect(try await server.get("/cgi-bin/tsv?id3=x").json == ["flag": "99"])
        #expect(try await server.post("/api/tsv", #"{"flag":"03"}"#).status == 200)
        #expect(try await server.get("/cgi-bin/tsv?id3=x").json == ["flag": "03"])
        for wrong in [#"{"flag":"3"}"#, #"{"flag":3}"#, "{}", "x", #"{"flag":"ab"}"#] {
            #expect(try await server.post("/api/tsv", wrong).status == 400)
        }
        #expect(try await server.get("/api/tsv").json == ["flag": "03"])
        #expect(throws: CollectorError.self) { try Collector(tsvFlag: "nine") }
    }

    @Test func aFileKeepsItsPings() async throws {
        let folder = try TemporaryFolder()
        let file = folder.url.appending(path: "pings.sqlite")
        for round in 1...2 {
            let server = try TestServer(collector: try Collector(file: file))
            _ = try await server.get("/cgi-bin/gn?n=\(round)", headers: ["Idempotency-Key": "k\(round)"])
            _ = try await server.get("/cgi-bin/gn?n=1", headers: ["Idempotency-Key": "k1"])
            server.server.stop()
        }
        let pings = try Collector(file: file).pings()
        #expect(pings.map(\.id) == ["k1", "k2"])
        #expect(pings.map(\.doubles) == [2, 0])
        #expect(pings.map(\.parameters) == [[.init("n", "1")], [.init("n", "2")]])
    }

    /// 2xx would let the sender forget it, and 4xx would set it aside.
    @Test func aPingThatCannotBeStoredIsAskedForAgain() async throws {
        let folder = try TemporaryFolder()
        let file = folder.url.appending(path: "pings.sqlite")
        let server = try TestServer(collector: try Collector(file: file))
        try RawDatabase(file).run("ALTER TABLE pings RENAME TO gone")
        #expect(try await server.get("/cgi-bin/gn?n=1", headers: ["Idempotency-Key": "k1"]).status == 507)
        try RawDatabase(file).run("ALTER TABLE gone RENAME TO pings")
        #expect(try await server.get("/cgi-bin/gn?n=1", headers: ["Idempotency-Key": "k1"]).status == 200)
        #expect(try server.collector.pings().map(\.id) == ["k1"])
    }

    @Test func anotherProgramsFileIsLeftAlone() throws {
        let folder = try TemporaryFolder()
        let text = try folder.write(
            "this is no database, and it has more than a hundred bytes so that it is looked at "
                + String(repeating: "x", count: 100),
            to: "notes.txt"
        )
        #expect(throws: CollectorError.self) { try Collector(file: text) }
        let queue = folder.url.appending(path: "other.sqlite")
        let hits = HitQueue(location: .file(queue), processor: NoProcessor(), privacy: .unknown)
        _ = try hits.enqueue(HitQueue.Draft(payload: Data("x".utf8), stream: "s"))
        hits.close()
        let error = #expect(throws: CollectorError.self) { try Collector(file: queue) }
        #expect(error?.description.contains("another program's database") == true)
        #expect(throws: CollectorError.self) { try Collector(file: URL(fileURLWithPath: "/nonexistent/x.sqlite")) }
    }

    @Test func manySendersLoseAndDoubleNothing() async throws {
        let numbers = Locked<[Int64]>([])
        let collector = try Collector { ping in if ping.doubles == 0 { numbers.withLock { $0.append(ping.number) } } }
        let server = try TestServer({ $0.threads = 4 }, collector: collector)
        let port = server.address.port
        await withTaskGroup(of: Void.self) { group in
            for sender in 0..<8 {
                group.addTask {
                    // Every ping twice, the second time by the next sender.
                    var text = ""
                    for owner in [sender, (sender + 1) % 8] {
                        for number in 0..<50 {
                            text +=
                                "GET /cgi-bin/gn?n=\(number) HTTP/1.1\r\nHost: localhost\r\n"
                                + "Idempotency-Key: \(owner)-\(number)\r\n"
                                + (owner != sender && number == 49 ? "Connection: close\r\n" : "") + "\r\n"
                        }
                    }
                    _ = try? RawConnection.exchange(Data(text.utf8), port: port)
                }
            }
        }
        #expect(try collector.count() == (400, 400))
        collector.flush()
        #expect(numbers.withLock { $0 } == Array(1...400))
        let bySender = Dictionary(grouping: try collector.pings(), by: { $0.id?.prefix(1) })
        #expect(bySender.count == 8)
    }
}

private struct NoProcessor: HitProcessor {
    func process(_ hit: HitQueue.Hit, completion: @escaping @Sendable (HitAnswer) -> Void) { completion(.sent) }
}
