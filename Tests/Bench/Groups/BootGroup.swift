// SPDX-License-Identifier: Apache-2.0

import Dispatch
import Foundation
import LaunchHub

/// From nothing to the first event: a hub made, ten extensions registered, started, one event heard by each.
enum BootGroup {
    static let group = BenchGroup("boot") { effort in
        let count = effort.count(200)
        let floor = "bare queue made, ten listeners"
        return [
            effort.measure(
                "hub",
                "us",
                to: floor,
                { (0..<count).map { _ in startOfHub() }.median },
                floor: { (0..<count).map { _ in startOfQueue() }.median }
            ),
            effort.measure(
                "first_hub_of_process",
                "us",
                to: floor,
                { startInChild("hub") },
                floor: { startInChild("queue") }
            ),
        ]
    }

    private static func startOfHub() -> Double {
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

    private static func startOfQueue() -> Double {
        let heard = DispatchSemaphore(value: 0)
        let event = Sample.event()
        return timed {
            var listeners: [String: @Sendable (Event) -> Void] = [:]
            for number in 0..<10 { listeners["com.example.extension.\(number)"] = { _ in heard.signal() } }
            DispatchQueue(label: "com.example.boot").async { [listeners] in
                for listener in listeners.values { listener(event) }
            }
            for _ in 0..<10 { heard.wait() }
        } / 1_000
    }

    // MARK: - In a process that has had none before

    private static let childWord = "--start"

    private static func startInChild(_ way: String) -> Double {
        let child = Process()
        let output = Pipe()
        child.executableURL = URL(filePath: CommandLine.arguments[0])
        child.arguments = [childWord, way]
        child.standardOutput = output
        do {
            try child.run()
            let data = try output.fileHandleForReading.readToEnd() ?? Data()
            child.waitUntilExit()
            return Double(String(decoding: data, as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines)) ?? .nan
        } catch {
            return .nan
        }
    }

    /// What a child is to start; nil where the words are those of a person.
    static func childWay(_ words: [String]) -> String? {
        words.first == childWord ? words.last : nil
    }

    static func printOneStart(_ way: String) {
        print(way == "hub" ? startOfHub() : startOfQueue())
    }
}
