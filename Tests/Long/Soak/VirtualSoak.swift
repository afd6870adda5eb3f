// SPDX-License-Identifier: Apache-2.0

import Dispatch
import Foundation
import HubServices
import NielsenAppApi
import HubStorage

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#elseif canImport(Musl)
    import Musl
#endif

/// A day of many instances over one queue, in virtual time: networks come and go, the disk is full, the time of day jumps, the
/// app is launched again and finds its file damaged.
struct VirtualSoak {
    private static let beat = 5

    private let clock = JumpingClock()
    private let ledger = SoakLedger()
    private let collector: VirtualCollector
    private let folder: URL
    private let hours: Int
    private var viewers: [SoakViewer] = []
    private var instances: [SoakCalls] = []
    private var delivery: NielsenPingDelivery
    /// The main thread is ours, and handing work to another one and back would take most of the time.
    private let lane = DispatchQueue.main
    private var dice: SeededGenerator
    private var launches = 0
    private var faults: [String] = []

    init(hours: Int, instances count: Int, seed: UInt64) throws {
        self.hours = hours
        dice = SeededGenerator(seed: seed)
        collector = VirtualCollector(clock, ledger)
        folder = FileManager.default.temporaryDirectory.appending(path: "soak-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        signal(SIGXFSZ, SIG_IGN)
        delivery = try Self.delivery(folder, clock, collector, lane, atOnce: 64)
        try launch(count)
    }

    private static func configuration(atOnce: Int) throws -> NielsenConfiguration {
        try SoakConfiguration.make(collector: "http://127.0.0.1:9/", segmentSeconds: 60, atOnce: atOnce)
    }

    private static func delivery(
        _ folder: URL,
        _ clock: JumpingClock,
        _ collector: VirtualCollector,
        _ lane: DispatchQueue,
        atOnce: Int
    ) throws -> NielsenPingDelivery {
        NielsenPingDelivery(
            file: folder.appending(path: "pings.sqlite"),
            configuration: try configuration(atOnce: atOnce),
            client: collector,
            clock: clock,
            log: SoakLedger.traced == nil ? .disabled : HubLog(level: .error),
            privacy: .optedIn,
            random: SeededGenerator(seed: 1),
            workQueue: lane,
            deliveryQueue: lane
        )
    }

    /// Starts the app: as many instances, with another configuration each time.
    private mutating func launch(_ count: Int) throws {
        launches += 1
        let atOnce = launches.isMultiple(of: 2) ? 8 : 64
        if launches > 1 {
            delivery = try Self.delivery(folder, clock, collector, lane, atOnce: atOnce)
        }
        let environment = NielsenEnvironment(
            clock: clock,
            store: FileKeyValueStore(file: folder.appending(path: "nielsen.json"), doubledKeys: ["optOut"]),
            pings: delivery,
            configuration: try Self.configuration(atOnce: atOnce)
        )
        instances = try (0..<count).map { _ in
            SoakCalls(api: try NielsenAppApi.make(appInfo: ["appid": "P1", "sfcode": "dcr"], environment: environment))
        }
        if viewers.isEmpty {
            viewers = instances.enumerated().map { number, instance in
                SoakViewer(number + 1, instance, ledger, rhythm: 1_200, warmUp: hours * 180)
            }
        } else {
            for place in viewers.indices {
                viewers[place].use(instances[place], as: viewers[place].number + count)
            }
            // What the launch before the last one left has been reported long ago.
            ledger.forget(upTo: (launches - 2) * count)
        }
    }

    /// Ends the app, flips a byte of its file, and starts it again.
    private mutating func relaunch(at second: Int, damaging: Bool) throws {
        // An app that ends while the disk is full cannot note which views were reported.
        fillDisk(false)
        for _ in 0..<4 {
            clock.clock.advance(by: .seconds(Self.beat))
            settle(40)
        }
        for place in viewers.indices { viewers[place].leave(at: second) }
        for instance in instances { instance.shutdown() }
        settle(40)
        faults += dropped()
        delivery.close()
        if damaging {
            let file = folder.appending(path: "pings.sqlite")
            var content = try Data(contentsOf: file)
            let place = dice.below(max(1, content.count))
            if !content.isEmpty { content[place] ^= 0x10 }
            try content.write(to: file)
            for viewer in viewers { ledger.forgive(viewer.number, upTo: viewer.view) }
        }
        if let traced = SoakLedger.traced {
            let views = viewers.first { $0.number == traced }.map(\.view) ?? 0
            SoakProcess.print("\(second) s: launched again after view \(views)")
        }
        try launch(instances.count)
    }

    private func settle(_ links: Int) {
        for _ in 0..<links { _ = RunLoop.main.run(mode: .default, before: .distantPast) }
    }

    private func fillDisk(_ isFull: Bool) {
        var limit = rlimit()
        getrlimit(Self.fileSize, &limit)
        limit.rlim_cur = isFull ? 8_192 : limit.rlim_max
        setrlimit(Self.fileSize, &limit)
    }

    #if canImport(Glibc)
        private static let fileSize = __rlimit_resource_t(RLIMIT_FSIZE.rawValue)
    #else
        private static let fileSize = RLIMIT_FSIZE
    #endif

    /// Lives through it.
    ///
    /// - Returns: What did not hold.
    mutating func run() throws -> [String] {
        let seconds = hours * 3_600
        var early: SoakProcess?
        for second in stride(from: 0, to: seconds, by: Self.beat) {
            if second.isMultiple(of: 600) { changeWeather(second) }
            if second > 0, second.isMultiple(of: 6 * 3_600) { try relaunch(at: second, damaging: true) }
            for place in viewers.indices { viewers[place].step(at: second, every: Self.beat) }
            settle(2)
            clock.clock.advance(by: .seconds(Self.beat))
            settle(4)
            if second.isMultiple(of: 3_600) {
                report(second)
                if !ledger.faults.isEmpty { break }
            }
            if early == nil, second >= seconds / 10 { early = try quiet(second) }
        }
        let late = try quiet(seconds)
        report(seconds)
        ledger.forget(upTo: .max)
        faults += ledger.faults + dropped()
        if let early { faults += SoakProcess.faults(from: early, to: late) }
        let summary = delivery.summary()
        if summary.discarded + summary.setAside + summary.pending > 0 { faults.append("at the end \(summary)") }
        delivery.close()
        try? FileManager.default.removeItem(at: folder)
        return faults
    }

    /// The pings that a launch has lost are those of one page, where it found its file damaged.
    private func dropped() -> [String] {
        let lost = delivery.summary().dropped
        return lost <= (launches > 1 ? 25 : 0) ? [] : ["launch \(launches) lost \(lost) pings"]
    }

    private mutating func changeWeather(_ second: Int) {
        fillDisk(dice.below(20) == 0)
        let weathers = VirtualCollector.Weather.allCases
        collector.set(dice.below(2) == 0 ? .fine : weathers[dice.below(weathers.count)])
        if dice.below(6) == 0 { clock.jump(Double(dice.below(200_000)) - 100_000) }
    }

    /// Everything is over and told: what is left then is what an idle app takes.
    private mutating func quiet(_ second: Int) throws -> SoakProcess {
        fillDisk(false)
        collector.set(.fine)
        for place in viewers.indices { viewers[place].leave(at: second) }
        for _ in 0..<200 {
            clock.clock.advance(by: .seconds(20))
            settle(60)
            if delivery.summary().pending == 0 { break }
        }
        return SoakProcess()
    }

    private func report(_ second: Int) {
        SoakProcess.print("\(second / 3_600) h: \(ledger.line); \(SoakProcess())")
    }
}
