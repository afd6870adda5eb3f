// SPDX-License-Identifier: Apache-2.0

#if os(Linux) || os(macOS)

    import Foundation
    import HubServices
    import LaunchHub
    import LaunchHubRecording
    import LaunchHubServer
    import LaunchHubTesting
    import Testing

    /// A recorder that sends its lines to the tool's server.
    @Suite(.timeLimit(.minutes(10)))
    struct ToolRecordingTests {
        private func start(_ shelf: SessionShelf, port: UInt16 = 0) throws -> (DevelopmentServer, URL) {
            let server = DevelopmentServer(
                .init(hosts: [.ipv4], port: port),
                collector: try Collector(),
                routes: shelf.routes
            )
            let address = try #require(try server.start().first)
            return (server, try #require(URL(string: "\(address)")))
        }

        private func text(_ shelf: SessionShelf) -> String {
            shelf.entries.first.flatMap { shelf.lines(of: $0.name) }.map { String(decoding: $0, as: UTF8.self) } ?? ""
        }

        /// Waits until a condition holds; a broken one ends at the time limit of the suite.
        private func wait(until condition: () -> Bool) async throws {
            while !condition() { try await Task.sleep(for: .milliseconds(10)) }
        }

        @Test func theServerHasTheLinesThatAFileWouldHave() async throws {
            let shelf = SessionShelf()
            let (server, url) = try start(shelf)
            defer { server.stop() }
            let hub = EventHub(log: .disabled)
            let recorder = SessionRecorder.attach(to: hub, writingTo: .tool(url))
            await hub.start()
            for number in 0..<100 {
                hub.dispatch(try Event(name: "Event \(number)", type: "com.example.t", source: "app"))
            }
            await hub.idle
            recorder.stop()
            try await wait { text(shelf).hasSuffix("\"kind\":\"end\"}\n") || text(shelf).contains("\"kind\":\"end\"") }
            let lines = try text(shelf).split(separator: "\n").map { try JSONObject(jsonText: String($0)) }
            #expect(lines.first?["schema"] == "launch-hub-session")
            let names = lines.compactMap { $0["name"]?.stringValue }.filter { $0.hasPrefix("Event ") }
            #expect(names == (0..<100).map { "Event \($0)" })
        }

        /// The app runs on while there is no server, and what was kept is sent when there is one.
        @Test func aServerThatComesLaterHasTheLinesFromTheBeginning() async throws {
            let first = SessionShelf()
            let (server, url) = try start(first)
            let port = try #require(url.port.flatMap { UInt16(exactly: $0) })
            server.stop()
            let hub = EventHub(log: .disabled)
            let recorder = SessionRecorder.attach(to: hub, writingTo: .tool(url))
            await hub.start()
            hub.dispatch(try Event(name: "Early", type: "com.example.t", source: "app"))
            await hub.idle
            recorder.flush()
            try await wait { recorder.counts.problem != nil }
            let shelf = SessionShelf()
            let (later, _) = try start(shelf, port: port)
            defer { later.stop() }
            try await wait { text(shelf).contains("Early") }
            #expect(text(shelf).hasPrefix("{\"schema\""))
            #expect(recorder.counts.dropped == 0)
            recorder.stop()
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
            #expect(recorder.counts.dropped >= 50)
            #expect(recorder.counts.dropped < 100)
            recorder.stop()
        }
    }

#endif
