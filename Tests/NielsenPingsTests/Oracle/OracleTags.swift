// SPDX-License-Identifier: Apache-2.0

/// One side of a watermarked stream: a run of an identifier after the other, see the article on watermarks.
struct OracleTags {
    private let side: String
    private var view: OracleView?
    private var identifier = 0
    private var heardAt: Int64 = 0
    private var isWon = false
    private var quarters: Set<Int64> = []

    init(_ side: String) { self.side = side }

    /// True where a watermark ends what goes on: another identifier, none, or more than half an hour of silence.
    func isOver(before next: Int, at time: Int64) -> Bool { next != identifier || time - heardAt > 1_800_000 }

    /// The pings of a watermark that has an identifier.
    mutating func hear(_ next: Int, _ told: Int64, at time: Int64) -> [String] {
        var pings: [String] = []
        let silence = (time - heardAt) / 1_000
        let isSilent = time - heardAt > 15_000
        heardAt = time
        guard var view, let last = view.last else {
            identifier = next
            var begun = OracleView(lane: "dtvr", asset: "\(side)_\(OracleStep.contentIDs[next])")
            begun.playhead(told, at: time, reach: 15)
            view = begun
            return pings + ["\(begun.asset) I1 0 0"]
        }
        // The offset that means none goes along with the clock, but for after a gap, where a run starts again.
        let offset = told == 0 && !isSilent ? last + silence : told
        if !(0...15).contains(offset - last) || isSilent { view.reload() }
        view.playhead(offset, at: time, reach: 15)
        if view.credited.count >= 5, !isWon {
            isWon = true
            pings.append("\(view.asset) V1 0 1")
        }
        while let period = view.takePeriod() {
            let mark = (isWon ? "D" : "S") + "\(view.number)"
            pings.append("\(view.asset) \(mark) \(period.segments.count * 60) 1 \(period.seconds) s")
        }
        let windows = Dictionary(grouping: view.credited) { $0 / 15 }
        for (window, segments) in windows where segments.count >= 5 && quarters.insert(window).inserted {
            pings.append("\(view.asset) Q 0 1")
        }
        self.view = view
        return pings
    }

    /// The ping of what was counted up to now, where there is anything.
    mutating func takePeriod() -> [String] {
        guard var view, view.hasUntold else { return [] }
        let period = view.takeRest()
        let mark = (isWon ? "D" : "S") + "\(view.number)"
        let told = "\(view.asset) \(mark) \(period.segments.count * 60) 1 \(period.seconds) s"
        self.view = view
        return [told]
    }

    /// The ping of the end, where there is something to end.
    mutating func finish() -> [String] {
        guard var ended = view else { return [] }
        let rest = ended.takeRest()
        let mark = (isWon ? "D" : "S") + "\(ended.number)"
        (view, isWon, quarters, identifier) = (nil, false, [], 0)
        return ["\(ended.asset) \(mark) \(rest.segments.count * 60) 2 \(rest.seconds) s"]
    }
}

/// What a stream said last: a watermark that comes again after a newer one says nothing, unless the next one follows it in
/// time.
struct OracleEar {
    private var heard: [OracleStep] = []
    private var again: (tag: OracleStep, at: Int64)?

    var isOpen: Bool { !heard.isEmpty }

    /// What is new.
    mutating func take(_ tag: OracleStep, at time: Int64) -> [(OracleStep, Int64)] {
        if heard.last == tag { return [] }
        if let first = again, Self.follows(first.tag, tag, after: time - first.at) {
            heard = [first.tag, tag]
            again = nil
            return [first, (tag, time)]
        }
        if heard.contains(tag) {
            if again?.tag != tag { again = (tag, time) }
            return []
        }
        again = nil
        heard = heard.suffix(15) + [tag]
        return [(tag, time)]
    }

    private static func follows(_ first: OracleStep, _ next: OracleStep, after milliseconds: Int64) -> Bool {
        guard case .tags(let from, _, _, let fd, let pc) = first,
            case .tags(let to, _, _, let nextFD, let nextPC) = next,
            fd == nextFD || pc == nextPC
        else { return false }
        let seconds = Int(milliseconds / 1_000)
        return seconds >= 1 && to > from && abs(to - from - seconds) <= 2
    }
}
