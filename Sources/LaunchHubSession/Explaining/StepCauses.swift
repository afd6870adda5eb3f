// SPDX-License-Identifier: Apache-2.0

/// What an app asked for at each time of a session, in a few words.
///
/// A playhead a second is kept as one run, however many there are.
struct StepCauses: Sendable {
    /// The same words again and again, so many milliseconds apart.
    private struct Run: Sendable {
        let first: Int64
        var last: Int64
        var step: Int64
        let words: Int

        /// Whether something was asked for at a time within the run.
        func has(_ time: Int64) -> Bool {
            first <= time && time <= last && (step == 0 ? time == first : (time - first) % step == 0)
        }
    }

    /// The words that occur, each once.
    private var texts: [String] = []
    private var places: [String: Int] = [:]
    private var runs: [Run] = []

    /// Adds the next step.
    mutating func add(_ step: SessionStep) {
        guard let command = step.command else { return }
        let text = Self.text(command)
        let words = places[text] ?? texts.count
        if words == texts.count {
            texts.append(text)
            places[text] = words
        }
        if let place = runs.indices.last, runs[place].words == words {
            let gap = step.time - runs[place].last
            if gap > 0, runs[place].step == 0 || runs[place].step == gap {
                runs[place].step = gap
                runs[place].last = step.time
                return
            }
        }
        runs.append(Run(first: step.time, last: step.time, step: 0, words: words))
    }

    /// What the app asked for at a time; empty where it asked for nothing then.
    func cause(at time: Int64) -> String {
        // Runs do not overlap, apart from their ends: those that contain the time follow each other.
        var place = firstRun(endingAt: time)
        var there: [String] = []
        while place < runs.count, runs[place].first <= time {
            if runs[place].has(time) { there.append(texts[runs[place].words]) }
            place += 1
        }
        // Of several calls at one moment the first that is no playhead of the content is it, where there is one.
        return there.first { !$0.hasPrefix(Self.playhead) } ?? there.first ?? ""
    }

    /// The place of the first run that ends at a time or later.
    private func firstRun(endingAt time: Int64) -> Int {
        var (low, high) = (0, runs.count)
        while low < high {
            let middle = (low + high) / 2
            if runs[middle].last >= time { high = middle } else { low = middle + 1 }
        }
        return low
    }

    private static func text(_ command: SessionCommand) -> String {
        guard let track = command.track else {
            switch DocumentedCall(event: command.name) {
            case .remove: return "the instance is removed"
            case .setAppDisable: return "appDisableApi"
            case let call: return call?.call ?? command.name
            }
        }
        if let choice = track.optOut { return "the user's choice, optout \(choice)" }
        guard track.event == "playhead" else { return track.event }
        let asset = track.asset.isEmpty ? "" : " \(track.asset)"
        return track.lane == "content" ? playhead + asset : "the \(track.lane)\(asset) begins"
    }

    private static let playhead = "a playhead of the content"
}
