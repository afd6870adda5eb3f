// SPDX-License-Identifier: Apache-2.0

import NielsenAppApi

/// One view of content with its ads: what broke a rule in it, and what the published cases need to know of it.
struct StreamView: Sendable {
    /// A position that was reported.
    struct Position: Sendable {
        var value: Double
        var time: Double
    }

    var findings = FindingLog()
    var content: LoggedAsset?
    /// The name of the channel, as play or the metadata has it.
    var channelName: String?
    /// Whether the log has a `loadMetadata` or a playhead for it.
    var isUsed = false
    var hasEnded = false
    var playheads = 0
    var last: Position?
    var highest = 0.0
    var isEpoch = false

    // What the cases need.
    var forward: Double?
    var back: Double?
    var pause: Double?
    var background: Double?
    var interruptions = 0

    // Watermarks.
    var tags = 0
    var adModel: String?
    var streamStart: Double?
    var streamEnd: Double?
    var tagPause: Double?
    /// The seconds of all pauses.
    var tagsPaused = 0.0
    var tagBack: Double?
    var tagForward: Double?
    var tagGap: (seconds: Double, place: LogPlace)?

    /// The ends of runs: how long after the last playhead, and where.
    var boundaries: [(gap: Double, place: LogPlace)] = []

    /// Decides what only the whole view shows.
    mutating func finish(_ limits: CertificationThresholds) {
        judgeBoundaries(limits)
        if let content, content.isStreamAlone, playheads > 0, tags == 0 || content.hasProgram, let place = loaded {
            findings.add(.notMeasured, at: place, cost: nil, "The content \(content.shown) has no assetid.")
        }
        // One cause, one finding: what follows from it is left out.
        if findings.contains(.playheadMilliseconds) {
            findings.remove([
                .playheadBeyondLength, .skipReportedAsPlay, .fasterThanTime, .liveNotEpoch, .epochWithLength,
            ])
            (forward, back) = (nil, nil)
        }
        if findings.contains(.fasterThanTime) { findings.remove([.skipReportedAsPlay]) }
        if findings.contains(.playheadNegative) { findings.remove([.liveNotEpoch]) }
    }

    /// The line of the first `loadMetadata`.
    var loaded: LogPlace?

    /// Finds the runs that end without their last position.
    ///
    /// A player that sends its playheads once a second may stop a second after the last one. Where the other runs of the
    /// view end with the very position, one that does not lacks it.
    private mutating func judgeBoundaries(_ limits: CertificationThresholds) {
        for (index, boundary) in boundaries.enumerated() {
            let others = boundaries.enumerated().filter { $0.offset != index }.map(\.element.gap)
            let isOdd = boundary.gap >= 0.9 && others.count >= 2 && others.allSatisfy { $0 <= 0.3 }
            guard boundary.gap >= limits.finalPlayhead || isOdd else { continue }
            findings.add(
                .finalPlayheadMissing,
                at: boundary.place,
                cost: max(0, boundary.gap - 1),
                "Playback ends here, and the last playhead came \(CheckText.duration(boundary.gap)) before."
            )
        }
    }

    /// The largest number of ends of runs that are compared with each other.
    static let boundaryLimit = 64
}
