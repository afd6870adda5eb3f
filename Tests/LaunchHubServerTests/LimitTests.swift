// SPDX-License-Identifier: Apache-2.0

import Foundation
import HubServices
import HubStorage
import LaunchHubServer
import Testing
import TestSupport

/// Limits of the server and its collector, at exactly the number and one beyond.
@Suite(.timeLimit(.minutes(10)))
struct LimitTests {
    // MARK: - Requests and answers

    @Test(arguments: [(200, 200), (599, 599), (199, 500), (600, 500), (-1, 500)])
    func aStatusThatEndsNoRequestIsAFailureOfTheServer(_ status: Int, _ answered: Int) throws {
        let server = try TestServer(routes: [Route("GET", "/odd") { _ in ServerResponse(status: status) }])
        #expect(try server.raw("GET", "/odd").status == answered)
    }

    @Test func aServerMayTakeNoBodyAtAll() throws {
        let route = Route("POST", "/echo") { request in ServerResponse(status: 201, body: request.body) }
        let server = try TestServer({ $0.bodyBytes = 0 }, routes: [route])
        #expect(try server.raw("POST", "/echo").status == 201)
        #expect(try server.raw("POST", "/echo", body: "x").status == 413)
    }

    @Test func aHeadMayHave100KilobytesAndNot130() throws {
        let server = try TestServer()
        func status(_ bytes: Int) throws -> Int {
            try server.raw("GET", "/api/status", headers: ["X-Long: \(String(repeating: "a", count: bytes))"]).status
        }
        #expect(try status(100_000) == 200)
        #expect(try status(131_072) != 200)
    }

    /// A body whose length is not announced is read on for a while, so that its client reads why it is refused.
    @Test func aBodyWithoutEndIsBrokenOff() throws {
        let server = try TestServer { $0.bodyBytes = 1_000 }
        let connection = try RawConnection(port: server.address.port)
        connection.send(Data("POST /cgi-bin/gn HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n".utf8))
        let chunk = Data("10000\r\n".utf8) + Data(repeating: 0x78, count: 1 << 16) + Data("\r\n".utf8)
        // What the system keeps on the way comes on top of the mebibyte that is read.
        var sent = 0
        while sent < 1_000, connection.send(chunk) { sent += 1 }
        connection.end()
        #expect(sent < 1_000)
        #expect(try server.raw("GET", "/api/status").status == 200)
    }

    @Test func anAnswerInJSONIsALine() async throws {
        #expect(try await TestServer().get("/api/tsv").text == "{\"flag\":\"99\"}\n")
    }

    // MARK: - Pages of pings

    private func fill(_ collector: Collector, _ count: Int, _ target: String = "/cgi-bin/gn", body: String = "") throws
    {
        for _ in 0..<count {
            try collector.receive(ServerRequest("POST", try RequestTarget(target), body: Data(body.utf8)))
        }
    }

    @Test(arguments: [("limit=10000", 200), ("limit=10001", 400), ("last=10000", 200), ("last=10001", 400)])
    func aPageHasTenThousandPingsAtMost(_ query: String, _ status: Int) async throws {
        #expect(try await TestServer().get("/api/pings?\(query)").status == status)
    }

    @Test func aPageHasAThousandPingsWhereNobodySays() async throws {
        let server = try TestServer()
        try fill(server.collector, 1_001)
        let page = try await server.get("/api/pings?format=json", limits: 64 << 20).json
        #expect(page["pings"]?.arrayValue?.count == 1_000)
        #expect(page["next"] == 1_000)
        #expect(try await server.get("/api/pings?format=json&after=1000&last=0").json["pings"]?.arrayValue?.count == 1)
    }

    // MARK: - What is kept

    @Test func limitsAreAtLeastOne() throws {
        let limits = CollectorLimits(count: 0, bytes: 0)
        #expect(limits.count == 1)
        #expect(limits.bytes == 1)
        // One ping stays even where somebody sets less.
        var none = CollectorLimits()
        none.count = 0
        let collector = try Collector(limits: none)
        try fill(collector, 2)
        #expect(try collector.pings().map(\.number) == [2])
        #expect(CollectorLimits().count == 200_000)
        #expect(CollectorLimits().bytes == 64 << 20)
    }

    /// Target, header fields as JSON and body: 13, 2 and 8 bytes.
    @Test(arguments: ["/cgi-bin/gn?a", "/cgi-bin/gnnn", "/cgi-bin/gn/\u{e9}"])
    func bytesAreCountedToTheLast(target: String) throws {
        let bytes = target.utf8.count + "{}".utf8.count + 8
        let folder = try TemporaryFolder()
        func kept(_ limit: Int, _ name: String, rounds: [Int]) throws -> [Int64] {
            var numbers: [Int64] = []
            for count in rounds {
                let collector = try Collector(file: folder.file(name), limits: CollectorLimits(bytes: limit))
                try fill(collector, count, target, body: "12345678")
                numbers = try collector.pings().map(\.number)
            }
            return numbers
        }
        #expect(try kept(2 * bytes, "fits", rounds: [2]) == [1, 2])
        #expect(try kept(2 * bytes, "one more", rounds: [3]) == [2, 3])
        #expect(try kept(2 * bytes - 1, "a byte too many", rounds: [2]) == [2])
        // What was there before counts as much.
        #expect(try kept(3 * bytes, "fits again", rounds: [2, 1]) == [1, 2, 3])
        #expect(try kept(3 * bytes - 1, "too many again", rounds: [2, 1]) == [2, 3])
    }

