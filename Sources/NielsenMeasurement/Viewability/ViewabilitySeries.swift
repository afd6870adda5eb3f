// SPDX-License-Identifier: Apache-2.0

package import HubServices

/// The five series of one view of an asset, or of one run of watermarks: from playheads and measured values to items
/// `[value, start offset, start timestamp, duration]`.
///
/// An item begins at the first playhead after a start, a flush or a resume, and when a value has changed by its
/// threshold; the previous item ends at the same playhead. Its value is the one at its beginning.
///
/// Source: "iOS SDK API Reference", "Data Collected".
package struct ViewabilitySeries: Sendable, Hashable {
    private enum Value: Sendable, Hashable {
        case percent(Int)
        case size(String)

        var json: JSONValue {
            switch self {
            case .percent(let value): .int(Int64(value))
            case .size(let text): .string(text)
            }
        }

        /// Returns whether the value differs from another by at least the threshold.
        ///
        /// Sizes have no threshold: each change counts.
        func hasMoved(from other: Value, by threshold: Int) -> Bool {
            switch (self, other) {
            case (.percent(let new), .percent(let old)): abs(new - old) >= max(1, threshold)  // in range: 0 to 100
            default: self != other
            }
        }
    }

    private struct Item: Sendable, Hashable {
        let value: Value
        let offset: Int64
        /// Seconds since 1970.
        let time: Int64
        var duration: Int64 = 0
    }

    private struct Track: Sendable, Hashable {
        let name: String
        let threshold: Int
        var items: [Item] = []

        init(_ name: String, threshold: Int = 1) {
            self.name = name
            self.threshold = threshold
        }

        /// Handles a playhead; if no item is open, one begins a number of seconds before it.
        mutating func advance(
            to offset: Int64,
            at time: Int64,
            _ value: Value,
            goesOn: Bool,
            firstStep: Int64,
            limit: Int
        ) {
            if goesOn, let last = items.indices.last {
                items[last].duration = offset - items[last].offset
                guard value.hasMoved(from: items[last].value, by: threshold) else { return }
            }
            if items.count >= max(1, limit) { items.removeFirst() }
            let step = goesOn ? 0 : firstStep
            items.append(Item(value: value, offset: offset - step, time: time / 1000 - step, duration: step))
        }

        var json: JSONValue {
            .array(items.map { [$0.value.json, .int($0.offset), .int($0.time), .int($0.duration)] })
        }
    }

    private var visibility: Track
    private var volume: Track
    private var screen = Track("inss")
    private var window = Track("invp")
    private var player = Track("ines")
    /// The last playhead of the open items; nil if there are none.
    private var last: Int64?
    /// The last playhead of the previous items, if the step up from it counts.
    private var before: Int64?
    private let countsFirstStep: Bool
    private var hasBegun = false
    private let limit: Int
    private let maximumStep: Int64

    /// Makes series without items.
    ///
    /// - Parameters:
    ///   - settings: The thresholds.
    ///   - maximumStep: The largest distance between two playheads that is not a seek, in seconds.
    package init(_ settings: NielsenViewabilitySettings, maximumStep: Int) {
        visibility = Track("invs", threshold: settings.visibilityThreshold)
        volume = Track("inau", threshold: settings.volumeThreshold)
        limit = settings.maximumItems
        countsFirstStep = settings.countsFirstStep
        // A player that begins at 1 has played the second before it.
        before = countsFirstStep ? 0 : nil
        self.maximumStep = Int64(maximumStep)
    }

    /// Handles a playhead, or the offset of a watermark.
    ///
    /// - Parameters:
    ///   - offset: Seconds of the asset, or since 1970.
    ///   - time: Milliseconds since 1970.
    ///   - reading: The measured values.
    package mutating func advance(to offset: Int64, at time: Int64, _ reading: NielsenViewabilityReading) {
        // After a seek the difference of two playheads is not playing time.
        if let last, offset < last || offset - last > maximumStep { interrupt() }
        let goesOn = last != nil
        let step = goesOn ? 0 : firstStep(to: offset)
        let limit = limit
        func advance(_ track: inout Track, _ value: Value) {
            track.advance(to: offset, at: time, value, goesOn: goesOn, firstStep: step, limit: limit)
        }
        advance(&visibility, .percent(reading.visibility))
        advance(&volume, .percent(reading.volume))
        advance(&screen, .size(reading.screen))
        advance(&window, .size(reading.window))
        advance(&player, .size(reading.player))
        last = offset
        hasBegun = true
    }

    /// Returns the number of seconds that lead up to the first playhead of new items.
    private func firstStep(to offset: Int64) -> Int64 {
        guard countsFirstStep, let before, offset > before else { return 0 }
        let longest = hasBegun ? maximumStep : 1
        return offset - before <= longest ? offset - before : 0
    }

    /// Ends the items at their last playhead, because playback stops or there is nothing to measure.
    package mutating func interrupt() {
        if countsFirstStep, let last { before = last }
        last = nil
    }

    /// Ends the items because nothing can be measured: what leads up to the next ones is unknown.
    package mutating func lose() {
        interrupt()
        before = nil
    }

    /// Returns the items since the last flush; nil if there are none.
    package var json: JSONObject? {
        guard !visibility.items.isEmpty else { return nil }
        var object = JSONObject()
        for track in [visibility, volume, screen, window, player] { object[track.name] = track.json }
        return object
    }

    /// Removes the items after they were reported.
    ///
    /// The next ones begin at the next playhead.
    package mutating func flush() {
        visibility.items.removeAll()
        volume.items.removeAll()
        screen.items.removeAll()
        window.items.removeAll()
        player.items.removeAll()
        interrupt()
    }
}
