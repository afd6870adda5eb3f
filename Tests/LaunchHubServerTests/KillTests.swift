// SPDX-License-Identifier: Apache-2.0

import TestSupport
import Foundation
import HubServices
import LaunchHubServer
import Testing

/// The whole way of a ping, from a measured call to a collector in another process, with the measuring process killed
/// again and again.
@Suite(.timeLimit(.minutes(30)))
struct KillTests {
    private static let lanes = 4
    /// Kills in each lane while pings are queued and nobody answers, and while they are sent.
    private static let kills = (measuring: 46, sending: 4)
    /// How many pings each lane reports, at least.
    private static let pings = 500

    @Test func noPingThatWasReportedQueuedIsLostByTwoHundredKills() async throws {
        let folder = try TemporaryFolder()
        let arrivals = DispatchSemaphore(value: 0)
        let server = try TestServer(
            { $0.threads = 4 },
            collector: try Collector(file: folder.url.appending(path: "collector.sqlite")) { _ in arrivals.signal() }
        )
        let configuration = try Self.writeConfiguration(for: server, in: folder)

        // The network is down: nobody answers.
        server.faults.add(Fault(path: "/", cutOff: .before))
        var reported: [String: [String]] = [:]
        try await withThrowingTaskGroup(of: [String: [String]].self) { group in
            for lane in 0..<Self.lanes {
                let lane = try Lane(number: lane, folder, configuration)
                group.addTask {
                    try await onThread { try lane.measureAndKill(Self.kills.measuring, pings: Self.pings) }
                }
            }
            for try await part in group { reported.merge(part) { $0 + $1 } }
        }
        #expect(try server.collector.count().pings == 0)
        #expect(reported.values.reduce(0) { $0 + $1.count } >= Self.lanes * Self.pings)

        // It comes back.
        server.faults.removeAll()
        for lane in 0..<Self.lanes {
            let lane = try Lane(number: lane, folder, configuration)
            try await onThread { try lane.sendAndKill(Self.kills.sending, arrivals) }
        }
        try Self.check(try server.collector.pings(), against: reported)
    }

    private static func check(_ pings: [CollectedPing], against reported: [String: [String]]) throws {
        var places: [String: Int64] = [:]
        for ping in pings { places[try #require(ping.id)] = ping.number }
        #expect(places.count == pings.count)
        var lost = 0
        var disorder = 0
        for ids in reported.values {
            let numbers = ids.compactMap { places[$0] }
            lost += ids.count - numbers.count
            if numbers != numbers.sorted() { disorder += 1 }
        }
        #expect(lost == 0)
        #expect(disorder == 0)
        // What is one measurement to a collector has one id: doubles come with the same id only.
        let facts = Set(pings.map { ping in ["prd", "sessionId", "ai", "cr"].map { ping.parameter($0) ?? "" } })
        #expect(facts.count == pings.count)
    }

    /// The published configuration, with the server as collector, without the pauses between rounds of sending and with
    /// room for more than a device keeps offline.
    private static func writeConfiguration(for server: TestServer, in folder: TemporaryFolder) throws -> URL {
        let published = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().appending(path: "RemoteConfig/sdk/P00000000-0000-0000-0000-000000000001.json")
        let text = try String(contentsOf: published, encoding: .utf8)
            .replacingOccurrences(of: "127.0.0.1:8642", with: "127.0.0.1:\(server.address.port)")
        var json = try JSONObject(jsonText: text)
        json["thresholds"] = .object(
            (json["thresholds"]?.objectValue ?? [:]).merging(["pendingPingsDelay": 0, "offlinePingsLimit": 100_000])
        )
        json["delivery"] = .object(
            (json["delivery"]?.objectValue ?? [:]).merging(["databaseBusyTimeout": 10_000, "maximumTries": 10_000])
        )
        return try folder.write(json.jsonText, to: "configuration.json")
    }
}

/// A folder with a database, and the processes that use it one after the other.
private struct Lane: Sendable {
    let number: Int
    let folder: URL
    let configuration: URL

    init(number: Int, _ parent: TemporaryFolder, _ configuration: URL) throws {
        self.number = number
        self.configuration = configuration
        folder = parent.url.appending(path: "lane\(number)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    }

    /// Has process after process measure, and kills each at a random moment.
    ///
    /// - Returns: The ids that were reported, by stream and in order.
    func measureAndKill(_ kills: Int, pings: Int) throws -> [String: [String]] {
        var reported: [String: [String]] = [:]
        var count = 0
        for kill in 1...kills {
            let child = try RunningProgram(
                "Measurer",
                ["measure", folder.path, configuration.path, "\(number)-\(kill)"]
            )
            // Some are killed before they are well awake, and the last one when there are enough.
            let wanted = kill == kills ? max(1, pings - count) : Int.random(in: 0...24)
            for line in try child.kill(afterLines: wanted) {
                let parts = line.split(separator: " ").map(String.init)
                try #require(parts.count == 2, "\(line)")
                reported[parts[0], default: []].append(parts[1])
                count += 1
            }
        }
        return reported
    }

    /// Has process after process send, kills some at a random moment, and lets the last one come to its end.
    func sendAndKill(_ kills: Int, _ arrivals: DispatchSemaphore) throws {
        for kill in 1...kills {
            let child = try RunningProgram("Measurer", ["send", folder.path, configuration.path, "\(kill * 600)"])
            for _ in 0..<Int.random(in: 1...80) {
                try #require(arrivals.wait(timeout: .now() + 600) == .success)
            }
            // On a busy machine it may have sent everything before its time has come.
            try child.killUnlessDone()
        }
        let last = try RunningProgram("Measurer", ["send", folder.path, configuration.path, "\((kills + 1) * 600)"])
        try last.linesUntilExit()
        while arrivals.wait(timeout: .now()) == .success {}
    }
}

/// Runs work that waits for processes on a thread of its own, since the threads of tasks are few.
private func onThread<Result: Sendable>(_ work: @escaping @Sendable () throws -> Result) async throws -> Result {
    let result: Swift.Result<Result, any Error> = await awaitedValue { resume in
        Thread.detachNewThread { resume(Swift.Result { try work() }) }
    }
    return try result.get()
}
