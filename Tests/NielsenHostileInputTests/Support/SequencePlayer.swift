// SPDX-License-Identifier: Apache-2.0

import HubServices
import NielsenAppApi

/// Makes random calls of an instance, and knows what they can have led to.
struct SequencePlayer {
    let api: NielsenAppApi
    let clock: JumpingClock
    let sums: CreditSums

    init(api: NielsenAppApi, clock: JumpingClock, sums: CreditSums) {
        self.api = api
        self.clock = clock
        self.sums = sums
    }

    private var machine = NielsenStateMachine(state: .idle)
    private var lastPosition: Int64 = 0
    /// What all playheads together can stand for.
    private var mostSeconds = 0
    /// What the clock has gone forward altogether.
    private var forward = 0

    /// Moves time: mostly by a second, often not at all, and sometimes far.
    private mutating func move(_ dice: inout SeededGenerator) {
        let step: Int
        switch dice.below(16) {
        case 0: step = 0
        case 1: step = -dice.below(100)
        case 2: step = dice.below(5_000)
        case 3: step = dice.one(of: [-86_400 * 400, 86_400 * 400, -5_000_000, 1_900])
        default: step = 1
        }
        // The time of day may be set by hand while the other clock goes on.
        let isSet = dice.below(8) == 0
        clock.move(Int64(step), day: isSet ? Double(dice.below(4_000_000)) - 2_000_000 : Double(step))
        forward += max(0, step)
    }

    private mutating func play(_ count: Int, _ dice: inout SeededGenerator) {
        for _ in 0..<count {
            switch dice.below(12) {
            case 0: lastPosition = Int64(dice.below(8_000))
            case 1: lastPosition -= Int64(dice.below(20))
            case 2: lastPosition += Int64(dice.below(20))
            default: lastPosition += 1
            }
            mostSeconds += 10
            _ = machine.handle(.playheadPosition)
            api.playheadPosition(lastPosition)
            if dice.below(4) == 0 { move(&dice) }
        }
    }

    /// Makes one call; the table says what becomes of the state.
    mutating func call(_ dice: inout SeededGenerator) {
        let asset = dice.one(of: Self.assets)
        switch dice.below(16) {
        case 0, 1: note(.play) { $0.play() }
        case 2, 3, 4: note(.loadMetadata) { $0.loadMetadata(asset) }
        case 5: note(.loadStatic) { $0.loadMetadata(Self.page) }
        case 6: note(.stop) { $0.stop() }
        case 7: note(.staticEnd) { $0.staticEnd() }
        case 8: note(.sendID3) { $0.sendID3(HostileBench.id3) }
        case 9 where dice.below(4) == 0: note(.disable) { $0.appDisableApi = true }
        case 9: note(.enable) { $0.appDisableApi = false }
        case 10: note(.updateOTT) { $0.updateOTT(["ottStatus": "0"]) }
        case 11: note(.userOptOut) { $0.userOptOut("nielsenappsdk://1") }
        case 12: move(&dice)
        case 13 where dice.below(3) == 0: note(.end) { $0.end() }
        default: play(1 + dice.below(8), &dice)
        }
    }

    private mutating func note(_ input: NielsenStateMachine.Input, _ call: (NielsenAppApi) -> Void) {
        _ = machine.handle(input)
        call(api)
    }

    private static let assets = [
        HostileBench.content("a"), HostileBench.content("b"), ["type": "preroll", "assetid": "ad"],
        ["type": "midroll", "assetid": "ad2"], ["type": "content"],
    ]
    static let page = ["type": "static", "section": "News"]

    /// Ends the instance.
    mutating func shutdown() {
        if machine.state == .processing { _ = machine.handle(.stop) }
        api.shutdown()
    }

    // MARK: - Invariants

    /// Finds the first invariant that does not hold.
    ///
    /// - Parameter before: The credits of an earlier sequence, by view.
    /// - Returns: What is wrong, or nil if every invariant holds.
    func fault(since before: [Int: NielsenCredit]) -> String? {
        if let fault = sums.faults.first { return fault }
        if api.state != machine.state {
            return "the state is \(api.state) and not \(machine.state)"
        }
        let views = sums.views
        var played = 0
        for credit in api.creditSummary {
            // An open page has what the clock says, and gives it back where the clock goes back. Of what is played a summary
            // shows what passed at the last position, a second at most, which the same position again takes back.
            let shown = before[credit.view].map { $0.seconds - ($0.ended ? 0 : 1) } ?? 0
            let least = credit.lane == .static ? 0 : shown
            if credit.seconds < least { return "lost: \(credit)" }
            if credit.segments.count * 30 > credit.seconds { return "too much credit: \(credit)" }
            if Set(credit.segments).count != credit.segments.count { return "twice: \(credit)" }
            if credit.lane == .static {
                if credit.seconds > forward { return "a page beyond \(forward) s: \(credit)" }
            } else {
                played += credit.seconds
            }
            guard let view = views[credit.view] else { return "no record of \(credit)" }
            if !view.segments.isSubset(of: credit.segments) { return "records with more segments than \(credit)" }
            if view.seconds > credit.seconds { return "records with more seconds than \(credit)" }
            if view.isEnded != credit.ended { return "ended or not: \(credit)" }
            if credit.ended, view.seconds != credit.seconds || view.segments != Set(credit.segments) {
                return "records differ from \(credit)"
            }
        }
        if played > mostSeconds { return "\(played) s of at most \(mostSeconds)" }
        return nil
    }
}
