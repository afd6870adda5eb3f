// SPDX-License-Identifier: Apache-2.0

import Dispatch
import Foundation
import HubServices
import LaunchHubServer
import Testing

/// Answers that are held back, or that are a refusal while the body still comes.
@Suite(.timeLimit(.minutes(10)))
struct HeldAnswerTests {
    /// The connections that say nothing end when their time is over; the one that is being answered outlives them.
    @Test func aDeadlineIsForClientsAndNotForAnswers() async throws {
        let clock = AnnouncingClock()
        let server = try TestServer(
            { configuration in
                configuration.headSeconds = 1
                configuration.idleSeconds = 1
            },
            clock: clock
        )
        server.faults.add(Fault(delay: .seconds(3_600), times: 1))
        let connection = try RawConnection(port: server.address.port)
        connection.send(Data("GET /cgi-bin/tsv HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n".utf8))
        for await _ in clock.delays { break }
        for _ in 0..<3 { #expect(try RawConnection(port: server.address.port).readOn().isEmpty) }
        clock.manual.advance(by: .seconds(3_600))
        let answer = RawAnswer(connection.readOn())
        #expect(answer.status == 200)
        #expect(answer.text == "{\"flag\":\"99\"}\n")
    }

    /// A server with one thread accepts a connection whose request has come, and is held up elsewhere until the time for the
    /// head of that request is over.
    ///
    /// Connections to another server that say nothing measure the time: each ends after a second.
    @Test func whatHasComeIsAnsweredHoweverLateItIsRead() throws {
        let entered = DispatchSemaphore(value: 0)
        let gate = DispatchSemaphore(value: 0)
        let held = Route("GET", "/held", "answers when the test lets it") { _ in
            entered.signal()
            gate.wait()
            return ServerResponse(status: 204)
        }
        let busy = try TestServer({ ($0.threads, $0.headSeconds) = (1, 1) }, routes: [held])
        let watch = try TestServer { $0.headSeconds = 1 }
        let ask = Data("GET /held HTTP/1.1\r\nHost: localhost\r\n\r\n".utf8)
        let known = try RawConnection(port: busy.address.port)
        let other = try RawConnection(port: busy.address.port)
        defer { [known, other].forEach { $0.end() } }
        known.send(ask)
        entered.wait()
        gate.signal()
        other.send(ask)
        entered.wait()

        let late = try RawConnection(port: busy.address.port)
        late.send(Data("GET /cgi-bin/tsv HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n".utf8))
        known.send(ask)
        gate.signal()
        // Accepts the late one, and serves the known one before that is read.
        entered.wait()
        for _ in 0..<2 { #expect(try RawConnection(port: watch.address.port).readOn().isEmpty) }
        gate.signal()
        #expect(RawAnswer(late.readOn()).status == 200)
    }

    /// Each part of a body has the idle time, so that a slow one is read however long it takes as a whole.
    ///
    /// Connections that say nothing measure the time: each ends after a second.
    @Test func aSlowBodyIsReadWhileItKeepsComing() throws {
        let server = try TestServer { configuration in
            configuration.headSeconds = 1
            configuration.idleSeconds = 4
        }
        let seconds = 6
        let connection = try RawConnection(port: server.address.port)
        let fields = "Host: localhost\r\nConnection: close\r\nContent-Length: \(seconds)"
        connection.send(Data("POST /cgi-bin/gn HTTP/1.1\r\n\(fields)\r\n\r\n".utf8))
        for _ in 0..<seconds {
            #expect(try RawConnection(port: server.address.port).readOn().isEmpty)
            #expect(connection.send(Data("a".utf8)))
        }
        #expect(RawAnswer(connection.readOn()).status == 200)
        #expect(try server.collector.pings().first?.body == Data("aaaaaa".utf8))
    }

    @Test func aDelayOfNothingWaitsForNoClock() async throws {
        let clock = ManualClock()
        let server = try TestServer(clock: clock)
        server.faults.add(Fault(delay: .zero))
        #expect(try await server.get("/cgi-bin/tsv").status == 200)
        #expect(clock.pendingCount == 0)
    }

    /// Half a mebibyte of a body that may have a thousand bytes.
    @Test func aBodyThatIsRefusedIsReadForAWhileSoThatItsClientReadsWhy() throws {
        let server = try TestServer { $0.bodyBytes = 1_000 }
        let chunk = Data("10000\r\n".utf8) + Data(repeating: 0x78, count: 1 << 16) + Data("\r\n".utf8)
        let fields = ["Host: localhost", "Connection: close", "Transfer-Encoding: chunked"]
        let head = (["POST /cgi-bin/gn HTTP/1.1"] + fields).joined(separator: "\r\n")
        var request = Data((head + "\r\n\r\n").utf8)
        for _ in 0..<8 { request += chunk }
        request += Data("0\r\n\r\n".utf8)
        let answer = RawAnswer(try server.exchange(request))
        #expect(answer.status == 413)
        #expect(answer.error == "the body is larger than 1000 bytes")
    }
}
