// SPDX-License-Identifier: Apache-2.0

#if canImport(AVFoundation)
    public import AVFoundation
    import CoreMedia
    public import Foundation

    /// An observer of a player that reports its position once a second, watermarks, pauses and stalls to an instance.
    ///
    /// ```swift
    /// self.playerObserver = NielsenPlayerObserver(player, api)
    /// ```
    ///
    /// The app reports what is played: `play` and `loadMetadata` before the first playhead, `end` at the end. Call
    /// ``invalidate()``, or release the observer, when the player is no longer measured.
    ///
    /// Source: "DCR Video iOS SDK guide", "playheadPosition"; "iOS SDK API Reference", "Retrieving ID3 Tags".
    @MainActor
    public final class NielsenPlayerObserver {
        private let attachment: NielsenPlayerAttachment

        /// Starts observing.
        ///
        /// - Parameters:
        ///   - player: The player; it and the instance are retained until ``invalidate()`` or the end of this object.
        ///   - api: The instance that measures: a ``NielsenAppApi``, or a ``NielsenTrackedPlayer`` for an instance that
        ///     takes events, including one of the extension.
        ///   - isLive: Whether playheads are seconds since 1970 rather than of the asset: the date of the item at its
        ///     position, so that time-shifted viewing is credited to the time of the broadcast.
        ///   - now: The time of day, for a live item without dates.
        public init(
            _ player: AVPlayer,
            _ api: any NielsenPlayerReceiver,
            isLive: Bool = false,
            now: @escaping @Sendable () -> Date = { Date() }
        ) {
            attachment = NielsenPlayerAttachment(player, api, clock: isLive ? now : nil)
        }

        deinit {
            // A player requires that its observers be removed; they belong to the main actor, and this may run on any
            // thread.
            Task { @MainActor [attachment] in attachment.end() }
        }

        /// Stops observing.
        ///
        /// Nothing is reported to the instance: the app ends what is still open.
        public func invalidate() {
            attachment.end()
        }
    }

    /// The observations of a player, until ``end()``.
    @MainActor
    private final class NielsenPlayerAttachment {
        private var player: AVPlayer?
        private let api: any NielsenPlayerReceiver
        /// The time of day, if playheads are times of day.
        private let clock: (@Sendable () -> Date)?
        private let relay: NielsenTimedMetadataRelay
        private let output = AVPlayerItemMetadataOutput(identifiers: nil)
        private weak var item: AVPlayerItem?
        private var timeObserver: Any?
        private var changes: [NSKeyValueObservation] = []
        /// Whether playback has begun; before that a player is not paused, because there is nothing to stop.
        private var hasBegun = false
        private var wasPlaying = false

        init(_ player: AVPlayer, _ api: any NielsenPlayerReceiver, clock: (@Sendable () -> Date)?) {
            self.player = player
            self.api = api
            self.clock = clock
            relay = NielsenTimedMetadataRelay { payload in api.sendID3(payload) }
            output.setDelegate(relay, queue: .main)
            // A stall stops the player's time, so that its status has to be observed by itself. Changes come on any thread.
            let note: @Sendable () -> Void = { [weak self] in
                // At once where that is possible: what the app calls after it has paused must come after the stop.
                if Thread.isMainThread {
                    MainActor.assumeIsolated { self?.noteStatus() }
                } else {
                    Task { @MainActor in self?.noteStatus() }
                }
            }
            changes = [
                player.observe(\.timeControlStatus) { @Sendable _, _ in note() },
                player.observe(\.currentItem) { @Sendable _, _ in note() },
            ]
            let second = CMTime(value: 1, timescale: 1)
            timeObserver = player.addPeriodicTimeObserver(forInterval: second, queue: .main) { [weak self] time in
                MainActor.assumeIsolated { self?.tell(time) }
            }
            noteStatus()
        }

        func end() {
            for change in changes { change.invalidate() }
            changes = []
            if let timeObserver { player?.removeTimeObserver(timeObserver) }
            timeObserver = nil
            item?.remove(output)
            item = nil
            // Reports that are already on their way no longer find a player.
            player = nil
        }

        private func tell(_ time: CMTime) {
            noteStatus()
            guard let player, player.timeControlStatus == .playing else { return }
            tellPosition(time, of: player)
        }

        private func tellPosition(_ time: CMTime, of player: AVPlayer) {
            guard let item = player.currentItem, item.status == .readyToPlay else { return }
            let seconds = clock.map { (item.currentDate() ?? $0()).timeIntervalSince1970 } ?? time.seconds
            // The observer fires at the item's whole seconds, where 2.9999 is as likely as 3.0001.
            guard let position = Int64(exactly: (seconds + 0.1).rounded(.down)) else { return }
            api.playheadPosition(position)
        }

        private func noteStatus() {
            guard let player else { return }
            let isSameItem = player.currentItem === item
            if !isSameItem {
                item?.remove(output)
                player.currentItem?.add(output)
                item = player.currentItem
            }
            let status = player.timeControlStatus
            hasBegun = hasBegun || status != .paused
            guard hasBegun else { return }
            // The last position comes before the stop. Source: "DCR Video iOS SDK guide", "SDK Events".
            if wasPlaying, status == .paused, isSameItem { tellPosition(player.currentTime(), of: player) }
            wasPlaying = status == .playing
            for event in Self.events(of: status) { api.handle(event) }
        }

        /// Returns the events for a status; those that change nothing have no effect.
        private static func events(of status: AVPlayer.TimeControlStatus) -> [NielsenLifecycleEvent] {
            switch status {
            case .paused: [.interruptionBegan(.pause), .interruptionEnded(.buffering)]
            case .waitingToPlayAtSpecifiedRate: [.interruptionBegan(.buffering)]
            case .playing:
                [
                    .interruptionEnded(.headphonesUnplugged), .interruptionEnded(.pause),
                    .interruptionEnded(.buffering),
                ]
            @unknown default: []
            }
        }
    }

    /// A delegate that finds the watermarks in timed metadata.
    ///
    /// Source: "iOS SDK API Reference", "Retrieving ID3 Tags".
    final class NielsenTimedMetadataRelay: NSObject, AVPlayerItemMetadataOutputPushDelegate, Sendable {
        private let send: @Sendable (String) -> Void

        init(_ send: @escaping @Sendable (String) -> Void) {
            self.send = send
            super.init()
        }

        func metadataOutput(
            _ output: AVPlayerItemMetadataOutput,
            didOutputTimedMetadataGroups groups: [AVTimedMetadataGroup],
            from track: AVPlayerItemTrack?
        ) {
            for item in groups.flatMap(\.items) {
                let key: Any? = item.key
                guard key as? String == "PRIV", let owner = item.extraAttributes?[.info] as? String,
                    owner.contains("www.nielsen.com")
                else { continue }
                send(owner)
            }
        }
    }
#endif
