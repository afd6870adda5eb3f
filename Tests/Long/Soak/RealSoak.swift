// SPDX-License-Identifier: Apache-2.0

import Foundation
import HubServices
import LaunchHub
import LoopbackHTTP
import NielsenAppApi
import NielsenAppSDKExtension
import HubStorage

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#elseif canImport(Musl)
    import Musl
#endif

/// Minutes of many instances in real time, with sockets: answers are cut at any byte, listeners hang, extensions and
/// interceptors throw, the configuration changes.
struct RealSoak {
    private enum Weather: CaseIterable {
        case fine
        case closed
        case failing
        case slow
        case cut
        case garbage
    }

    private struct Failure: Error {}

    private let seconds: Int
    private let count: Int
    private let seed: UInt64
    private let ledger = SoakLedger()
    private let weather = Locked(Weather.fine)
    private let server: LoopbackServer
    private let hub = EventHub(options: HubOptions(), log: .disabled)
    private let folder: URL

    init(seconds: Int, instances count: Int, seed: UInt64) throws {
        self.seconds = seconds
        self.count = count
        self.seed = seed
        folder = FileManager.default.temporaryDirectory.appending(path: "soak-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        signal(SIGPIPE, SIG_IGN)
        let dice = Locked(SeededGenerator(seed: seed))
        server = try LoopbackServer(keepsRequests: false) { [weather, ledger] request, connection in
            let whole = Data("HTTP/1.1 200 OK\r\nContent-Length: 2\r\nConnection: close\r\n\r\nok".utf8)
            func accept() { ledger.take(request.headers["idempotency-key"] ?? "", request.path) }
            switch weather.withLock({ $0 }) {
            case .fine:
                accept()
                connection.send(whole)
            case .closed: break
            case .failing: connection.respond(500)
            case .slow:
                usleep(400_000)
                accept()
                connection.send(whole)
            case .cut:
                accept()
                connection.send(whole.prefix(dice.withLock { $0.below(whole.count) }))
            case .garbage: connection.send(Data((0..<40).map { _ in UInt8(dice.withLock { $0.below(256) }) }))
            }
        }
    }

    /// Lives through it, on the main thread: tasks that sleep would keep threads of their own.
    ///
    /// - Returns: What did not hold.
    func run() throws -> [String] {
        let collector = try server.url("gn").absoluteString
        let configuration = try SoakConfiguration.make(collector: collector, segmentSeconds: 2, atOnce: 8)
        let delivery = NielsenPingDelivery(
            file: folder.appending(path: "pings.sqlite"),
            configuration: configuration,
            privacy: .optedIn
        )
        let environment = NielsenEnvironment(
            store: FileKeyValueStore(file: folder.appending(path: "nielsen.json"), doubledKeys: ["optOut"]),
            pings: delivery,
            configuration: configuration
        )
        let service = NielsenInstanceService(settings: .init(environment: environment))
        hub.configuration.privacyStatus = .optedIn
        try service.register(with: hub)
        finish { [hub] in await hub.start() }
        var viewers = try (1...count).map { number in
            SoakViewer(number, try instance(number, service, environment), ledger, rhythm: 30, warmUp: seconds / 20)
        }
        disturb()

        var dice = SeededGenerator(seed: seed)
        var early: SoakProcess?
        var began = Date()
        for second in 0..<seconds {
            if second.isMultiple(of: 10) {
                let next = Weather.allCases[dice.below(Weather.allCases.count)]
                weather.withLock { $0 = dice.below(2) == 0 ? .fine : next }
            }
            for place in viewers.indices { viewers[place].step(at: second, every: 1) }
            change(second)
            if second.isMultiple(of: 60) { SoakProcess.print("\(second) s: \(ledger.line); \(SoakProcess())") }
            if early == nil, second >= seconds / 10 {
                let paused = Date()
                early = quiet(&viewers, second, delivery)
                if let early { SoakProcess.print("after a tenth: \(ledger.line); \(early)") }
                // Nobody watches faster than time because of it.
                began += Date().timeIntervalSince(paused)
            }
            let left = Double(second + 1) - Date().timeIntervalSince(began)
            if left > 0 {
                pause(left)
            } else {
                // A machine that has no time for us is not made up for: nobody watches faster than time.
                began += -left
            }
            if !ledger.faults.isEmpty { break }
        }
        let late = quiet(&viewers, seconds, delivery)
        SoakProcess.print("at the end: \(ledger.line); \(late): \(late.threadNames.joined(separator: ", "))")
        ledger.forget(upTo: .max)
        var faults = ledger.faults
        if let early { faults += SoakProcess.faults(from: early, to: late, ownThreads: Self.ownThreads) }
        let summary = delivery.summary()
        if summary.dropped + summary.discarded + summary.setAside + summary.pending > 0 {
            faults.append("at the end \(summary)")
        }
        finish { [hub] in _ = await hub.shutDown() }
        delivery.close()
        server.stop()
        try? FileManager.default.removeItem(at: folder)
        return faults
    }

    /// Every tenth is reached by events.
    private func instance(
        _ number: Int,
        _ service: NielsenInstanceService,
        _ environment: NielsenEnvironment
    ) throws -> any SoakInstance {
        guard number.isMultiple(of: 10) else {
            return SoakCalls(
                api: try NielsenAppApi.make(appInfo: ["appid": "P1", "sfcode": "dcr"], environment: environment)
            )
        }
        let answer = service.instantiateSDK(withConfiguration: ["appid": "P1", "sfcode": "dcr"])
        guard let identifier = answer["identifier"] as? String else { throw Failure() }
        return SoakEvents(hub: hub, identifier: identifier)
    }

    /// Listeners that hang, and an interceptor that throws.
    private func disturb() {
        let heard = Locked(0)
        hub.listen(type: .wildcard, source: .wildcard, name: "one that hangs") { (_: Event) in
            let number = heard.withLock { heard in
                heard += 1
                return heard
            }
            if number.isMultiple(of: 500) { usleep(300_000) }
        }
        hub.intercept(name: "one that throws") { _ in throw Failure() }
    }

    /// Another configuration, an extension that comes and goes, and one that cannot be made.
    private func change(_ second: Int) {
        hub.configuration.update(["soak.second": .int(Int64(second))])
        let name = "passenger \(second % 3)"
        try? hub.unregister(name)
        try? hub.register(name: name) { runtime in
            runtime.listen(type: .wildcard, source: .wildcard) { (_: Event) in }
            return Passenger()
        }
        try? hub.register(name: "one that throws") { _ in throw Failure() }
    }

    private final class Passenger: ExtensionCallbacks {
        func unexpectedError(_ error: HubError) {}
    }

    /// The main thread, and the one that accepts connections.
    private static let ownThreads = 2

    /// Everything is over and told: what is left then is what an idle app takes.
    private func quiet(_ viewers: inout [SoakViewer], _ second: Int, _ delivery: NielsenPingDelivery) -> SoakProcess {
        weather.withLock { $0 = .fine }
        for place in viewers.indices { viewers[place].leave(at: second) }
        finish { [hub] in await hub.idle }
        for _ in 0..<120 where delivery.summary().pending > 0 {
            delivery.tryNow()
            pause(1)
        }
        // Threads of pools end when nobody has needed them for a while.
        pause(15)
        return SoakProcess()
    }

    /// Serves the main queue for some seconds.
    private func pause(_ seconds: Double) {
        let end = Date() + seconds
        while Date() < end { _ = RunLoop.main.run(mode: .default, before: end) }
    }

    /// Serves the main queue until a task is over.
    private func finish(_ work: @escaping @Sendable () async -> Void) {
        let isOver = Locked(false)
        Task.detached {
            await work()
            isOver.withLock { $0 = true }
        }
        while !isOver.withLock({ $0 }) { _ = RunLoop.main.run(mode: .default, before: Date() + 0.01) }
    }
}
