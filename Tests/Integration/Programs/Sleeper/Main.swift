// SPDX-License-Identifier: Apache-2.0

import Dispatch
import Foundation
import LaunchHub

/// An app that is mostly asleep: it counts how often the threads of its hub wake up.
///
/// `Sleeper isolated COUNT` dispatches events with pauses between them, and writes for each the number of wake-ups of all
/// threads but its own; `Sleeper hung SECONDS` has a listener that does not return, and writes their number in a second.
@main
struct Main {
    static func main() throws {
        let arguments = CommandLine.arguments
        guard arguments.count == 3, let count = Int(arguments[2]) else { exit(64) }
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
