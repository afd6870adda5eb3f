// SPDX-License-Identifier: Apache-2.0

import CForgetfulDisk
import Foundation
import HubServices
import TestSupport
import Testing
import HubStorage

/// Cuts the queue's disk off at each of its operations, and starts again.
///
/// What was acknowledged is there afterwards, no file is damaged, and what a dead process left open is queued once.
@Suite(.serialized)
struct ForgetfulDiskTests {
    /// What a process knew before its disk was cut off.
    private struct Life {
        var stored: Set<String> = []
        var sent: Set<String> = []
        var setAside: Set<String> = []
        /// The last will that was acknowledged, and those that may have been written without a word.
        var will: String?
    }

    private static let clock = ManualClock()

    /// Adds, sends, sets aside, leaves wills and checkpoints, as far as the disk lets it.
    private static func live(_ folder: TemporaryFolder, _ durability: HitQueue.Durability) -> Life {
        var life = Life()
        let rig = TestRig(
            folder.location,
            configuration: .hasty(durability: durability),
            privacy: .unknown,
            clock: clock
        ) { hit in
            hit.payload.first == UInt8(ascii: "x") ? .retry(after: nil, reason: "not now") : .sent
        }
        func add(_ texts: [String], will: String? = nil) {
            let drafts = texts.map { HitQueue.Draft(payload: Data($0.utf8), stream: "line \($0.utf8.count % 2)") }
            let wills = will.map { text in
                [HitQueue.Will(key: "view", drafts: [HitQueue.Draft(payload: Data(text.utf8), stream: "view")])]
            }
            guard let admissions = try? rig.queue.enqueue(contentsOf: drafts, leaving: wills ?? []) else { return }
            var isStored = true
            for (text, admission) in zip(texts, admissions) {
                if case .stored = admission { life.stored.insert(text) } else { isStored = false }
            }
            if let will, isStored { life.will = will }
        }
        add(["1"])
        add(["22"], will: "open 1")
        add(["3", "44", "x5"], will: "open 2")
        rig.queue.setPrivacyStatus(.optedIn)
        rig.settle()
        rig.queue.setPrivacyStatus(.unknown)
        add((0..<6).map { "\($0) " + String(repeating: "large ", count: 700 + $0) }, will: "open 3")
        rig.queue.checkpoint()
        rig.settle()
        add(["6"])
        add(["77"], will: "open 4")
        life.sent = Set(rig.sent)
        life.setAside = Set(rig.sent.filter { $0.hasPrefix("x") })
        rig.queue.close()
        return life
    }

    /// What the next process finds.
    private static func resume(_ folder: TemporaryFolder) -> (sent: [String], setAside: Set<String>, damage: String?) {
        let rig = TestRig(folder.location, clock: clock)
        rig.settle()
        // What was in hand belongs to the dead process until its lease is over.
        rig.advance(by: .seconds(1_200))
        rig.advance(by: .seconds(1_200))
        let aside = Set(rig.queue.setAsideHits().map { String(decoding: $0.hit.payload, as: UTF8.self) })
        let damage = rig.events.compactMap { if case .damaged(_, let detail, _, _) = $0 { detail } else { nil } }.first
        let isWorking = rig.queue.summary().isStorageWorking
        #expect(isWorking)
        rig.queue.close()
        return (rig.sent, aside, damage)
    }

    private enum End: CaseIterable {
        /// The process is killed: what it wrote stays.
        case process
        /// The power goes: of what was not synchronised any part may be lost.
        case power
    }

    /// - Returns: Whether the process did all it had to before that operation, and how much of what was acknowledged is lost.
    private static func cut(
        at operation: Int,
        _ durability: HitQueue.Durability,
        _ end: End
    ) throws -> (isOver: Bool, lost: Int) {
        let folder = try TemporaryFolder()
        forgetful_disk_use(folder.url.path)
        defer { forgetful_disk_use(nil) }
        forgetful_disk_cut_at(Int32(operation))
        let life = live(folder, durability)
        let isOver = forgetful_disk_operations() < operation
        if end == .power { forgetful_disk_lose(UInt32(operation)) } else { forgetful_disk_cut_at(0) }
        let next = resume(folder)
        let place: Comment = "operation \(operation), \(durability), \(end)"
        #expect(Set(next.sent).count == next.sent.count, place)
        let lost = life.stored.subtracting(life.sent).subtracting(next.sent).subtracting(next.setAside)
        // Without `power`, the part that a loss of power takes may be any; the file works all the same.
        if end == .power, durability == .process { return (isOver, lost.count) }
        #expect(next.damage == nil, place)
        #expect(lost.isEmpty, place)
        #expect(life.setAside.subtracting(next.setAside).subtracting(next.sent).isEmpty, place)
        let wills = next.sent.filter { $0.hasPrefix("open") }
        #expect(wills.count <= 1, place)
        if let will = life.will { #expect(wills.first.map { $0 >= will } == true, place) }
        return (isOver, 0)
    }

    /// Each operation is cut in one of the combinations; each of them begins with another one.
    @Test(arguments: [
        (1, HitQueue.Durability.power, true), (2, .power, false), (3, .process, true), (4, .process, false),
    ])
    func everyWriteIsCutOnceAndNothingAcknowledgedIsLost(
        first: Int,
        durability: HitQueue.Durability,
        losesPower: Bool
    ) throws {
        var operation = first
        var lost = 0
        while true {
            try #require(operation < 2_000)
            let cut = try Self.cut(at: operation, durability, losesPower ? .power : .process)
            lost += cut.lost
            if cut.isOver { break }
            operation += 4
        }
        // A scenario that writes nothing would pass as well, and so would a disk that forgets nothing.
        #expect(operation > 60)
        #expect((lost > 0) == (losesPower && durability == .process))
    }
}
