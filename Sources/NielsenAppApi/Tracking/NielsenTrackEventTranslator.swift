// SPDX-License-Identifier: Apache-2.0

public import HubServices

/// Turns `trackEvent` into calls of the classic API.
///
/// An event says what is the case; the classic calls say what changed. The translator keeps what was the case before
/// and makes the calls for the difference: `play` and `loadMetadata` for a new asset, `stop` before a change between
/// content and ads, `end` before new content.
public struct NielsenTrackEventTranslator: Sendable, Hashable {
    private let pauseTimeout: Duration
    private let bufferingTimeout: Duration

    /// The content of the stream that goes on or is paused; nil where no stream is open.
    private var content: [String: String]?
    /// The ad that is played or was interrupted.
    private var ad: [String: String]?
    /// The page.
    private var page: [String: String]?
    /// What playheads go to; nil while paused.
    private var playing: NielsenTrackEvent.Kind?
    /// When the last event about content or ads came.
    private var lastEvent: Instant?
    private var lastOTT: [String: String]?
    /// Since when the player waits for data.
    private var bufferingSince: Instant?

    /// Makes a translator that has seen nothing.
    ///
    /// - Parameter thresholds: Where the pause timeout is taken from.
    public init(thresholds: NielsenThresholds = NielsenThresholds()) {
        pauseTimeout = .seconds(thresholds.pauseTimeoutSeconds)
        bufferingTimeout = .seconds(thresholds.bufferingTimeoutSeconds)
    }

    /// Forgets everything: the instance is not measuring.
    public mutating func reset() {
        content = nil
        ad = nil
        page = nil
        playing = nil
        lastEvent = nil
        lastOTT = nil
        bufferingSince = nil
    }

    /// Translates an event.
    ///
    /// - Parameters:
    ///   - event: The event.
    ///   - now: When it came, on a clock that goes on while the device sleeps: a long gap counts as a pause.
    /// - Returns: The calls to make, in order.
    public mutating func translate(_ event: NielsenTrackEvent, at now: Instant) -> [NielsenCall] {
        var calls: [NielsenCall] = []
        if let choice = event.optOut {
            calls.append(.userOptOut(choice ? "nielsenappsdk://1" : "nielsenappsdk://0"))
        }
        if let ott = event.ott, ott != lastOTT {
            lastOTT = ott
            calls.append(.updateOTT(ott))
        }
        guard event.kind != .static else {
            translatePage(event, &calls)
            return calls
        }
        detectPause(now, &calls)
        lastEvent = now
        switch event.name {
        case .playhead: translatePlayhead(event, at: now, &calls)
        case .pause: pause(event, &calls)
        case .adStop: adStop(event, &calls)
        case .complete: complete(event, &calls)
        }
        return calls
    }

    // MARK: - Content and ads

    /// A gap of more than half an hour is a pause that nobody told of.
    private mutating func detectPause(_ now: Instant, _ calls: inout [NielsenCall]) {
        guard playing != nil, let lastEvent, now - lastEvent > pauseTimeout else { return }
        playing = nil
        calls.append(.stop)
    }

    private mutating func translatePlayhead(_ event: NielsenTrackEvent, at now: Instant, _ calls: inout [NielsenCall]) {
        if event.isBuffering { return wait(at: now, &calls) }
        bufferingSince = nil
        openStream(event, &calls)
        if event.kind == .ad { enterAd(event.metadata.ad, &calls) } else { enterContent(event, &calls) }
        if let payload = event.id3 { calls.append(.sendID3(payload)) }
        if let position = event.playhead { calls.append(.playheadPosition(position)) }
    }

    /// While the player waits for data nothing is played: playheads are withheld, and a long wait is an interruption.
    private mutating func wait(at now: Instant, _ calls: inout [NielsenCall]) {
        guard let since = bufferingSince else {
            bufferingSince = now
            return
        }
        guard playing != nil, now - since > bufferingTimeout else { return }
        playing = nil
        calls.append(.stop)
    }

