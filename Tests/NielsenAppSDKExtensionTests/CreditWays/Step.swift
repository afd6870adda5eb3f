// SPDX-License-Identifier: Apache-2.0

import NielsenAppApi

/// What a player does, one thing after the other.
enum Step: Sendable {
    /// `play`
    case play
    /// What is played from now on, or the page that is shown.
    case load(Asset)
    /// The playhead is here.
    case at(Int64)
    case stop, end
    /// The app goes to the background.
    case background
    /// Milliseconds go by.
    case pass(Int64)
}

/// Something to play or to look at.
struct Asset: Sendable, Equatable {
    let lane: NielsenLane
    let name: String
    let metadata: [String: String]
    var isLive: Bool { metadata["length"] == "0" }

    private init(_ lane: NielsenLane, _ name: String, _ metadata: [String: String]) {
        (self.lane, self.name) = (lane, name)
        self.metadata = metadata
    }

    static let film = content("film", length: "7200")
    static let other = content("other", length: "7200")
    static let live = content("live", length: "0")
    /// A live stream whose metadata says that it has an end.
    static let liveWithLength = content("live", length: "7200")
    static let preroll = Asset(.ad, "pre", ["type": "preroll", "assetid": "pre"])
    static let midroll = Asset(.ad, "mid", ["type": "midroll", "assetid": "mid"])
    static let home = Asset(.static, "Home", ["type": "static", "section": "Home"])
    static let news = Asset(.static, "News", ["type": "static", "section": "News"])

    private static func content(_ name: String, length: String) -> Asset {
        Asset(
            .content,
            name,
            [
                "type": "content", "assetid": name, "program": "Evening", "title": "Part S01E01", "length": length,
                "airdate": "20200101 10:00:00", "isfullepisode": "y", "adloadtype": "2",
            ]
        )
    }
}

extension [Step] {
    /// Playheads, each with the time that goes by after it.
    static func run(_ positions: some Sequence<Int64>, each milliseconds: Int64 = 1_000) -> [Step] {
        positions.flatMap { [.at($0), .pass(milliseconds)] }
    }

    /// Playheads in one moment.
    static func at(_ positions: some Sequence<Int64>) -> [Step] { positions.map(Step.at) }

    static func from(_ first: Int64, through last: Int64, by step: Int64, each milliseconds: Int64 = 1_000) -> [Step] {
        run(stride(from: first, through: last, by: Int(step)), each: milliseconds)
    }
}

/// What one view is credited with.
struct Credit: Sendable, Hashable, Comparable, CustomStringConvertible {
    let name: String
    let seconds: Int
    /// The credited segments: minutes, by number.
    let minutes: [Int64]

    init(_ name: String, _ seconds: Int, _ minutes: [Int64]) {
        (self.name, self.seconds, self.minutes) = (name, seconds, minutes)
    }

    /// What records report of the views that are over.
    static func all(_ records: [NielsenMeasurementRecord]) -> [Credit] {
        var minutes: [Int: [Int64]] = [:]
        var credits: [Credit] = []
        for record in records where record.kind == .duration || record.kind == .end {
            minutes[record.view, default: []] += record.segments
            guard record.kind == .end else { continue }
            let name = record.lane == .static ? record.metadata["section"] ?? "" : record.assetid
            credits.append(Credit(name, record.totalSeconds, minutes[record.view, default: []].sorted()))
        }
        return credits.sorted()
    }

    static func < (left: Credit, right: Credit) -> Bool {
        (left.name, left.seconds, left.minutes.count) < (right.name, right.seconds, right.minutes.count)
    }

    var description: String { "\(name) \(seconds) s \(minutes)" }
}
