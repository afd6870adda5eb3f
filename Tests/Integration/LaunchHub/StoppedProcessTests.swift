// SPDX-License-Identifier: Apache-2.0

// Tests in processes of their own came with this version.
#if os(Linux) && compiler(>=6.2)
    import Foundation
    import HubServices
    import LaunchHub
    import LaunchHubTesting
    import Testing

    /// A process that the system suspends, or a debugger holds, in the middle of a call.
    @Suite(.timeLimit(.minutes(10)))
    struct StoppedProcessTests {
        /// A shell that stops this process for six seconds as soon as it is given a line.
        private struct Stopper {
            private struct NotStopped: Error {}

            private let input = Pipe()

            init() throws {
                let process = Process()
                process.executableURL = URL(fileURLWithPath: "/bin/sh")
                let own = ProcessInfo.processInfo.processIdentifier
                process.arguments = ["-c", "read line && kill -STOP \(own) && sleep 6 && kill -CONT \(own)"]
                process.standardInput = input
                try process.run()
            }

            /// Returns when the process has been stopped, or the machine has kept this thread waiting for as long.
            func stop() throws {
                let began = SystemClock().now
                var last = began
                try input.fileHandleForWriting.write(contentsOf: Data("\n".utf8))
                while last - began < .seconds(60) {
                    let now = SystemClock().now
                    if now - last >= .seconds(3) { return }
                    last = now
                }
                throw NotStopped()
            }
        }

        private static let type: EventType = "com.example.type"
        private static let source: EventSource = "com.example.source"

        /// A call in whose middle this process is stopped.
        @Sendable private static func beStopped(by stopper: Stopper) {
            #expect(throws: Never.self) { try stopper.stop() }
            // Whoever has waited for too long by the clock of the machine would end it meanwhile.
            let end = SystemClock().now + .milliseconds(200)
            while SystemClock().now < end {}
        }

        private static func hub() -> EventHub {
            var options = HubOptions.patient(listenerBudget: .seconds(4))
            options.bootDeadline = .seconds(3)
            return EventHub(options: options, log: .disabled)
        }

        /// An initializer, and the answer to a request.
        @Test func whatHasADeadlineHasItsTimeFromWhenTheProcessRunsAgain() async {
            await #expect(processExitsWith: .success) {
                let (first, second) = (try Stopper(), try Stopper())
                let hub = Self.hub()
                try hub.register(name: "stopped") { runtime in
                    Self.beStopped(by: first)
                    runtime.listen(type: Self.type, source: Self.source) { request in
                        // The response has the same address.
                        guard request.name == "ask" else { return }
                        Self.beStopped(by: second)
                        #expect(throws: Never.self) { try runtime.respond(to: request, with: ["text": "Here"]) }
                    }
                    return StoppedExtension()
                }
                await hub.start()
                #expect(hub.extensionNames == ["stopped"])
                let question = try Event(name: "ask", type: Self.type, source: Self.source)
                let outcome = await hub.request(question, timeout: .seconds(3))
                #expect(outcome.response?.data == ["text": "Here"])
                await hub.shutDownAndWait()
            }
        }

        @Test func noCallIsToBlameForTheTimeInWhichTheProcessWasStopped() async {
            await #expect(processExitsWith: .success) {
                let stopper = try Stopper()
                let hub = Self.hub()
                let gate = DispatchSemaphore(value: 0)
                let stopped = Recorder<String>()
                let overruns = RecordingListener()
                hub.listen(type: .hub, source: .overrun, overruns.hear)
                hub.listen(type: Self.type, source: Self.source) { event in
                    if event.name == "hang" { gate.wait() } else { Self.beStopped(by: stopper) }
                    stopped.append(event.name)
                }
                await hub.start()
                hub.dispatch(try Event(name: "stop", type: Self.type, source: Self.source))
                #expect(await stopped.waits(for: 1))
                // One that hangs is found out as before.
                hub.dispatch(try Event(name: "hang", type: Self.type, source: Self.source))
                #expect(await overruns.waits(for: 1))
                gate.signal()
                await hub.shutDownAndWait()
                #expect(overruns.data.map { $0["event_name"] } == ["hang"])
            }
        }
    }

    private final class StoppedExtension: ExtensionCallbacks {}
#endif