    /// Opens a stream where none is open, and a new one where the content is another.
    private mutating func openStream(_ event: NielsenTrackEvent, _ calls: inout [NielsenCall]) {
        let given = event.metadata.content
        if let open = content {
            guard !given.isEmpty, !Self.isSameAsset(open, given) else { return }
            calls.append(.end)
            playing = nil
        }
        // A postroll comes after the end of its content, and a player may know nothing but the ad: no stream begins.
        if event.kind == .ad, content == nil, given.isEmpty || event.metadata.ad["type"] == "postroll" { return }
        let values = Self.typed(given, "content")
        content = given
        ad = nil
        // Only an ad that no stream belongs to can be playing here.
        if playing != nil { calls.append(.stop) }
        calls.append(.play(Self.channel(given)))
        calls.append(.loadMetadata(values))
        playing = .content
    }

    private mutating func enterContent(_ event: NielsenTrackEvent, _ calls: inout [NielsenCall]) {
        let given = event.metadata.content.isEmpty ? content ?? [:] : event.metadata.content
        if playing == .ad { calls.append(.stop) }
        ad = nil
        if playing != .content || (content.map { $0 != given } ?? true) {
            calls.append(.loadMetadata(Self.typed(given, "content")))
        }
        content = given
        playing = .content
    }

    private mutating func enterAd(_ given: [String: String], _ calls: inout [NielsenCall]) {
        let values = given.isEmpty ? ad ?? [:] : given
        switch playing {
        case .ad:
            if ad == values { return }
            // The same ad with other words around it is still the same ad.
            if let ad, !Self.isSameAsset(ad, values) { calls.append(.stop) }
        case .content:
            // Before a preroll the content was loaded only; there is nothing to stop unless it was played.
            if hasPlayedContent(calls) { calls.append(.stop) }
        case .static, nil:
            break
        }
        ad = values
        playing = .ad
        calls.append(.loadMetadata(Self.typed(values, "ad")))
    }

    /// False where the content was loaded by the calls of this very event.
    private func hasPlayedContent(_ calls: [NielsenCall]) -> Bool {
        guard case .loadMetadata = calls.last else { return true }
        return false
    }

    private mutating func pause(_ event: NielsenTrackEvent, _ calls: inout [NielsenCall]) {
        bufferingSince = nil
        guard playing != nil else { return }
        lastPlayhead(event, &calls)
        playing = nil
        calls.append(.stop)
    }

    private mutating func adStop(_ event: NielsenTrackEvent, _ calls: inout [NielsenCall]) {
        if playing == .ad {
            lastPlayhead(event, &calls)
            playing = nil
            calls.append(.stop)
        }
        ad = nil
    }

    private mutating func complete(_ event: NielsenTrackEvent, _ calls: inout [NielsenCall]) {
        if playing != nil { lastPlayhead(event, &calls) }
        calls.append(.end)
        content = nil
        ad = nil
        playing = nil
        lastEvent = nil
    }

    /// The last position of what is left goes out before it is left, where the event is about it.
    private func lastPlayhead(_ event: NielsenTrackEvent, _ calls: inout [NielsenCall]) {
        guard playing == event.kind, !event.isBuffering, let position = event.playhead else { return }
        calls.append(.playheadPosition(position))
    }

    // MARK: - Pages

    private mutating func translatePage(_ event: NielsenTrackEvent, _ calls: inout [NielsenCall]) {
        switch event.name {
        case .playhead:
            let given = event.metadata.page
            guard page != given || given.isEmpty else { return }
            page = given
            calls.append(.loadMetadata(Self.typed(given, "static")))
        case .pause, .complete, .adStop:
            guard page != nil else { return }
            page = nil
            calls.append(.staticEnd)
        }
    }

    // MARK: - Metadata

    private static func isSameAsset(_ left: [String: String], _ right: [String: String]) -> Bool {
        let leftID = assetid(left)
        let rightID = assetid(right)
        return leftID == nil && rightID == nil ? left == right : leftID == rightID
    }

    private static func assetid(_ values: [String: String]) -> String? {
        let id = values["assetid"] ?? values["assetId"]
        return id?.isEmpty == true ? nil : id
    }

    /// Metadata with the type that the event implies, where it has none of its own.
    private static func typed(_ values: [String: String], _ type: String) -> [String: String] {
        guard values["type"]?.isEmpty ?? true else { return values }
        var typed = values
        typed["type"] = type
        return typed
    }

    private static func channel(_ values: [String: String]) -> [String: String] {
        guard let name = values["channelName"] ?? values["channelname"] else { return [:] }
        return ["channelName": name]
    }
}
