// SPDX-License-Identifier: Apache-2.0

import Foundation
import HubServices
import HubStorage
import LaunchHubSession

/// Whether the clock of this machine can be right.
struct ClockDiagnosis {
    private static let subject = "clock"
    /// This program was not written before.
    private static let earliest = Date(timeIntervalSince1970: 1_767_225_600)
    /// What clocks may differ by, in seconds.
    private static let tolerance: TimeInterval = 300

    let now: Date
    /// The app's folder; nil if none is looked at.
    let url: URL?

    var findings: [Diagnosis] {
        let shown = TimeText.date(Int64(clamping: now.microseconds / 1_000))
        guard now >= Self.earliest else {
            return [.problem(Self.subject, "the clock is set to \(shown), in the past", cure: "set the clock")]
        }
        if let latest, latest > now.addingTimeInterval(Self.tolerance) {
            let later = TimeText.date(Int64(clamping: latest.microseconds / 1_000))
            return [
                .problem(
                    Self.subject,
                    "the clock is set to \(shown), but the app has written here at \(later)",
                    cure: "set the clock; what is measured now would be dated before what was"
                )
            ]
        }
        return [.good(Self.subject, "\(shown)")]
    }

    /// The latest time at which the app has written, by the clock of then.
    private var latest: Date? {
        guard let url else { return nil }
        let names = (try? FileManager.default.contentsOfDirectory(atPath: url.path)) ?? []
        let changes = names.compactMap { name in
            let path = url.appending(path: name).path
            return (try? FileManager.default.attributesOfItem(atPath: path))?[.modificationDate] as? Date
        }
        let pings = ((try? QueuedPings.files(url.path)) ?? []).compactMap { try? $0.contents(at: now) }
            .flatMap { $0.entries.map(\.hit.created) }
        return (changes + pings).max()
    }
}
