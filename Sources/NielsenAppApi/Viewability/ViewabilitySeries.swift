// SPDX-License-Identifier: Apache-2.0

import HubServices

/// The five series of one view of an asset, or of one run of watermarks: takes playheads with what was measured, and
/// gives items `[value, start offset, start timestamp, duration]`.
///
/// An item begins at the first playhead after a start, a flush or a resume, and where a value has moved by its
/// threshold; the item before ends at that same playhead. Its value is the one at its beginning.
///
/// Source: S1, "Data Collected".
struct ViewabilitySeries: Sendable, Hashable {
    private enum Value: Sendable, Hashable {
        case percent(Int)
        case size(String)

        var json: JSONValue {
            switch self {
            case .percent(let value): .int(Int64(value))
            case .size(let text): .string(text)
            }
        }

        /// True where this is no longer the other value. Sizes have no threshold: each change counts.
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

        mutating func advance(to offset: Int64, at time: Int64, _ value: Value, goesOn: Bool, limit: Int) {
            if goesOn, let last = items.indices.last {
                items[last].duration = offset - items[last].offset
                guard value.hasMoved(from: items[last].value, by: threshold) else { return }
            }
            if items.count >= max(1, limit) { items.removeFirst() }
            items.append(Item(value: value, offset: offset, time: time / 1000))
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
    /// The last playhead of the items that go on; nil where none does.
    private var last: Int64?
    private let limit: Int
    private let maximumStep: Int64

    /// Makes series without items.
    ///
    /// - Parameters:
    ///   - settings: The thresholds.
    ///   - maximumStep: The largest distance in seconds between two playheads that is no seek.
    init(_ settings: NielsenViewabilitySettings, maximumStep: Int) {
        visibility = Track("invs", threshold: settings.visibilityThreshold)
        volume = Track("inau", threshold: settings.volumeThreshold)
        limit = settings.maximumItems
        self.maximumStep = Int64(maximumStep)
    }

    /// Takes a playhead, or the offset of a watermark.
    ///
    /// - Parameters:
    ///   - offset: Seconds of the asset, or since 1970.
    ///   - time: Milliseconds since 1970.
    ///   - reading: What is measured.
    mutating func advance(to offset: Int64, at time: Int64, _ reading: NielsenViewabilityReading) {
        // After a seek the difference of two playheads is no time that was played.
        if let last, offset < last || offset - last > maximumStep { interrupt() }
        let goesOn = last != nil
        visibility.advance(to: offset, at: time, .percent(reading.visibility), goesOn: goesOn, limit: limit)
        volume.advance(to: offset, at: time, .percent(reading.volume), goesOn: goesOn, limit: limit)
        screen.advance(to: offset, at: time, .size(reading.screen), goesOn: goesOn, limit: limit)
        window.advance(to: offset, at: time, .size(reading.window), goesOn: goesOn, limit: limit)
        player.advance(to: offset, at: time, .size(reading.player), goesOn: goesOn, limit: limit)
        last = offset
    }

    /// Ends the items at their last playhead: playback stops, or there is nothing to measure.
    mutating func interrupt() {
        last = nil
    }

    /// What was measured since the last flush; nil where nothing was.
    var json: JSONObject? {
        guard !visibility.items.isEmpty else { return nil }
        var object = JSONObject()
        for track in [visibility, volume, screen, window, player] { object[track.name] = track.json }
        return object
    }

    /// Forgets the items: they are told. The next ones begin at the next playhead.
    mutating func flush() {
        visibility.items.removeAll()
        volume.items.removeAll()
        screen.items.removeAll()
        window.items.removeAll()
        player.items.removeAll()
        last = nil
    }
}
