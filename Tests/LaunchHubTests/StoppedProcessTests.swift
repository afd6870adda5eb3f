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

        /// Expects that an extension stays whose initializer is in progress meanwhile.
        private static func expectStaying(_ register: (EventHub, Stopper) throws -> Void) async throws {
            let hub = hub()
            try register(hub, Stopper())
            await hub.start()
            #expect(hub.extensionNames == ["stopped"])
            await hub.shutDownAndWait()
        }

        @Test func anInitializerHasItsTimeFromWhenTheProcessRunsAgain() async {
            await #expect(processExitsWith: .success) {
                try await Self.expectStaying { hub, stopper in
                    try hub.register("stopped") { _ in Self.beStopped(by: stopper) }
                }
            }
        }

        @Test func soDoesOneForWhichTheCallerWaits() async {
            await #expect(processExitsWith: .success) {
                try await Self.expectStaying { hub, stopper in
                    try hub.registerAtOnce(named: "stopped") { _ in Self.beStopped(by: stopper) }
                }
            }
        }

        @Test func aRequestIsAnsweredByAListenerThatCouldNotRun() async {
            await #expect(processExitsWith: .success) {
                let stopper = try Stopper()
                let hub = Self.hub()
                try hub.register("stopped") { runtime in
                    runtime.listen(type: testType, source: testSource) { request in
                        // The response has the same address.
                        guard request.name == "ask" else { return }
                        Self.beStopped(by: stopper)
                        #expect(throws: Never.self) { try runtime.respond(to: request, with: ["text": "Here"]) }
                    }
                }
                await hub.start()
                let outcome = await hub.request(try event("ask"), timeout: .seconds(3))
                #expect(outcome.response?.data == ["text": "Here"])
                await hub.shutDownAndWait()
            }
        }

        @Test func noCallIsToBlameForTheTimeInWhichTheProcessWasStopped() async {
            await #expect(processExitsWith: .success) {
                let stopper = try Stopper()
                let hub = Self.hub()
                let gate = Gate()
                let stopped = Recorder<String>()
                let overruns = RecordingListener()
                hub.listen(type: .hub, source: .overrun, overruns.hear)
                hub.listen(type: testType, source: testSource) { event in
                    if event.name == "hang" { gate.pass() } else { Self.beStopped(by: stopper) }
                    stopped.append(event.name)
                }
                await hub.start()
                hub.dispatch(try event("stop"))
                #expect(await stopped.waits(for: 1))
                // One that hangs is found out as before.
                hub.dispatch(try event("hang"))
                #expect(await overruns.waits(for: 1))
                gate.open()
                await hub.shutDownAndWait()
                #expect(overruns.data.map { $0["event_name"] } == ["hang"])
            }
        }
    }
#endif
