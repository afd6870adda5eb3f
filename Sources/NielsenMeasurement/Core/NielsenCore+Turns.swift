// SPDX-License-Identifier: Apache-2.0

import HubServices
import NielsenModel

/// The actions of the player, reported for the view in which they happened.
extension NielsenCore {
    /// An action of the player before the view exists that it belongs to.
    enum PendingTurn: Sendable {
        /// `play`, which comes before the metadata.
        case play(at: NielsenTime)
        /// A button of an event that begins what it is about.
        case button(NielsenPlayerButton, Int64?, NielsenLane, at: NielsenTime)
    }

    /// The view that a turn of the stream or a watermark is about: that of the ad while one is played.
    var shownView: AssetView? { playback.active == .ad ? playback.ad.view : playback.content.view }

    /// Reports a transition of the stream to the ping builder.
    mutating func tell(_ boundary: StreamBoundary, at time: NielsenTime) {
        tell(boundary, of: shownView, at: time)
    }

    private mutating func tell(_ boundary: StreamBoundary, of view: AssetView?, at time: NielsenTime) {
        effects.append(
            .boundary(boundary, view: view?.number, playhead: view?.account.lastPlayhead, at: time.unixMilliseconds)
        )
    }

    /// Records `play`: it belongs to what is loaded and has not begun, or to what is loaded next.
    mutating func notePlay(at time: NielsenTime) {
        guard playback.isLoadedAndNotBegun, let view = shownView else {
            pendingTurns = pendingTurns.filter { if case .play = $0 { false } else { true } } + [.play(at: time)]
            return
        }
        tell(.play, of: view, at: time)
    }

    /// Reports a button, or keeps it for the view that begins with it.
    mutating func press(
        _ button: NielsenPlayerButton,
        _ position: Int64?,
        of lane: NielsenLane,
        at time: NielsenTime
    ) {
        guard let view = playback[lane].view else {
            if pendingTurns.count < Self.mostPendingTurns {
                pendingTurns.append(.button(button, position, lane, at: time))
            }
            return
        }
        // Where a seek leads to is told with the playhead there.
        if lane == .content, button == .forward || button == .rewind {
            isSeekPressed = true
            return
        }
        let playhead = position ?? view.account.lastPlayhead
        let origin = view.account.lastPlayhead
        effects.append(
            .button(button, view: view.number, playhead: playhead, from: origin, at: time.unixMilliseconds)
        )
    }

    /// Reports a seek in the content, with a button or without: the playhead goes back, or on by more than is played.
    mutating func noteSeek(to position: Int64, at time: NielsenTime) {
        let isPressed = isSeekPressed
        isSeekPressed = false
        guard let view = playback.content.view, let before = view.account.lastPlayhead else { return }
        let (step, isOverflow) = position.subtractingReportingOverflow(before)
        guard !isOverflow, step != 0 else { return }
        // A playhead may be late: the stream was played if half the time of the step has passed, and a live stream goes on
        // in an interruption.
        let wasPlayed =
            view.account.runPlayhead == nil
            ? position >= Self.earliestLivePlayhead
            : view.account.elapsed(until: time.instant) / 500_000_000 > step
        let isFar = step > Int64(settings.thresholds.maximumPlayheadStep)
        guard isPressed || step < -1 || isFar && !wasPlayed else { return }
        let button: NielsenPlayerButton = step < 0 ? .rewind : .forward
        effects.append(
            .button(button, view: view.number, playhead: position, from: before, at: time.unixMilliseconds)
        )
        effects.append(.buttonEnd)
    }

    private static let mostPendingTurns = 8

    /// Reports the actions before a view existed; for a view that continues after a stop, reports that it does.
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
                    .button(button, view: view.number, playhead: position, from: nil, at: pressed.unixMilliseconds)
                )
            case .button: later.append(turn)
            }
        }
        pendingTurns = later
        if wasStopped, !isPlayed { tell(.play, of: view, at: time) }
    }
}
