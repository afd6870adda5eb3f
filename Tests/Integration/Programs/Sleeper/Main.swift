// SPDX-License-Identifier: Apache-2.0

import Dispatch
import Foundation
import HubServices
import LaunchHub

/// An app that is mostly asleep: it counts how often the threads of its hub wake up.
///
/// `Sleeper isolated COUNT` dispatches events with pauses between them, and writes for each the number of wake-ups of all
/// threads but its own; `Sleeper hung SECONDS` has a listener that does not return, and writes their number in a second.
/// `Sleeper slow COUNT` has ten listeners, four of which sleep for 20 ms on each event, and writes the median and the 99th
/// percentile of how long the others waited for theirs, in milliseconds. `Sleeper many COUNT` has so many listeners that do not
/// return, and writes how long a healthy one waited for the same event and for the next one, how many were reported, and how
/// much processor time a second takes then, all in milliseconds.
@main
struct Main {
    static func main() throws {
        let arguments = CommandLine.arguments
        guard arguments.count == 3, let count = Int(arguments[2]) else { exit(64) }
        if arguments[1] == "slow" { return try printDelays(of: count) }
        if arguments[1] == "many" { return try printHangs(of: count) }
        let heard = DispatchSemaphore(value: 0)
        let release = DispatchSemaphore(value: 0)
        let isHung = arguments[1] == "hung"
        let hub = EventHub()
        hub.listen(type: "test.type", source: "test.source") { event in
            heard.signal()
            if isHung, event.name == "last" { release.wait() }
        }
        hub.start()
        try dispatch("first", hub, heard)
        // What a start leaves behind is over by then.
        usleep(500_000)
        if isHung {
            try dispatch("last", hub, heard)
            usleep(500_000)
            let clock = ContinuousClock()
            let (before, start) = (wakeups, clock.now)
            usleep(UInt32(clamping: count * 1_000_000))
            // A busy machine sleeps longer than it was asked to.
            print(Double(wakeups - before) / ((clock.now - start) / .seconds(1)))
            release.signal()
        } else {
            for _ in 0..<count {
                let before = wakeups
                try dispatch("next", hub, heard)
                // Long enough for each to be isolated.
                usleep(80_000)
                print(wakeups - before)
            }
        }
    }

    private static func printDelays(of count: Int) throws {
        let hub = EventHub()
        let (delays, heard) = (Locked<[Double]>([]), DispatchSemaphore(value: 0))
        for number in 0..<10 {
            hub.listen(type: "test.type", source: "test.source") { event in
                if number < 4 {
                    _ = usleep(20_000)
                    return
                }
                let delay = event.data["at"].map { now - ($0.doubleValue ?? 0) } ?? 0
                delays.withLock { $0.append(delay) }
                heard.signal()
            }
        }
        hub.start()
        for _ in 0..<count {
            usleep(5_000)
            let data: JSONObject = ["at": .double(now)]
            hub.dispatch(try Event(name: "next", type: "test.type", source: "test.source", data: data))
        }
        for _ in 0..<count * 6 { heard.wait() }
        let sorted = delays.withLock { $0.sorted() }
        print(sorted[sorted.count / 2])
        print(sorted[sorted.count * 99 / 100])
        exit(0)
    }

    private static func printHangs(of count: Int) throws {
        let hub = EventHub()
        let (heard, reports) = (DispatchSemaphore(value: 0), Locked(0))
        for _ in 0..<count {
            hub.listen(type: "test.type", source: "test.source") { _ in while true { sleep(600) } }
        }
        hub.listen(type: .wildcard, source: .wildcard) { event in
            if event.type == "test.type" { heard.signal() }
            if event.source == .overrun { reports.withLock { $0 += 1 } }
        }
        hub.start()
        usleep(500_000)
        for _ in 0..<2 {
            let start = now
            try dispatch("next", hub, heard)
            print(now - start)
        }
        let end = now + 10_000
        while now < end, reports.withLock({ $0 }) < count { usleep(10_000) }
        print(reports.withLock { $0 })
        usleep(500_000)
        let (before, start) = (processorTime, now)
        usleep(2_000_000)
        print((processorTime - before) / ((now - start) / 1_000))
        exit(0)
    }

    private static var now: Double { Double(DispatchTime.now().uptimeNanoseconds) / 1_000_000 }

    private static var processorTime: Double {
        var time = timespec()
        clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
        return Double(time.tv_sec) * 1_000 + Double(time.tv_nsec) / 1_000_000
    }

    private static func dispatch(_ name: String, _ hub: EventHub, _ heard: DispatchSemaphore) throws {
        hub.dispatch(try Event(name: name, type: "test.type", source: "test.source"))
        heard.wait()
    }

    /// How often the threads have fallen asleep of their own will, this one left out.
    private static var wakeups: Int {
        let tasks = (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/task")) ?? []
        return tasks.filter { $0 != "\(getpid())" }.reduce(0) { sum, task in
            let status = (try? String(contentsOfFile: "/proc/self/task/\(task)/status", encoding: .utf8)) ?? ""
            let line = status.split(separator: "\n").first { $0.hasPrefix("voluntary_ctxt_switches:") }
            return sum + (line?.split(separator: "\t").last.flatMap { Int($0) } ?? 0)
        }
    }
}
