// SPDX-License-Identifier: Apache-2.0

import Foundation
import HubServices
import LaunchRules
import TestSupport

/// One launch with an event history, on a clock that the test moves.
final class HistoryBench: Sendable {
    let clock: ManualClock
    let history: HubEventHistory
    let queue = DispatchQueue(label: "history")

    /// The time at which a launch begins unless a test says otherwise, in milliseconds.
    static let start: Int64 = 1_700_000_000_000

    init(
        _ file: URL? = nil,
        limits: HubHistoryLimits = HubHistoryLimits(),
        privacy: HubPrivacyStatus = .unknown,
        at start: Int64 = HistoryBench.start,
        isSuspended: Bool = false
    ) {
        clock = ManualClock(date: Date(timeIntervalSince1970: Double(start) / 1_000))
        if isSuspended { queue.suspend() }
        history = HubEventHistory(file: file, limits: limits, privacy: privacy, clock: clock, queue: queue)
    }

    var now: Int64 { Int64((clock.date.timeIntervalSince1970 * 1_000).rounded()) }

    /// Waits until the queue has nothing to do.
    func settle() {
        queue.sync {}
    }

    func record(_ name: String, at time: Int64? = nil) {
        history.record(RuleHistoryContent(["name": .string(name)]), at: time ?? now)
    }

    func times(_ name: String) -> [Int64] {
        history.times(of: Self.key(name))
    }

    static func key(_ name: String) -> RuleHistoryKey {
        // Content with a text has a key.
        RuleHistoryKey(RuleHistoryContent(["name": .string(name)])) ?? RuleHistoryKey(value: 0)
    }

    static func request(_ name: String, from: Int64 = 0, to: Int64? = nil) -> HubHistoryRequest {
        HubHistoryRequest(mask: ["name": .string(name)], from: from, to: to)
    }
}

extension TemporaryFolder {
    /// The file of an event history.
    var history: URL { file("history.sqlite") }

    /// The copies of event histories that were found damaged.
    var damagedCopies: [String] {
        get throws { try contents.map(\.lastPathComponent).filter { $0.wholeMatch(of: /.+\.damaged-[0-9]+/) != nil } }
    }
}
