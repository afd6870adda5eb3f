// SPDX-License-Identifier: Apache-2.0

#if os(Linux)
    import CCurl
    import Foundation
    import Glibc

    /// The thread on which libcurl works for all clients of the process.
    ///
    /// It begins with the first request, and ends, with all connections, when there was none for a while. Everything of
    /// libcurl is touched by this thread alone, except the call that wakes it.
    final class CurlLoop: Sendable {
        /// A request that is to be sent.
        struct Start: Sendable {
            let hop: HTTPHop
            let request: HTTPRequest
            let exchange: HTTPExchange
            let settings: CurlTransport.Settings
        }

        private enum Command {
            case start(Start)
            case stop(HTTPHop)
        }

        private struct State {
            var commands: [Command] = []
            var nextHop = 0
            /// The handle that wakes the thread; nil before it is ready.
            var multi: UnsafeMutableRawPointer?
            var isRunning = false
            /// Whether the process ends, so that nothing of libcurl is touched any more.
            var isOver = false
            /// No connection from before it is used again.
            var droppedAt: Instant?
        }

        /// The one of the process.
        static let shared = CurlLoop()

        /// The time for which the thread keeps idle connections.
        private static let idleMilliseconds: Int32 = 30_000
        /// The most connections to one server, and in all; further requests wait.
        private static let connectionsPerHost = 8
        private static let connections = 128
        /// The most connections that are kept for later requests.
        private static let idleConnections = 32

        private let state = Locked(State())
        private let stopped = DispatchSemaphore(value: 0)

        /// At the end of a process libraries free what this thread works with, so the thread stops before.
        ///
        /// What is called first at exit is what was registered last, and libraries have registered their part when
        /// libcurl is begun.
        private static let stopsAtExit: Void = { atexit { CurlLoop.shared.stopForGood() } }()

        func makeHop() -> HTTPHop {
            state.withLock { state in
                state.nextHop &+= 1
                return HTTPHop(number: state.nextHop)
            }
        }

        func start(_ start: Start) { put(.start(start)) }

        func stop(_ hop: HTTPHop) { put(.stop(hop)) }

        /// Lets no later request, of any client, go over a connection that exists now.
        func dropConnections() {
            state.withLock { $0.droppedAt = SystemClock().now }
        }

        /// The age in seconds above which a connection is not used again, zero where none is; nil if any may be.
        var longestConnection: Int? {
            let droppedAt = state.withLock { $0.droppedAt }
            // libcurl compares whole seconds.
            return droppedAt.map { Int(clamping: max(0, (SystemClock().now - $0).components.seconds - 1)) }
        }

        private func put(_ command: Command) {
            let startsThread = state.withLock { state in
                // Nothing is under way without a thread, so there is nothing to stop.
                if !state.isRunning, case .stop = command { return false }
                guard !state.isOver else { return false }
                state.commands.append(command)
                if let multi = state.multi { ccurl_multi_wake(multi) }
                defer { state.isRunning = true }
                return !state.isRunning
            }
            if startsThread, !SystemThread.start("http", { self.run() }) {
                refuseEverything("the system makes no thread for requests")
            }
        }

        private func removeCommands() -> [Command] {
            state.withLock { state in
                defer { state.commands = [] }
                return state.commands
            }
        }

        /// Returns whether there is no work; then the thread is not woken any more.
        private func isDone() -> Bool {
            state.withLock { state in
                guard state.commands.isEmpty, !state.isOver else { return false }
                state.multi = nil
                return true
            }
        }

        /// Ends the thread's time unless there is work again.
        private func mayEnd() -> Bool {
            state.withLock { state in
                guard state.commands.isEmpty || state.isOver else { return false }
                state.isRunning = false
                return true
            }
        }

        private var isOver: Bool { state.withLock { $0.isOver } }

        /// Waits until the thread touches nothing of libcurl any more, but not for a thread that does not come to it.
        private func stopForGood() {
            let isRunning = state.withLock { state in
                state.isOver = true
                if let multi = state.multi { ccurl_multi_wake(multi) }
                return state.isRunning
            }
            if isRunning { _ = stopped.wait(timeout: .now() + 1) }
        }

        private func run() {
            Self.blockBrokenPipeSignals()
            LibCrypto.outlivesMain
            guard ccurl_begin() == 0 else { return refuseEverything(Self.doesNotStart) }
            _ = Self.stopsAtExit
            repeat {
                guard let multi = ccurl_multi_make() else { return refuseEverything(Self.doesNotStart) }
                work(multi)
            } while !mayEnd()
        }

        /// Sends what is to be sent until there was nothing for a while.
        private func work(_ multi: UnsafeMutableRawPointer) {
            _ = ccurl_multi_set_number(multi, CURLMOPT_MAX_HOST_CONNECTIONS, Self.connectionsPerHost)
            _ = ccurl_multi_set_number(multi, CURLMOPT_MAX_TOTAL_CONNECTIONS, Self.connections)
            _ = ccurl_multi_set_number(multi, CURLMOPT_MAXCONNECTS, Self.idleConnections)
            state.withLock { $0.multi = multi }
            var requests = CurlRequests(multi)
            while true {
                if isOver {
                    // The memory goes with the process.
                    stopped.signal()
                    return
                }
                for command in removeCommands() {
                    switch command {
                    case .start(let start): requests.add(start)
                    case .stop(let hop): requests.remove(hop)
                    }
                }
                _ = ccurl_multi_perform(multi)
                requests.settle()
                let isIdle = requests.isEmpty
                let began = SystemClock().now
                if ccurl_multi_wait(multi, isIdle ? Self.idleMilliseconds : 1_000) != 0 { usleep(10_000) }
                let wasIdle = SystemClock().now - began >= .milliseconds(Int64(Self.idleMilliseconds))
                if isIdle, wasIdle, isDone() { break }
            }
            ccurl_multi_free(multi)
        }

        /// A peer that is gone is an error like any other, and libcurl's TLS library knows no other way to say so.
        private static func blockBrokenPipeSignals() {
            var signals = sigset_t()
            sigemptyset(&signals)
            sigaddset(&signals, SIGPIPE)
            pthread_sigmask(SIG_BLOCK, &signals, nil)
        }

        private static let doesNotStart = "libcurl does not start"

        private func refuseEverything(_ reason: String) {
            repeat {
                for case .start(let start) in removeCommands() { start.exchange.fail(.connection(reason)) }
            } while !mayEnd()
        }
    }
#endif
