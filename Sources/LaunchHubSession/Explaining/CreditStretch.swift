// SPDX-License-Identifier: Apache-2.0

import HubServices
import NielsenAppApi

/// A part of a view in which the same happened with each playhead.
package struct CreditStretch: Sendable, Hashable {
    /// What happened.
    package enum Kind: String, Sendable, Hashable {
        /// Playheads followed each other, and each second between them counts.
        case played
        /// Positions went forward faster than time.
        case faster
        /// The position changed by more than a step.
        case jump
        /// The position did not change.
        case repeated
        /// The run ended.
        case ended
        /// The run ended without its last position.
        case broken
        /// Time passed on a page.
        case shown
    }

    /// What happened.
    package let kind: Kind
    /// The beginning, in milliseconds of the session.
    package let start: Int64
    /// The end, in milliseconds of the session.
    package private(set) var end: Int64
    /// The first position, in seconds.
    package let from: Int64
    /// The last position, in seconds.
    package private(set) var to: Int64
    /// The number of playheads.
    package private(set) var playheads: Int
    /// Nanoseconds that were credited.
    package private(set) var credited: Int64
    /// Nanoseconds between positions that no time passed for.
    package private(set) var lost: Int64
    /// What the app asked for at its end; empty where that is not known.
    package internal(set) var cause = ""

    /// Begins a stretch.
    ///
    /// - Parameters:
    ///   - entry: What happened.
    ///   - last: What was credited for the last position because of it.
    init(_ entry: CreditJournal.Entry, settling last: CreditJournal.Entry? = nil) {
        kind =
            switch entry.kind {
            case .began, .settled: .played
            case .step: entry.lost > 0 ? .faster : .played
            case .jump: .jump
            case .repeated: .repeated
            case .ended: .ended
            case .broken: .broken
            case .passed: .shown
            }
        end = entry.time.milliseconds
        let lasts = entry.kind == .step || entry.kind == .passed
        start = end - (lasts ? entry.elapsed / 1_000_000 : 0)
        from = entry.from
        to = entry.to
        playheads = [.began, .step, .jump, .repeated].contains(entry.kind) ? 1 : 0
        credited = entry.credited + (last?.credited ?? 0)
        lost = entry.lost
    }

    /// Adds what happened next, if it is more of the same.
    ///
    /// - Parameter entry: What happened.
    /// - Returns: Whether it was added.
    mutating func extend(with entry: CreditJournal.Entry) -> Bool {
        let next = CreditStretch(entry)
        switch entry.kind {
        case .began, .jump, .ended, .broken: return false
        // A ping in between credits part of a step, which goes on.
        case .settled: credited += next.credited
        case .step, .repeated, .passed:
            guard kind == next.kind, entry.from == to else { return false }
            end = next.end
            to = next.to
            playheads += next.playheads
            credited += next.credited
            lost += next.lost
        }
        return true
    }

    /// The credited seconds as people read them: `29 s`, `29.5 s`.
    package var shownCredit: String { Self.shown(credited) }

    static func shown(_ nanoseconds: Int64) -> String {
        let tenths = (nanoseconds + 50_000_000) / 100_000_000
        return "\(tenths / 10)" + (tenths % 10 == 0 ? "" : ".\(tenths % 10)") + " s"
    }

    /// What happened, in words.
    package var text: String {
        let length = Self.shown(max(0, end - start) * 1_000_000)
        let count = "\(playheads) playhead\(playheads == 1 ? "" : "s")"
        let positions = from == to ? "\(from)" : "\(from)–\(to)"
        switch kind {
        case .played: return playheads == 1 && from == to ? "playhead \(from)" : "\(count) \(positions) in \(length)"
        case .faster:
            return "\(count) to \(to): positions advance \(Self.shown(lost)) more than time, and only time counts"
        case .jump:
            let step = to > from ? "a jump ahead" : "a jump back"
            return "\(step) from \(from) to \(to): of what passed before it, 1 s at most counts"
        case .repeated: return "\(count) at \(from) again: the time counts with the next position"
        case .ended:
            let what = credited > 0 ? "what passed at \(to) counts, 1 s at most" : "nothing passed since \(to)"
            return (cause.isEmpty ? "it is interrupted" : cause) + ": " + what
        case .broken: return "\(cause.isEmpty ? "loaded again" : cause): what passed since \(to) does not count"
        case .shown: return "shown for \(length)"
        }
    }

    /// The stretch as a line of JSON, without the view that it belongs to.
    var json: JSONObject {
        var line: JSONObject = [
            "kind": "stretch", "what": .string(kind.rawValue), "t": .int(start), "until": .int(end),
            "from": .int(from), "to": .int(to), "playheads": .int(Int64(playheads)),
            "milliseconds": .int(credited / 1_000_000), "lost_milliseconds": .int(lost / 1_000_000),
            "reason": .string(text),
        ]
        if !cause.isEmpty { line["cause"] = .string(cause) }
        return line
    }
}

extension Instant {
    /// Milliseconds since the origin of the clock.
    fileprivate var milliseconds: Int64 { nanoseconds / 1_000_000 }
}
