// SPDX-License-Identifier: Apache-2.0

import Foundation
import HubServices
import LaunchHubServer
import TestSupport
import Testing

/// The whole way of a ping, from a measured call to a collector, with the measuring process killed again and again.
@Suite(.timeLimit(.minutes(10)))
struct CollectorKillTests {
    /// Kills while pings are queued and nobody answers, and while they are sent.
    private static let kills = (measuring: 5, sending: 2)
    /// How many pings are reported, at least.
    private static let pings = 100

    @Test func noPingThatWasReportedQueuedIsLostByKills() throws {
        let folder = try TemporaryFolder()
        let arrivals = DispatchSemaphore(value: 0)
        let collector = try Collector(file: folder.file("collector.sqlite")) { _ in arrivals.signal() }
        let server = DevelopmentServer(Server.Configuration(hosts: [.ipv4], port: 0), collector: collector)
        let port = try #require(try server.start().first).port
        defer { server.stop() }
        let lane = try Lane(folder, try Self.writeConfiguration(port: port, in: folder))

        // The network is down: nobody answers.
        server.faults.add(Fault(path: "/", cutOff: .before))
        let reported = try lane.measureAndKill(Self.kills.measuring, pings: Self.pings)
        #expect(try collector.count().pings == 0)
        #expect(reported.values.reduce(0) { $0 + $1.count } >= Self.pings)

        // It comes back.
        server.faults.removeAll()
        try lane.sendAndKill(Self.kills.sending, arrivals)
        try Self.check(try collector.pings(), against: reported)
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
    private static func writeConfiguration(port: UInt16, in folder: TemporaryFolder) throws -> URL {
        let published = "RemoteConfig/sdk/P00000000-0000-0000-0000-000000000001.json"
        let text = try PackageFolder.text(published)
            .replacingOccurrences(of: "127.0.0.1:8642", with: "127.0.0.1:\(port)")
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
private struct Lane {
    let folder: URL
    let configuration: URL

    init(_ parent: TemporaryFolder, _ configuration: URL) throws {
        self.configuration = configuration
        folder = parent.url.appending(path: "lane")
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
                ["measure", folder.path, configuration.path, "\(kill)"]
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
            for _ in 0..<Int.random(in: 1...20) {
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
