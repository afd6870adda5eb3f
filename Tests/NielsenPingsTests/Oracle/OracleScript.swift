// SPDX-License-Identifier: Apache-2.0

import HubServices

/// Random scripts: most are evenings as apps have them, some are nonsense.
struct OracleScript {
    private(set) var steps: [OracleStep] = []
    private var dice: SeededGenerator
    /// Where each programme, and the watermarked stream, has got to.
    private var positions: [Int64] = [0, 0, OracleStep.liveStart]
    private var offset = 5
    private var programme = 0

    static func make(seed: UInt64) -> [OracleStep] {
        var script = OracleScript(dice: SeededGenerator(seed: seed))
        let length = 10 + script.dice.below(71)
        let isNonsense = script.dice.below(4) == 0
        while script.steps.count < length {
            if isNonsense || script.dice.below(12) == 0 { script.addAnything() } else { script.addScene() }
        }
        return Array(script.steps.prefix(length))
    }

    private init(dice: SeededGenerator) { self.dice = dice }

    private mutating func one<Value>(of values: [Value]) -> Value { values[dice.below(values.count)] }

    private mutating func addScene() {
        switch dice.below(16) {
        case 0:
            programme = dice.below(3)
            steps += [.play, .content(programme)]
            if dice.below(2) == 0 { addAd(one(of: [0, 0, 1])) }
        case 1: addAd(1 + dice.below(2))
        case 2:
            steps += [.end]
            if dice.below(2) == 0 { steps += [.ad(3), run(from: 0), .stop] }
            steps += [.play, .content(programme)]
        case 3, 4:
            steps += [.stop, .wait(one(of: [1, 20, 40, 600, 1_790, 1_800, 1_801, 4_000]))]
            if dice.below(3) == 0 { steps.append(.play) }
            steps.append(.content(programme))
        case 5: positions[programme] = max(0, positions[programme] + Int64(dice.below(900)) - 400)
        case 6: steps.append(.page(dice.below(3)))
        case 7: steps += [.staticEnd]
        case 8, 9: addTags()
        case 10 where dice.below(3) == 0: steps.append(.optOut(dice.below(2) == 0))
        case 11 where dice.below(3) == 0: steps.append(.ott(dice.below(2) == 0))
        case 12 where dice.below(6) == 0: steps += [.disable, .enable]
        default: addContent()
        }
    }

    private mutating func addContent() {
        if dice.below(5) == 0 { return addTimer() }
        if dice.below(4) == 0 {
            let run = uneven(from: positions[programme])
            if case .uneven(let from, let gaps) = run { positions[programme] = from + Int64(gaps.count) }
            steps += [run, .pass(Int64(dice.below(1_500)))]
            return
        }
        let run = run(from: positions[programme])
        steps.append(run)
        if case .run(let from, let count, let by) = run { positions[programme] = from + Int64(count - 1) * by + 1 }
    }

    /// A timer near the second, or one that asks more often, and now and then a player that stands or goes on late.
    private mutating func addTimer() {
        let interval: Int64 = one(of: [1_000, 1_000, 500, 250, 900])
        let gaps = (0..<10 + dice.below(60)).map { _ in
            dice.below(20) == 0 ? Int64(dice.below(4_000)) : interval - 20 + Int64(dice.below(41))
        }
        steps += [.timer(from: positions[programme], gaps: gaps), .pass(Int64(dice.below(1_500)))]
        if dice.below(3) == 0 {
            steps += [
                one(of: [.wait(2), .wait(40), .pass(300)]),
                .timer(from: positions[programme] + gaps.reduce(0, +) / 1_000, gaps: [0, 700]),
            ]
        }
        positions[programme] += gaps.reduce(0, +) / 1_000
    }

    private mutating func addAd(_ number: Int) {
        if dice.below(4) > 0 { steps.append(.stop) }
        steps += [.ad(number), run(from: 0)]
        // An ad that is paused goes on where it was, or begins again.
        if case .run(let from, let count, let by)? = steps.last, dice.below(4) == 0 {
            let last = from + Int64(count - 1) * by
            steps += [.stop, .ad(number), run(from: one(of: [0, last, last + 1, last / 2]))]
        }
        if dice.below(4) > 0 { steps.append(.stop) }
        steps.append(.content(programme))
    }

    private mutating func run(from position: Int64) -> OracleStep {
        switch dice.below(8) {
        case 0: .run(from: position, count: one(of: [1, 2, 28, 29, 30, 31, 59]), by: 1)
        case 1: .run(from: position, count: 1 + dice.below(6), by: one(of: [0, 7, 11, -1, -5, 60]))
        case 2: .run(from: position, count: 4 + dice.below(40), by: 10)
        default: .run(from: position, count: 1 + dice.below(12), by: 10)
        }
    }

    /// A player whose observer is late, blocked, or calls at once; sometimes with a pause in the middle of a second.
    private mutating func uneven(from position: Int64) -> OracleStep {
        let gaps = (0..<10 + dice.below(60)).map { _ in
            Int64(one(of: [1_000, 1_000, 1_000, 900 + dice.below(200), 400, 1_600, 0, 0, 4_000 + dice.below(8_000)]))
        }
        return .uneven(from: position, gaps: gaps)
    }

    private mutating func addTags() {
        if dice.below(4) == 0 { offset = max(0, offset + dice.below(400) - 200) }
        let count = one(of: [1, 2, 5, 10, 30])
        let by = one(of: [10, 10, 10, 15, 16, 5])
        let pc = dice.below(3) == 0 ? 2 : 0
        steps.append(.tags(from: offset, count: count, by: by, fd: one(of: [1, 1, 1, 1, 0, 3]), pc: pc))
        offset += (count - 1) * by + one(of: [by, by, 0, 100])
    }

    private mutating func addAnything() {
        switch dice.below(18) {
        case 0: steps.append(.play)
        case 1, 2: steps.append(.content(dice.below(3)))
        case 3, 4: steps.append(.ad(dice.below(4)))
        case 5: steps.append(.page(dice.below(3)))
        case 6: steps.append(.stop)
        case 7: steps.append(one(of: [.end, .staticEnd]))
        case 8: steps.append(one(of: [.disable, .enable, .enable]))
        case 9: steps.append(one(of: [.optOut(true), .optOut(false), .ott(true), .ott(false)]))
        case 10, 11: addTags()
        case 12: steps.append(.wait(one(of: [1, 29, 60, 270, 700, 1_800, 1_801, dice.below(8) == 0 ? 90_000 : 4_000])))
        case 13: steps.append(.pass(Int64(dice.below(3_000))))
        default: steps.append(run(from: Int64(dice.below(4) * dice.below(200))))
        }
    }
}
