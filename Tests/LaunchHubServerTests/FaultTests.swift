// SPDX-License-Identifier: Apache-2.0

import Foundation
import HubServices
import LaunchHubServer
import LoopbackHTTP
import Testing

@Suite(.timeLimit(.minutes(10)))
struct FaultTests {
    @Test func aStatusIsAnsweredSoManyTimesAndThePingIsNotStored() async throws {
        let server = try TestServer()
        let added = try await server.post("/api/faults", #"{"status":503,"times":3,"retryAfter":2}"#)
        #expect(added.status == 201)
        var statuses: [Int] = []
        for number in 1...5 {
            let answer = try await server.get("/cgi-bin/gn?n=\(number)")
            statuses.append(answer.status)
            if answer.status == 503 { #expect(answer.retryAfter == .seconds(2)) }
        }
        #expect(statuses == [503, 503, 503, 200, 200])
        #expect(try server.collector.pings().map { $0.parameter("n") } == ["4", "5"])
        let fault = try await server.get("/api/faults").json["faults"]?[0]
        #expect(fault?["met"] == 3)
        #expect(fault?["spent"] == true)
    }

    @Test func faultsMeetTheirPathsAndNeverTheInterface() async throws {
        let server = try TestServer()
        server.faults.add(Fault(path: "/", status: 500))
        #expect(try await server.get("/").status == 500)
        #expect(try await server.get("/cgi-bin/gn").status == 500)
        #expect(try await server.get("/api/pings").status == 200)
        #expect(try server.raw("DELETE", "/api/faults").status == 200)
        #expect(try await server.get("/").status == 200)
        server.faults.add(Fault(status: 500))
        #expect(try await server.get("/").status == 200)
        #expect(try await server.get("/cgi-bin/gn").status == 500)
    }

    @Test func theFirstFaultThatCanMeetsARequest() async throws {
        let server = try TestServer()
        #expect(try await server.post("/api/faults", #"[{"status":500,"times":1},{"status":503}]"#).status == 201)
        var statuses: [Int] = []
        for _ in 1...3 { statuses.append(try await server.get("/cgi-bin/gn").status) }
        #expect(statuses == [500, 503, 503])
    }

    @Test func chancesOfOneSeedAreTheSame() async throws {
        func run() async throws -> [Int] {
            let server = try TestServer()
            #expect(try await server.post("/api/faults", #"{"status":503,"probability":0.5,"seed":1}"#).status == 201)
            var statuses: [Int] = []
            for _ in 1...40 { statuses.append(try await server.get("/cgi-bin/gn").status) }
            return statuses
        }
        let first = try await run()
        #expect(try await run() == first)
        #expect(Set(first) == [200, 503])
    }

    @Test func aDelayHoldsTheAnswerBackAndNotTheRequest() async throws {
        let clock = AnnouncingClock()
        let server = try TestServer(clock: clock)
        server.faults.add(Fault(delay: .seconds(0.5), times: 1))
        async let answer = server.get("/cgi-bin/gn?n=1")
        for await delay in clock.delays {
            #expect(delay == .seconds(0.5))
            break
        }
        #expect(try server.collector.count().pings == 1)
        // Who is held back holds nobody back.
        #expect(try await server.get("/cgi-bin/gn?n=2").status == 200)
        clock.manual.advance(by: .seconds(0.5))
        #expect(try await answer.status == 200)
    }

    @Test func aServerThatStopsWaitsForNoDelay() async throws {
        let clock = AnnouncingClock()
        let server = try TestServer(clock: clock)
        server.faults.add(Fault(status: 503, delay: .seconds(3_600)))
        let connections = try (0..<10).map { _ in try RawConnection(port: server.address.port) }
        for connection in connections {
            connection.send(Data("GET /cgi-bin/gn HTTP/1.1\r\nHost: localhost\r\n\r\n".utf8))
        }
        var asleep = 0
        for await _ in clock.delays {
            asleep += 1
            if asleep == connections.count { break }
        }
        server.server.stop()
        for connection in connections { _ = connection.readToEnd() }
        // Its time comes when there is nobody to wake.
        clock.manual.advance(by: .seconds(3_600))
        #expect(clock.manual.pendingCount == 0)
    }

    @Test func aClientThatLeavesWhileItIsHeldBackHarmsNobody() async throws {
        let clock = AnnouncingClock()
        let server = try TestServer(clock: clock)
        server.faults.add(Fault(delay: .seconds(1), times: 1))
        let connection = try RawConnection(port: server.address.port)
        connection.send(Data("GET /cgi-bin/gn HTTP/1.1\r\nHost: localhost\r\n\r\n".utf8))
        for await _ in clock.delays { break }
        connection.end()
        clock.manual.advance(by: .seconds(1))
        #expect(try await server.get("/cgi-bin/gn").status == 200)
    }

    static let cuts: [(cut: Fault.Cut, stored: Int)] = [(.before, 0), (.answer, 1), (.body, 1)]

    @Test(arguments: cuts)
    func aConnectionIsCutOff(cut: Fault.Cut, stored: Int) async throws {
        let server = try TestServer()
        server.faults.add(Fault(cutOff: cut, times: 1))
        let outcome = try await server.outcome(.get, "/cgi-bin/tsv")
        guard case .failure(let error) = outcome else {
            Issue.record("\(cut): \(outcome)")
            return
        }
        switch (cut, error) {
        case (.body, .truncated(let received, let expected)):
            #expect(received == Int(expected) / 2)
        case (.before, .connection), (.answer, .connection): break
        default: Issue.record("\(cut): \(error)")
        }
        #expect(try server.collector.count().pings == stored)
        #expect(try await server.get("/cgi-bin/tsv").status == 200)
    }

    @Test func aCutConnectionGetsNoByteOrHalfABody() throws {
        let server = try TestServer()
        let request = Data("GET /cgi-bin/tsv HTTP/1.1\r\nHost: localhost\r\n\r\n".utf8)
        for cut in [Fault.Cut.before, .answer] {
            server.faults.removeAll()
            server.faults.add(Fault(cutOff: cut))
            #expect(try server.exchange(request).isEmpty)
        }
        server.faults.removeAll()
        server.faults.add(Fault(cutOff: .body))
        let answer = try RawAnswer(server.exchange(request))
        #expect(answer.status == 200)
        #expect(answer.headers["content-length"] == "14")
        #expect(answer.text == "{\"flag\"")
    }

    static let wrong: [(json: String, says: String)] = [
        ("", "the body is not JSON"),
        ("{}", "a fault needs one of status, delay and cutOff"),
        ("[1]", "fault 1 is a number; a fault is an object"),
        (#"{"status":99}"#, "status is 99; use a whole number from 200 to 599"),
        (#"{"status":"503"}"#, #"status is "503"; use a whole number from 200 to 599"#),
        (#"{"delay":-1}"#, "delay is -1; use seconds from 0 to 3600"),
        (#"{"delay":1e9}"#, "delay is 1000000000; use seconds from 0 to 3600"),
        (#"{"cutOff":"middle"}"#, #"cutOff is "middle"; use true, "before", "answer" or "body""#),
        (#"{"status":503,"times":0}"#, "times is 0; use a whole number from 1 to 1000000000"),
        (#"{"status":503,"probability":2}"#, "probability is 2; use a number from 0 to 1"),
        (#"{"status":503,"path":"cgi-bin"}"#, #"path is "cgi-bin"; use a path, such as /cgi-bin/"#),
        (#"{"delay":1,"retryAfter":1}"#, "retryAfter needs a status; 503 is usual"),
        (#"{"stauts":503}"#, #"a fault has no "stauts""#),
    ]

    @Test(arguments: wrong)
    func aWrongFaultIsRefusedAndNoneIsAdded(json: String, says: String) async throws {
        let server = try TestServer()
        let answer = try await server.post("/api/faults", json)
        #expect(answer.status == 400)
        #expect(answer.error?.contains(says) == true, "\(answer.text)")
        #expect(server.faults.json.isEmpty)
    }

    @Test func aFaultComesBackAsItWasGiven() throws {
        let json: JSONObject = [
            "path": "/sdk/", "status": 503, "retryAfter": 2, "delay": 0.25, "cutOff": "answer", "times": 3,
            "probability": 0.5, "seed": 7,
        ]
        #expect(try Fault(json: json).json == json)
        #expect(try Fault(json: ["cutOff": true]) == Fault(cutOff: .before))
    }
}
