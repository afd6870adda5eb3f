// SPDX-License-Identifier: Apache-2.0

#if canImport(SwiftUI) && canImport(AVFoundation)
    public import AVFoundation
    public import SwiftUI

    extension View {
        /// Measures a page from when the view appears to when it disappears.
        ///
        /// ```swift
        /// ArticleView(article).measured(by: api, metadata: ["type": "static", "section": "News"])
        /// ```
        ///
        /// - Parameters:
        ///   - api: The instance.
        ///   - metadata: The metadata of the page; when it changes, it is loaded again.
        /// - Returns: The view.
        public func measured(by api: NielsenAppApi, metadata: [String: String]) -> some View {
            modifier(MeasuredView(api: api, metadata: metadata, player: nil, channel: [:], isLive: false))
        }

        /// Measures a player from when its view appears to when that disappears.
        ///
        /// ```swift
        /// VideoPlayer(player: player).measured(by: api, metadata: metadata, player: player)
        /// ```
        ///
        /// A player that goes on after its view is gone needs a `NielsenPlayerObserver` that the app keeps instead.
        ///
        /// - Parameters:
        ///   - api: The instance.
        ///   - metadata: The metadata of what is played; when it changes, it is loaded, for example for an ad.
        ///   - player: The player.
        ///   - channel: The channel information of ``NielsenAppApi/NielsenAppApi/play(_:)``.
        ///   - isLive: Whether the player plays a live stream.
        /// - Returns: The view.
        public func measured(
            by api: NielsenAppApi,
            metadata: [String: String],
            player: AVPlayer,
            channel: [String: String] = [:],
            isLive: Bool = false
        ) -> some View {
            modifier(MeasuredView(api: api, metadata: metadata, player: player, channel: channel, isLive: isLive))
        }
    }

    private struct MeasuredView: ViewModifier {
        let api: NielsenAppApi
        let metadata: [String: String]
        let player: AVPlayer?
        let channel: [String: String]
        let isLive: Bool
        @State private var observer: NielsenPlayerObserver?

        func body(content: Content) -> some View {
            content
                .task(id: metadata) {
                    // A view may be gone before its task runs.
                    guard !Task.isCancelled else { return }
                    if player != nil, observer == nil { api.play(channel) }
                    api.loadMetadata(metadata)
                    if let player, observer == nil { observer = NielsenPlayerObserver(player, api, isLive: isLive) }
                }
                .onDisappear {
                    guard player != nil else { return api.staticEnd() }
                    observer?.invalidate()
                    observer = nil
                    api.end()
                }
        }
    }
#endif