    /// A 64th of what there is goes at once, so that the next ones find room.
    @Test(arguments: [(126, 127, 126), (127, 128, 126), (128, 129, 127)])
    func aSixtyFourthMakesRoomAtOnce(limit: Int, received: Int, left: Int) throws {
        let collector = try Collector(limits: CollectorLimits(count: limit))
        try fill(collector, received)
        #expect(try collector.pings().map(\.number) == Array(Int64(received - left + 1)...Int64(received)))
        #expect(try collector.summary().dropped == received - left)
    }

    @Test func afterADeletionThereIsRoomForAsMany() throws {
        let collector = try Collector(limits: CollectorLimits(count: 3))
        try fill(collector, 3)
        try collector.removeAll()
        try fill(collector, 3)
        #expect(try collector.pings().map(\.number) == [4, 5, 6])
        #expect(try collector.summary().dropped == 0)
    }

    @Test func aFileSaysWhoseItIsAndInWhichVersion() throws {
        let folder = try TemporaryFolder()
        let file = folder.file("p.sqlite")
        try fill(try Collector(file: file), 1)
        let connection = try SQLiteConnection(path: file.path, busyTimeout: .seconds(1))
        #expect(try connection.pragma("application_id") == 0x6C68_636F)
        #expect(try connection.pragma("user_version") == 1)
    }

    // MARK: - Faults

    static let bounds: [(json: JSONObject, isRight: Bool)] = [
        (["status": 200], true), (["status": 199], false), (["status": 599], true), (["status": 600], false),
        (["status": 503, "retryAfter": 0], true), (["status": 503, "retryAfter": -1], false),
        (["status": 503, "retryAfter": 86_400], true), (["status": 503, "retryAfter": 86_401], false),
        (["delay": 0], true), (["delay": -0.001], false), (["delay": 3_600], true), (["delay": 3_600.001], false),
        (["status": 503, "times": 1], true), (["status": 503, "times": 0], false),
        (["status": 503, "times": 1_000_000_000], true), (["status": 503, "times": 1_000_000_001], false),
        (["status": 503, "probability": 0], true), (["status": 503, "probability": 1], true),
        (["status": 503, "probability": 1.001], false), (["status": 503, "probability": -0.001], false),
        (["status": 503, "seed": 0], true), (["status": 503, "seed": -1], false),
        (["status": 503, "cutOff": false, "delay": .null], true), (["cutOff": false], false),
    ]

    @Test(arguments: bounds)
    func aFaultsNumbersHaveBounds(json: JSONObject, isRight: Bool) {
        let refusal: ServerRefusal?
        do throws(ServerRefusal) {
            _ = try Fault(json: json)
            refusal = nil
        } catch {
            refusal = error
        }
        #expect(refusal?.status == (isRight ? nil : 400))
    }

    @Test func aFaultWithoutChanceSaysNothingOfIt() throws {
        #expect(try Fault(json: ["status": 503, "probability": 1]).json["probability"] == nil)
    }

    @Test func faultsAreNumberedInTheOrderInWhichTheyCame() {
        let faults = Faults()
        faults.add(Fault(status: 500))
        faults.add(Fault(status: 503, times: 1))
        #expect(faults.json.map { $0["number"] } == [1, 2])
        #expect(faults.json.map { $0["met"] } == [0, 0])
        #expect(faults.json.map { $0["spent"] } == [false, false])
    }

    /// Which of sixteen requests one seed lets through is a promise: a test that was written with it finds the same.
    @Test func theChancesOfASeedStayThoseThatTheyWere() async throws {
        let server = try TestServer()
        server.faults.add(Fault(status: 503, probability: 0.5, seed: 1))
        var met = ""
        for _ in 1...16 { met += try await server.get("/cgi-bin/gn").status == 503 ? "x" : "-" }
        #expect(met == "---xx---x-x-x-xx")
    }

    // MARK: - Files

    @Test func aTagIsSixteenBytesOfTheContentsHash() async throws {
        let folder = try TemporaryFolder()
        try folder.write("file 486", to: "a.txt")
        let tag = try await TestServer(folder: folder.url).get("/a.txt").headers["ETag"]
        #expect(tag == "\"10425c072dd45c88377f32820f9b09c4\"")
    }

    @Test func aFileOf64MebibytesIsServedAndALargerOneIsNot() throws {
        let folder = try TemporaryFolder()
        let server = try TestServer(folder: folder.url)
        for (size, status) in [(64 << 20, 200), ((64 << 20) + 1, 500)] {
            try folder.write("", to: "large.bin")
            #expect(truncate(folder.file("large.bin").path, size) == 0)
            let answer = try server.raw("HEAD", "/large.bin")
            #expect(answer.status == status)
            if status == 200 { #expect(answer.headers["content-length"] == "\(size)") }
        }
        let refusal = try server.raw("GET", "/large.bin").error
        #expect(refusal == "/large.bin is larger than 67108864 bytes, which is the most that is served")
    }

    @Test func aListOfFilesHasAsManyAsItMay() throws {
        let folder = try TemporaryFolder()
        for name in ["a", "b", "c"] { try folder.write("x", to: name) }
        let host = try FolderHost(root: folder.url)
        #expect(host.files(limit: 3) == ["/a", "/b", "/c"])
        #expect(host.files(limit: 2).count == 2)
        #expect(host.files(limit: 0) == [])
    }

    @Test func aLongPathIsNotRepeatedAsAWhole() throws {
        let folder = try TemporaryFolder()
        let path = "/" + String(repeating: "a", count: 300)
        let answer = try TestServer(folder: folder.url).raw("GET", path)
        #expect(answer.error == "there is no file \(path.prefix(200)); / says what is served")
    }
}
