// SPDX-License-Identifier: Apache-2.0

import Dispatch
import Foundation
import LaunchHub

extension BenchGroup {
    /// The time from nothing to the first event.
    static let boot = BenchGroup("boot", "a hub made, ten extensions registered, started, one event heard") { session in
        let count = session.count(200)
        let result = session.measure { Percentiles((0..<count).map { _ in bootTime() }).p50 }
        session.report("boot_10ext_to_first_event_p50", result, "us", .atMost(150))
    }

    /// The same in a process that has had no hub before.
    static let bootFirst = BenchGroup("bootfirst", "the same as the first thing that a process does") { session in
        let result = session.measure {
            let child = Process()
            child.executableURL = URL(filePath: CommandLine.arguments[0])
            child.arguments = [bootFirstChild.name]
            let pipe = Pipe()
            child.standardOutput = pipe
            do {
                try child.run()
                let text = String(decoding: try pipe.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
                child.waitUntilExit()
                return Double(text.trimmingCharacters(in: .whitespacesAndNewlines)) ?? .nan
            } catch {
                return .nan
            }
        }
        session.report("boot_first_in_process", result, "us", .atMost(1_000))
    }

    static let bootFirstChild = BenchGroup("boot-first-child", "prints one boot in microseconds") { _ in
        print(bootTime())
    }

    private static func bootTime() -> Double {
        let heard = DispatchSemaphore(value: 0)
        let event = Sample.event()
        var made: EventHub?
        let duration = timed {
            let hub = EventHub()
            made = hub
            for number in 0..<10 {
                BenchHub.register(hub, "com.example.extension.\(number)") { runtime in
                    runtime.listen(type: Sample.type, source: Sample.source) { _ in heard.signal() }
                }
            }
            hub.start()
            hub.dispatch(event)
            for _ in 0..<10 { heard.wait() }
        }
        made?.shutDown(deadline: .zero)
        return duration / 1_000
    }
}
