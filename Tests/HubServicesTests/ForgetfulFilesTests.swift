// SPDX-License-Identifier: Apache-2.0

import Foundation
import HubServices
import TestSupport
import Testing

/// Ends a process at each step of what it writes, and starts again: nothing half-written is taken for whole, and no choice
/// that was taken back comes back.
struct ForgetfulFilesTests {
    private static let choice = "choice"

    /// What a process knows that it has set, and what it was setting when its disk was cut off.
    private struct Life {
        var known: JSONObject = [:]
        var doubtful: [String: JSONValue] = [:]
        var isOver = false
    }

    /// An identity and the changes of a choice, as far as the disk lets the process.
    private static func live(_ file: URL, _ disk: ForgetfulFiles, _ fault: ForgetfulFiles.Fault) -> Life {
        var life = Life()
        var store = FileKeyValueStore(file: file, doubledKeys: [choice], disk: disk)
        let changes: [(String, JSONValue)] = [
            ("id", "first"), (choice, "in"), ("id", "second"), (choice, "out"), ("other", 1), (choice, "in"),
            ("id", "third"), (choice, "out"), ("other", .string(String(repeating: "large ", count: 2_000))),
        ]
        for (place, (key, value)) in changes.enumerated() {
            // The second launch of the app, with the same files.
            if place == 5 { store = FileKeyValueStore(file: file, doubledKeys: [choice], disk: disk) }
            life.doubtful[key] = value
            do throws(StorageError) {
                try store.set(value, forKey: key)
            } catch {
                guard fault == .once else { return life }
                continue
            }
            // A call that ends with the process has returned to nobody.
            if fault != .once, disk.isCut { return life }
            life.known[key] = value
            life.doubtful[key] = nil
        }
        life.isOver = !disk.isCut
        return life
    }

    private static func check(_ life: Life, _ file: URL, _ fault: ForgetfulFiles.Fault, _ place: Comment) throws {
        let next = FileKeyValueStore(file: file, doubledKeys: [choice])
        func read(_ key: String) -> Result<JSONValue?, StorageError> {
            do throws(StorageError) { return .success(try next.value(forKey: key)) } catch { return .failure(error) }
        }
        for key in ["id", "other", choice] {
            let known = life.known[key]
            let tried = life.doubtful[key]
            switch read(key) {
            case .success(let value) where value == known:
                // Whoever was told that a choice could not be written must not find the old one in force.
                #expect(
                    fault != .once || key != choice || tried == nil || tried == known,
                    "\(place): \(key) is the old one"
                )
            case .success(let value):
                #expect(tried != nil && value == tried, "\(place): \(key) is \(String(describing: value))")
            case .failure:
                #expect(key == choice && tried != nil, "\(place): \(key) is not known")
            }
        }
        if fault != .once { #expect(next.damage == nil, place) }
        // And it goes on.
        try next.set("out", forKey: choice)
        let third = FileKeyValueStore(file: file, doubledKeys: [choice])
        #expect(try third.value(forKey: choice) == "out", place)
    }

    @Test(arguments: ForgetfulFiles.Fault.allCases)
    func everyStepIsCutOnceAndNoChoiceFailsOpen(_ fault: ForgetfulFiles.Fault) throws {
        var step = 0
        var isOver = false
        while !isOver {
            step += 1
            // What is lost with the power is drawn again.
            for round in 0..<(fault == .power ? 4 : 1) {
                let folder = try TemporaryFolder()
                let file = folder.file("kept.json")
                let disk = ForgetfulFiles(cutAt: step, fault)
                let life = Self.live(file, disk, fault)
                var dice = SeededGenerator(seed: UInt64(step * 100 + round))
                if fault == .power, !life.isOver { disk.lose(&dice) }
                try Self.check(life, file, fault, "step \(step), \(fault), round \(round)")
                isOver = life.isOver
            }
            try #require(step < 500)
        }
        // A scenario that writes nothing would pass as well.
        #expect(step > 40)
    }
}
