// SPDX-License-Identifier: Apache-2.0

import CForgetfulDisk
import Dispatch
import Foundation
import HubServices
import NielsenAppApi
import TestSupport
import Testing

extension ForgetfulDiskTests {
    /// A process in which something is watched, and how far it came before its disk was cut off.
    private final class Viewer {
        private let lane = DispatchQueue(label: "test")
        private let clock = ManualClock()
        private let delivery: NielsenPingDelivery

        init(_ folder: TemporaryFolder, _ configuration: NielsenConfiguration) {
            delivery = NielsenPingDelivery(
                file: folder.file,
                configuration: configuration,
                clock: clock,
                privacy: .unknown,
                random: SeededGenerator(seed: 1),
                workQueue: lane,
                deliveryQueue: lane
            )
        }

        /// Watches for some seconds, as far as the disk lets it, and ends without a word.
        ///
        /// - Returns: The seconds that were watched, and how many operations the disk had seen at each of them.
        func watch(_ seconds: Int, _ configuration: NielsenConfiguration, until cut: Int) throws -> [Int] {
            let environment = NielsenEnvironment(clock: clock, pings: delivery, configuration: configuration)
            let api = try NielsenAppApi.make(appInfo: ["appid": "PX"], environment: environment)
            var operations: [Int] = []
            api.play()
            api.loadMetadata(["type": "content", "assetid": "film", "length": "7200"])
            for second in 0..<seconds where forgetful_disk_operations() < cut {
                api.playheadPosition(Int64(second))
                clock.advance(by: .seconds(1))
                lane.sync {}
                operations.append(Int(forgetful_disk_operations()))
            }
            end()
            return operations
        }

        /// Whether the file works.
        func begin() -> Bool {
            defer { end() }
            return delivery.summary().isDatabaseWorking
        }

        private func end() {
            delivery.close()
            lane.sync {}
        }
    }

    /// With large pings, each call that makes a ping also makes one that the queue has no room for.
    private static func configuration(
        _ durability: NielsenDeliveryDurability,
        hasLargePings: Bool
    ) throws -> NielsenConfiguration {
        let large = String(repeating: "x", count: hasLargePings ? 70_000 : 1)
        let text = """
            {"schema": "launch-hub.sdk-configuration", "version": 1,
             "keyMap": {"nol_assetid": "assetid"},
             "products": [{"product": "dcrVideo", "types": ["content"], "processors": [
               {"cadence": "impression", "prefix": "V", "at": "view", "template": "view"},
               {"cadence": "interval", "prefix": "D", "at": "timer", "template": "view"}
               \(hasLargePings ? #", {"cadence": "interval", "at": "timer", "template": "large"}"# : "")]}],
             "templates": {"large": {"url": "http://127.0.0.1:9/", "parameters": ["x=\(large)"]}, "view": {"url": "http://127.0.0.1:9/", "parameters":
               ["asset=[nol_assetid]", "seconds=[nol_seconds]", "mark=[nol_prefix][nol_segment]"]}}}
            """
        var configuration = try NielsenConfiguration(jsonData: Data(text.utf8))
        configuration.delivery.durability = durability
        configuration.delivery.waitingBytesLimit = 65_536
        // A ping each 20 seconds, so that there are checkpoints before, between and after pings.
        configuration.thresholds.segmentSeconds = 4
        configuration.thresholds.creditSeconds = 2
        return configuration
    }

    /// What the next launch has to send: the mark and the seconds of each ping.
    private static func relaunch(
        _ folder: TemporaryFolder,
        _ configuration: NielsenConfiguration
    ) throws -> [(mark: String, seconds: Int)] {
        let isWorking = Viewer(folder, configuration).begin()
        #expect(isWorking)
        return try RawDatabase(folder.file).run("SELECT payload FROM hit ORDER BY row").map { payload in
            let object = try JSONObject(jsonData: Data(payload.utf8))
            let items = object["url"]?.stringValue.flatMap(URLComponents.init(string:))?.queryItems ?? []
            let values = Dictionary(items.map { ($0.name, $0.value ?? "") }) { first, _ in first }
            return (values["mark"] ?? "", values["seconds"].flatMap(Int.init) ?? 0)
        }
    }

    /// Each operation is cut in one of the combinations; each of them begins with another one.
    @Test(arguments: [
        (1, NielsenDeliveryDurability.power, true, false), (2, .power, false, false), (3, .process, true, false),
        (4, .process, false, false), (5, .process, false, true),
    ])
    func everyWriteOfAViewIsCutOnceAndTenSecondsOfItAreLostAtMost(
        first: Int,
        durability: NielsenDeliveryDurability,
        losesPower: Bool,
        hasLargePings: Bool
    ) throws {
        let configuration = try Self.configuration(durability, hasLargePings: hasLargePings)
        let length = 75
        var operation = first - 5
        var lost: [Int] = []
        var isOver = false
        while !isOver {
            operation += 5
            let folder = try TemporaryFolder()
            forgetful_disk_use(folder.url.path)
            defer { forgetful_disk_use(nil) }
            forgetful_disk_cut_at(Int32(operation))
            let watched = try Viewer(folder, configuration).watch(length, configuration, until: operation)
            isOver = watched.count == length && watched.allSatisfy { $0 < operation }
            if losesPower { forgetful_disk_lose(UInt32(operation)) } else { forgetful_disk_cut_at(0) }

            let told = try Self.relaunch(folder, configuration)
            let place: Comment = "operation \(operation): \(watched.count) s were watched, \(told)"
            let seconds = told.map(\.seconds).reduce(0, +)
            #expect(seconds <= watched.count, place)
            // The end of a view has the window of its last period, and no seconds.
            #expect(Set(told.map { "\($0.mark) \($0.seconds)" }).count == told.count, place)
            #expect(try Self.relaunch(folder, configuration).count == told.count, place)
            lost.append(watched.count - seconds)
            try #require(operation < 2_000)
        }
        // A view that writes nothing would pass as well, and so would a disk that forgets nothing.
        #expect(operation > 40)
        // Without `power`, the part that a loss of power takes may be any.
        if losesPower, durability == .process {
            #expect(lost.contains { $0 > 11 })
        } else {
            // The second in which the disk is cut off is watched, too.
            #expect(lost.allSatisfy { $0 <= 11 }, "\(lost)")
        }
    }
}
