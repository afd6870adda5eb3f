// SPDX-License-Identifier: Apache-2.0

package import HubServices

/// The interface that a player observer controls: positions, watermarks and interruptions.
///
/// A classic instance conforms to it. ``NielsenTrackedPlayer`` adapts an instance that takes events.
public protocol NielsenPlayerReceiver: NielsenLifecycleReceiver {
    /// Receives a position.
    ///
    /// - Parameter playheadPos: Seconds from the start of the asset, or seconds since 1970 for live streams.
    func playheadPosition(_ playheadPos: Int64)

    /// Receives a watermark.
    ///
    /// - Parameter data: The payload.
    func sendID3(_ data: String)
}

extension NielsenAppApi: NielsenPlayerReceiver {}

/// A player for an instance that takes events: each event has a position or watermark and what is played.
///
/// ```swift
/// let player = NielsenTrackedPlayer(tracker)
/// player.play(.content, metadata: .init(content: ["type": "content", "assetid": "vid345-67483"]))
/// observer = NielsenPlayerObserver(avPlayer, player)
/// ```
///
/// Nothing is sent before ``play(_:metadata:)``. Every method may be called on any thread.
public final class NielsenTrackedPlayer: NielsenPlayerReceiver {
    private let track: @Sendable (JSONObject) -> Void
    private let forward: @Sendable (NielsenLifecycleEvent) -> Void
    /// The part of each event that describes what is played; nil before anything is played.
    ///
    /// Guarded by itself.
    private let playing = Locked<JSONObject?>(nil)

    /// Makes a player for an instance.
    ///
    /// - Parameter tracker: The instance; it is retained.
    public convenience init(_ tracker: NielsenEventTracker) {
        self.init(track: { tracker.track($0) }, handle: { tracker.handle($0) })
    }

    package init(
        track: @escaping @Sendable (JSONObject) -> Void,
        handle: @escaping @Sendable (NielsenLifecycleEvent) -> Void
    ) {
        self.track = track
        forward = handle
    }

    /// Sets what is played from now on.
    ///
    /// - Parameters:
    ///   - kind: The kind of metadata that is credited.
    ///   - metadata: The metadata of each event.
    public func play(_ kind: NielsenTrackEvent.Kind, metadata: NielsenTrackEvent.Metadata) {
        let parts = [("content", metadata.content), ("ad", metadata.ad), ("static", metadata.page)]
        let objects = parts.map { ($0, JSONValue.object(JSONObject($1.mapValues(JSONValue.string)))) }
        playing.withLock { $0 = ["type": .string(kind.rawValue), "metadata": .object(JSONObject(objects))] }
    }

    /// Reports the end of an ad or of the session.
    ///
    /// - Parameters:
    ///   - name: ``NielsenTrackEvent/Name/adStop`` or ``NielsenTrackEvent/Name/complete``; pauses are reported by the
    ///     player.
    ///   - playhead: The last position; nil if it is not known.
    public func end(_ name: NielsenTrackEvent.Name, at playhead: Int64? = nil) {
        send(name, "playheadPosition", playhead.map { String($0) } ?? "")
        if name == .complete { playing.withLock { $0 = nil } }
    }

    /// Sends a playhead event with the position.
    public func playheadPosition(_ playheadPos: Int64) {
        send(.playhead, "playheadPosition", String(playheadPos))
    }

    /// Sends a playhead event with the watermark.
    public func sendID3(_ data: String) {
        send(.playhead, "id3Data", data)
    }

    /// Forwards an event of the app, the device or the player.
    public func handle(_ event: NielsenLifecycleEvent) {
        forward(event)
    }

    private func send(_ name: NielsenTrackEvent.Name, _ key: String, _ value: String) {
        guard var event = playing.withLock({ $0 }) else { return }
        event["event"] = .string(name.rawValue)
        event[key] = .string(value)
        track(event)
    }
}
