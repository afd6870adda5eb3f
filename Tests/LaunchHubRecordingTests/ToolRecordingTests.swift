// SPDX-License-Identifier: Apache-2.0

#if os(Linux) || os(macOS)

    import Foundation
    import HubServices
    import LaunchHub
    import LaunchHubRecording
    import LaunchHubServer
    import LaunchHubTesting
    import TestSupport
    import Testing

    /// A recorder that sends its lines to the tool's server.
    @Suite(.timeLimit(.minutes(10)))
    struct ToolRecordingTests {
        /// A server with a shelf, which reports each request that it has answered.
        private struct Shelves {
            let shelf = SessionShelf()
            let server: DevelopmentServer
            let url: URL
            private let answers: AsyncStream<Void>

            init(port: UInt16 = 0, refuses: Bool = false) throws {
                let (answers, continuation) = AsyncStream.makeStream(of: Void.self)
                self.answers = answers
                let routes = shelf.routes.map { route in
                    Route(route.method, route.pattern, access: route.access) { request in
                        defer { continuation.yield() }
                        if refuses { throw ServerRefusal(503, "not now") }
                        return try route.handler(request)
                    }
                }
                server = DevelopmentServer(
                    .init(hosts: [.ipv4], port: port),
                    collector: try Collector(),
                    routes: routes
                )
                let address = try #require(try server.start().first)
                url = try #require(URL(string: "\(address)"))
            }

            /// The lines of the only session.
            var text: String {
                shelf.entries.first.flatMap { shelf.lines(of: $0.name) }.map { String(decoding: $0, as: UTF8.self) }
                    ?? ""
            }

            /// Returns after a request.
            func waitsForARequest() async {
                for await _ in answers { return }
            }

            /// Returns after the request that brought a text; a broken recorder ends at the time limit of the suite.
            func waits(for text: String) async {
                for await _ in answers where self.text.contains(text) { return }
            }
        }

        @Test func theServerHasTheLinesThatAFileWouldHave() async throws {
            let shelves = try Shelves()
            defer { shelves.server.stop() }
            let hub = EventHub(log: .disabled)
            let recorder = SessionRecorder.attach(to: hub, writingTo: .tool(shelves.url))
            await hub.start()
            for number in 0..<100 {
                hub.dispatch(try Event(name: "Event \(number)", type: "com.example.t", source: "app"))
            }
            await hub.idle
            recorder.stop()
            await shelves.waits(for: "\"kind\":\"end\"")
            let lines = try shelves.text.split(separator: "\n").map { try JSONObject(jsonText: String($0)) }
            #expect(lines.first?["schema"] == "launch-hub-session")
            let names = lines.compactMap { $0["name"]?.stringValue }.filter { $0.hasPrefix("Event ") }
            #expect(names == (0..<100).map { "Event \($0)" })
        }

        /// The app runs on while there is no server, and what was kept is sent when there is one.
        @Test func aServerThatComesLaterHasTheLinesFromTheBeginning() async throws {
            let port = try QuietPort.next()
            let first = try Shelves(port: port, refuses: true)
            let test = TestHub()
            let recorder = SessionRecorder.attach(to: test.hub, writingTo: .tool(first.url))
            test.start()
            try test.dispatch("Early", type: "com.example.t", source: "app")
            recorder.flush()
            await first.waitsForARequest()
            first.server.stop()
            #expect(first.text.isEmpty)
            let later = try Shelves(port: port)
            defer { later.server.stop() }
            // The pause begins with the answer, which may come after any of these seconds.
            while !later.text.contains("Early") {
                test.advance(by: .seconds(1))
                await Task.yield()
            }
            #expect(later.text.hasPrefix("{\"schema\""))
            #expect(recorder.droppedLineCount == 0)
            recorder.stop()
        }

        /// A server that forgets each session after its first request, as one does that is started anew again and again.
        @Test func everySessionOfAForgetfulServerBeginsWithItsSchema() async throws {
            let begun = Locked<[String: String]>([:])
            let route = Route("POST", "/api/sessions/{name}", access: .ownPages) { request in
                let name = request.captures["name"] ?? ""
                let isFirst = begun.withLock { begun in
                    defer { begun[name] = begun[name] ?? String(decoding: request.body.prefix(40), as: UTF8.self) }
                    return begun[name] == nil
                }
                return ServerResponse(status: isFirst ? 200 : 409)
            }
            let server = DevelopmentServer(.init(hosts: [.ipv4], port: 0), collector: try Collector(), routes: [route])
            let address = try #require(try server.start().first)
            defer { server.stop() }
            let hub = EventHub(log: .disabled)
            let options = RecordingOptions(linesPerSecond: 1_000_000)
            let url = try #require(URL(string: "\(address)"))
            let recorder = SessionRecorder.attach(to: hub, writingTo: .tool(url), options: options)
            await hub.start()
            var number = 0
            while begun.withLock({ $0.count }) < 60 {
                number += 1
                hub.dispatch(try Event(name: "Event \(number)", type: "com.example.t", source: "app"))
                recorder.flush()
                await Task.yield()
            }
            recorder.stop()
            let sessions = begun.withLock { $0 }
            #expect(sessions.values.allSatisfy { $0.hasPrefix("{\"schema\":\"launch-hub-session\"") }, "\(sessions)")
        }

        @Test func whatDoesNotFitIsDroppedAndCounted() async throws {
            let url = try #require(URL(string: "http://127.0.0.1:1"))
            let test = TestHub()
            test.start()
            let options = RecordingOptions(linesPerSecond: 100_000)
            let recorder = SessionRecorder.attach(to: test.hub, writingTo: .tool(url), options: options)
            let text = String(repeating: "x", count: 100_000)
            for _ in 0..<100 {
                try test.dispatch("Large", type: "com.example.t", source: "app", data: ["text": .string(text)])
                recorder.flush()
            }
            #expect(recorder.droppedLineCount >= 50)
            #expect(recorder.droppedLineCount < 100)
            recorder.stop()
        }
    }

#endif
