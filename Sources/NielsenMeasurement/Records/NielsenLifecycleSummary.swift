// SPDX-License-Identifier: Apache-2.0

import HubServices

/// The times that the app and its sections were in front of the user.
///
/// Source: "DCR Video iOS SDK guide", the list of what the SDK tracks: launches, how long the app ran, time of viewing
/// a section.
public struct NielsenLifecycleSummary: Sendable, Hashable {
    /// One section of the app.
    package struct Section: Sendable, Hashable {
        /// The value of `section` in the metadata of the page; empty if it has none.
        package var section: String
        /// The number of times that the section was shown; returning from the background counts.
        package var visits: Int
        /// The time for which it was shown.
        package var time: Duration
    }

    /// The number of launches: 1 after ``NielsenLifecycleEvent/launch``.
    public var launches: Int
    /// The number of returns to the foreground.
    public var returns: Int
    /// Time in the foreground since the launch.
    public var timeInApp: Duration
    /// Time in the background since the launch.
    public var timeInBackground: Duration
    /// Time in sections, in the order in which they were first shown.
    package var sections: [Section]
    /// The number of playheads that were withheld because of an interruption.
    public var withheldPlayheads: Int

    /// Returns how long a section was shown.
    ///
    /// - Parameter section: The value of `section`.
    /// - Returns: The time; zero if the section was never shown.
    public func timeInSection(_ section: String) -> Duration {
        sections.first { $0.section == section }?.time ?? .zero
    }
}

/// Adds up times while they go by.
struct LifecycleTimes: Sendable, Hashable {
    /// The number of sections that are counted separately; reports hold 25.
    static let maximumSections = 1000

    private(set) var summary = NielsenLifecycleSummary(
        launches: 0,
        returns: 0,
        timeInApp: .zero,
        timeInBackground: .zero,
        sections: [],
        withheldPlayheads: 0
    )
    /// The beginning of the current phase; nil before the launch and after the end.
    private var phaseBegan: Instant?
    private var isInForeground = false
    private var shown: Shown?

    private struct Shown: Hashable {
        let index: Int
        let since: Instant
    }

    mutating func launched(inForeground: Bool, at now: Instant) {
        summary.launches += 1
        phaseBegan = now
        isInForeground = inForeground
    }

    mutating func moved(toForeground: Bool, at now: Instant) {
        self = settled(at: now)
        if toForeground { summary.returns += 1 }
        phaseBegan = now
        isInForeground = toForeground
    }

    mutating func ended(at now: Instant) {
        self = settled(at: now)
        phaseBegan = nil
        shown = nil
    }

    mutating func withheldPlayhead() { summary.withheldPlayheads += 1 }

    /// A page of a section is shown.
    ///
    /// A section more than are kept apart is counted with the last one.
    mutating func show(_ section: String, at now: Instant) {
        hide(at: now)
        let index =
            summary.sections.firstIndex { $0.section == section }
            ?? min(summary.sections.count, Self.maximumSections - 1)
        if index == summary.sections.count {
            summary.sections.append(NielsenLifecycleSummary.Section(section: section, visits: 0, time: .zero))
        }
        summary.sections[index].visits += 1
        shown = Shown(index: index, since: now)
    }

    mutating func hide(at now: Instant) {
        self = settled(at: now)
        shown = nil
    }

    /// Returns the times up to now.
    func settled(at now: Instant) -> LifecycleTimes {
        var times = self
        if let phaseBegan {
            let gone = max(.zero, now - phaseBegan)
            if isInForeground { times.summary.timeInApp += gone } else { times.summary.timeInBackground += gone }
            times.phaseBegan = now
        }
        if let shown {
            times.summary.sections[shown.index].time += max(.zero, now - shown.since)
            times.shown = Shown(index: shown.index, since: now)
        }
        return times
    }
}
