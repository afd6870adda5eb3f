// SPDX-License-Identifier: Apache-2.0

import Foundation
package import HubServices
import HubStorage

/// A hit queue over processes that are closed, killed and find their file damaged: nothing is lost but what is
/// reported, what was delivered is never sent again, and each stream keeps its order.
package struct QueueModel: ModelCheck {
    package enum Step: Sendable, CustomStringConvertible {
        case add(stream: Int, count: Int, ending: String)
        case network(Int)
        case privacy(Int)
        case wait(Int)
        case checkpoint
        case close
        case kill
        case removeSetAside
        case damage(Int, UInt8)

        package var description: String {
            switch self {
            case .add(let stream, let count, let ending):
                "add \(count) to stream \(stream)\(ending.isEmpty ? "" : ", ending in \(ending)")"
            case .network(let number): "the collector is \(QueueLife.Network.allCases[number])"
            case .privacy(let number): "privacy is \(QueueModel.statuses[number])"
            case .wait(let seconds): "\(seconds) s go by"
            case .checkpoint: "checkpoint"
            case .close: "close and start again"
            case .kill: "kill and start again"
            case .removeSetAside: "remove what was set aside"
            case .damage(let place, let byte): "byte \(place) of the file becomes \(byte), and a process starts"
            }
        }
    }

    package static let name = "queue"
    package static let stepsOfALife = 150
    private static let statuses: [PrivacyStatus] = [.optedIn, .unknown, .optedOut]
    private static let limits = HitQueueLimits(count: 60, offlineCount: .max, age: nil)

    package static func step(_ dice: inout SeededGenerator) -> Step {
        switch dice.below(64) {
        case 0...27:
            .add(stream: dice.below(3), count: 1 + dice.below(3), ending: ["", "", "", "", "d"][dice.below(5)])
        case 28: .add(stream: dice.below(3), count: 1 + dice.below(90), ending: "")
        case 29...35: .network(0)
        case 36...38: .network(1 + dice.below(3))
        case 39...41: .privacy(0)
        case 42: .privacy(1)
        case 43: .privacy(dice.below(3))
        case 44...54: .wait(dice.below(900))
        case 55, 56: .checkpoint
        case 57, 58: .close
        case 59...61: .kill
        case 62: .removeSetAside
        default: dice.below(3) == 0 ? .damage(dice.below(1 << 30), UInt8(dice.below(256))) : .kill
        }
    }

    // MARK: - The model

    /// What is to be sent, in its order, by stream.
    private var waiting: [String: [String]] = [:]
    private var delivered: Set<String> = []
    private var privacy = PrivacyStatus.optedIn
    private var network = QueueLife.Network.up
    /// Whether hits may be in the hands of somebody who said nothing: they are sent again, and cannot be dropped.
    private var isInDoubt = false
    /// Whether a file was damaged: from then on less is known.
    private var isDamaged = false
    private var count = 0

    // MARK: - The part

    private let clock = ManualClock()
    private let folder: URL
    private var launches = 0
    private var life: QueueLife?

    private var file: URL { folder.appending(path: "launch-\(launches)/hits.sqlite") }

    package init(seed: UInt64) throws {
        folder = FileManager.default.temporaryDirectory.appending(path: "queue-model-\(UUID().uuidString)")
        try launch()
    }

    /// Starts a process in a new folder.
    private mutating func launch(with files: [String: Data] = [:]) throws {
        launches += 1
        let place = file.deletingLastPathComponent()
        try FileManager.default.createDirectory(at: place, withIntermediateDirectories: true)
        for (suffix, content) in files { try content.write(to: URL(fileURLWithPath: file.path + suffix)) }
        life = QueueLife(
            file,
            HitQueue.Configuration(limits: Self.limits, maximumAttempts: 1_000_000),
            privacy: privacy,
            network: network,
            clock: clock,
            identity: "launch \(launches)"
        )
    }

    /// The files as a process that is killed now would leave them.
    private func files() throws -> [String: Data] {
        var files: [String: Data] = [:]
        for suffix in ["", "-wal"] {
            let path = file.path + suffix
            if FileManager.default.fileExists(atPath: path) {
                files[suffix] = try Data(contentsOf: URL(fileURLWithPath: path))
            }
        }
        return files
    }

    private func end() {
        life?.queue.close()
        life?.settle(2)
        try? FileManager.default.removeItem(at: file.deletingLastPathComponent())
    }

    package mutating func apply(_ step: Step) throws -> String? {
        guard let life else { return "there is no process" }
        switch step {
        case .add(let stream, let count, let ending): return try add(life, "stream \(stream)", count, ending)
        case .network(let number):
            network = QueueLife.Network.allCases[number]
            life.set(network)
        case .privacy(let number):
            privacy = Self.statuses[number]
            life.queue.setPrivacyStatus(privacy)
            if privacy == .optedOut {
                waiting = [:]
                isInDoubt = false
            }
        case .wait(let seconds):
            life.settle(8)
            clock.advance(by: .seconds(seconds))
        case .checkpoint: life.queue.checkpoint()
        case .close:
            let fault = settle()
            life.queue.close()
            let left = try files()
            end()
            try launch(with: left)
            if let fault { return fault }
        case .kill:
            let fault = settle()
            let left = try files()
            if network == .silent { isInDoubt = true }
            end()
            try launch(with: left)
            if let fault { return fault }
        case .removeSetAside:
            life.queue.removeSetAsideHits()
        case .damage(let place, let byte):
            let fault = settle()
            life.queue.close()
            var left = try files()
            end()
            if var content = left[""], !content.isEmpty {
                content[place % content.count] = byte
                left[""] = content
            }
            isDamaged = true
            try launch(with: left)
            if let fault { return fault }
        }
        return settle()
    }

    private mutating func add(_ life: QueueLife, _ stream: String, _ number: Int, _ ending: String) throws -> String? {
        let texts = (0..<number).map { _ in
            count += 1
            return "\(count) \(ending)"
        }
        // Which of those that somebody has in hand are dropped is nobody's business.
        let all = waiting.values.map(\.count).reduce(0, +)
        if isInDoubt || network == .silent || isDamaged, all + number > Self.limits.count { return nil }
        let admissions = try life.queue.enqueue(
            contentsOf: texts.map { HitQueue.Draft(payload: Data($0.utf8), stream: stream) }
        )
        let isRefused = privacy == .optedOut
        for admission in admissions {
            switch admission {
            case .refused where isRefused: break
            case .stored where !isRefused: break
            default: if !isDamaged { return "a hit was admitted as \(admission), and privacy is \(privacy)" }
            }
        }
        if !isRefused { waiting[stream, default: []] += texts }
        return settle()
    }

    /// Waits, and compares.
    private mutating func settle() -> String? {
        guard let life else { return nil }
        let mayBeMany = waiting.values.contains { $0.count > 8 }
        life.settle(mayBeMany ? 400 : 60)
        for event in life.takeEvents() {
            switch event {
            case .dropped(let number, .count, let streams), .dropped(let number, .offlineCount, let streams):
                guard streams.values.reduce(0, +) == number else { return "\(number) were dropped, of \(streams)" }
                for (stream, number) in streams {
                    waiting[stream] = Array(waiting[stream, default: []].dropFirst(number))
                }
            case .dropped(_, .optedOut, _), .dropped(_, .processor, _), .setAside: break
            case .dropped(let number, let reason, _): return "\(number) were dropped because of \(reason)"
            case .damaged, .storageFailed, .storageRecovered, .continuesInMemory:
                guard isDamaged else { return "the queue tells of \(event)" }
            }
        }
        for call in life.takeCalls() {
            if let fault = take(call) { return fault }
        }
        guard !isDamaged else { return nil }
        let summary = life.queue.summary()
        let expected = waiting.values.map(\.count).reduce(0, +)
        if summary.count + summary.inMemoryCount != expected {
            return "\(summary.count) hits wait and \(summary.inMemoryCount) in memory, and not \(expected)"
        }
        if summary.setAsideCount > 0 { return "\(summary.setAsideCount) are set aside" }
        return nil
    }

    /// A hit that the collector got has to be the first of its stream.
    private mutating func take(_ call: QueueLife.Call) -> String? {
        if delivered.contains(call.id) { return "\"\(call.text)\" was delivered already" }
        if privacy != .optedIn { return "\"\(call.text)\" is sent, and privacy is \(privacy)" }
        guard let place = waiting[call.stream]?.firstIndex(of: call.text) else {
            return "\"\(call.text)\" is sent, which is not waiting"
        }
        if place > 0, !isDamaged { return "\"\(call.text)\" is sent before \"\(waiting[call.stream]?.first ?? "")\"" }
        switch call.answer {
        case .sent, .discard:
            delivered.insert(call.id)
            // What was before it went with the damage.
            waiting[call.stream]?.removeFirst(place + 1)
        case .retry, .refused, .unreachable, .later: break
        case nil: isInDoubt = true
        }
        return nil
    }

    package mutating func finish() throws -> String? {
        defer {
            end()
            try? FileManager.default.removeItem(at: folder)
        }
        for step in [
            Step.network(0), .privacy(0), .wait(100), .wait(7_200), .wait(7_200), .wait(7_200),
        ] {
            if let fault = try apply(step) { return fault }
        }
        let left = waiting.values.flatMap { $0 }
        return left.isEmpty || isDamaged ? nil : "\(left) were never sent"
    }
}
