// SPDX-License-Identifier: Apache-2.0

import HubServices

/// What the player did, told of the view that it did it in.
extension NielsenCore {
    /// Something that the player did before the view was there that it belongs to.
    enum PendingTurn: Sendable {
        /// `play`, which comes before the metadata.
        case play(at: NielsenTime)
        /// A button of an event that begins what it is about.
        case button(NielsenPlayerButton, Int64?, NielsenLane, at: NielsenTime)
    }

    /// The view that a turn of the stream or a watermark is about: that of the ad while one is played.
    var shownView: AssetView? { playback.active == .ad ? playback.ad.view : playback.content.view }

    /// Tells those who make pings of a turn of the stream.
    mutating func tell(_ boundary: StreamBoundary, at time: NielsenTime) {
        tell(boundary, of: shownView, at: time)
    }

    private mutating func tell(_ boundary: StreamBoundary, of view: AssetView?, at time: NielsenTime) {
        effects.append(
            .boundary(boundary, view: view?.number, playhead: view?.account.lastPlayhead, at: time.unixMilliseconds)
        )
    }

    /// Takes note of `play`: it belongs to what is loaded and has not begun, or to what is loaded next.
    mutating func notePlay(at time: NielsenTime) {
        guard playback.isLoadedAndNotBegun, let view = shownView else {
            pendingTurns = pendingTurns.filter { if case .play = $0 { false } else { true } } + [.play(at: time)]
            return
        }
        tell(.play, of: view, at: time)
    }

    /// Tells of a button, or keeps it for the view that begins with it.
    mutating func press(_ button: NielsenPlayerButton, _ position: Int64?, of lane: NielsenLane, at time: NielsenTime) {
        guard let view = playback[lane].view else {
            if pendingTurns.count < Self.mostPendingTurns {
                pendingTurns.append(.button(button, position, lane, at: time))
            }
            return
        }
        let playhead = position ?? view.account.lastPlayhead
        effects.append(.button(button, view: view.number, playhead: playhead, at: time.unixMilliseconds))
    }

    private static let mostPendingTurns = 8

    /// Tells of what was done before a view was there; of one that goes on after a stop, that it does.
    mutating func noteLoad(_ lane: NielsenLane, at time: NielsenTime) {
        guard let view = playback[lane].view else { return }
        let wasStopped = view.isStopped
        if wasStopped { playback[lane].view?.isStopped = false }
        var isPlayed = false
        var later: [PendingTurn] = []
        for turn in pendingTurns {
            switch turn {
            case .play(at: let began):
                tell(.play, of: view, at: began)
                isPlayed = true
            case .button(let button, let position, lane, at: let pressed):
                effects.append(
                    .button(button, view: view.number, playhead: position, at: pressed.unixMilliseconds)
                )
            case .button: later.append(turn)
            }
        }
        pendingTurns = later
        if wasStopped, !isPlayed { tell(.play, of: view, at: time) }
    }
}
