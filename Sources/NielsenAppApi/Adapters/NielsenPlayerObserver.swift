// SPDX-License-Identifier: Apache-2.0

#if canImport(AVFoundation)
    public import AVFoundation
    import CoreMedia
    public import Foundation

    /// Tells an instance where a player is, once a second, what watermarks come, and when it is paused or waits.
    ///
    /// ```swift
    /// self.playerObserver = NielsenPlayerObserver(player, api)
    /// ```
    ///
    /// What is played is the app's to say: `play` and `loadMetadata` come before the first playhead, `end` at the end.
    /// Call ``invalidate()`` when the player is no longer measured.
    ///
    /// Source: S0, "playheadPosition"; S1, "Retrieving ID3 Tags".
    @MainActor
    public final class NielsenPlayerObserver {
        private let player: AVPlayer
        private let api: NielsenAppApi
        private let isLive: Bool
        private let now: @Sendable () -> Date
        private let observations: NotificationObservations
        private let relay: NielsenTimedMetadataRelay
        private let output = AVPlayerItemMetadataOutput(identifiers: nil)
        private weak var item: AVPlayerItem?
        private var timeObserver: Any?

        /// Begins to observe.
        ///
        /// - Parameters:
        ///   - player: The player; it and the instance are kept alive until ``invalidate()``.
        ///   - api: The instance that measures.
        ///   - isLive: True where playheads are seconds since 1970 and not of the asset.
        ///   - now: The time of day.
        ///   - center: Where the player posts.
        public init(
            _ player: AVPlayer,
            _ api: NielsenAppApi,
            isLive: Bool = false,
            now: @escaping @Sendable () -> Date = { Date() },
            center: NotificationCenter = .default
        ) {
            self.player = player
            self.api = api
            self.isLive = isLive
            self.now = now
            observations = NotificationObservations(center)
            relay = NielsenTimedMetadataRelay { payload in api.sendID3(payload) }
            output.setDelegate(relay, queue: .main)
            observations.observe(AVPlayer.rateDidChangeNotification) { [weak self] _ in
                // The player posts on any thread.
                Task { @MainActor in self?.noteStatus() }
            }
            let second = CMTime(value: 1, timescale: 1)
            timeObserver = player.addPeriodicTimeObserver(forInterval: second, queue: .main) { [weak self] time in
                MainActor.assumeIsolated { self?.tell(time) }
            }
            noteStatus()
        }

        /// Ends observing. Nothing is told to the instance: what is left open is the app's to end.
        public func invalidate() {
            if let timeObserver { player.removeTimeObserver(timeObserver) }
            timeObserver = nil
            item?.remove(output)
            item = nil
        }

        private func tell(_ time: CMTime) {
            noteStatus()
            guard player.timeControlStatus == .playing, player.currentItem?.status == .readyToPlay else { return }
            let seconds = isLive ? now().timeIntervalSince1970 : time.seconds
            guard let position = Int64(exactly: seconds.rounded(.down)) else { return }
            api.playheadPosition(position)
        }

        private func noteStatus() {
            guard timeObserver != nil || item == nil else { return }
            if let current = player.currentItem, current !== item {
                item?.remove(output)
                current.add(output)
                item = current
            }
            for event in Self.events(of: player.timeControlStatus) { api.handle(event) }
        }

        /// What a status says; what is known already has no effect.
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

    /// Finds the watermarks in timed metadata.
    ///
    /// Source: S1, "Retrieving ID3 Tags".
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
