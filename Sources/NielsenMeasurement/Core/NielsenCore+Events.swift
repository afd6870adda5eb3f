// SPDX-License-Identifier: Apache-2.0

import HubServices
import NielsenModel

/// Turns `trackEvent` into calls of the classic API.
///
/// An event says what is the case; the classic calls say what changed. So an event is compared with the playback, and the
/// calls for the difference are made: `play` and `loadMetadata` for a new asset, `stop` before a change between content
/// and ads, `end` before new content.
extension NielsenCore {
    /// Carries out an event.
    mutating func track(_ event: NielsenTrackEvent, at time: NielsenTime) {
        guard isMeasuring else { return ignoreEvent(event, at: time) }
        if ownsLate(event, at: time) { return }
        if let choice = event.optOut {
            admit(.choice(choice), at: time)
        }
        if let ott = event.ott, ott != playback.lastOTT { admit(.updateOTT(ott), at: time) }
        guard event.kind != .static else { return trackPage(event, at: time) }
        var button = event.button.flatMap(NielsenPlayerButton.init)
        let tellsButton = button != nil
        if isGap(before: time) {
            press(&button, event, at: time)
            admit(.stop, at: time)
        }
        if event.name == .playhead, !event.isBuffering {
            play(event, &button, at: time)
        } else {
            press(&button, event, at: time)
            leave(event, at: time)
        }
        if tellsButton { effects.append(.buttonEnd) }
    }

    /// Returns whether so much time passed since the last call that it was an unreported pause.
    private func isGap(before time: NielsenTime) -> Bool {
        guard playback.intended != nil, playback.lastActivity != .never else { return false }
        return time.continuous.nanoseconds(since: playback.lastActivity.continuous) > spans.pause
    }

    /// Reports the button of an event to its pings, but not to those of a stream that it ends first.
    private mutating func press(
        _ button: inout NielsenPlayerButton?,
        _ event: NielsenTrackEvent,
        at time: NielsenTime
    ) {
        guard let pressed = button.take() else { return }
        press(pressed, event.playhead, of: event.kind, at: time)
    }

    // MARK: - Content and ads

    private mutating func play(
        _ event: NielsenTrackEvent,
        _ button: inout NielsenPlayerButton?,
        at time: NielsenTime
    ) {
        lifecycle.endWait(&playback)
        enter(event, &button, at: time)
        if let payload = event.id3 { admit(.sendID3(payload), at: time) }
        if let position = event.playhead { admit(.playheadPosition(position), at: time) }
    }

    /// Whether what an event names is played as something else: its metadata has a type of its own.
    private func isElsewhere(_ event: NielsenTrackEvent) -> Bool {
        playback.intended != event.kind && isPlayed(values(of: event, event.kind))
    }

    private func isPlayed(_ values: [String: String]) -> Bool {
        playback.intended.map { playback[$0].asset?.given == values } ?? false
    }

    private mutating func enter(
        _ event: NielsenTrackEvent,
        _ button: inout NielsenPlayerButton?,
        at time: NielsenTime
    ) {
        let begins = !isElsewhere(event) && beginsStream(event)
        if begins, playback.content.named != nil { admit(.end, at: time) }
        press(&button, event, at: time)
        if begins { openStream(event, at: time) }
        guard !isElsewhere(event) else { return }
        if event.kind == .ad {
            enterAd(event, contentIsNew: begins, at: time)
        } else {
            enterContent(event, at: time)
        }
    }

    /// Whether an event begins a stream: none is open, or the content is another.
    private func beginsStream(_ event: NielsenTrackEvent) -> Bool {
        let given = event.metadata.content
        guard let open = playback.content.named else {
            // A postroll comes after the end of its content, and a player may know only the ad.
            return event.kind != .ad || !given.isEmpty && event.metadata.ad["type"] != "postroll"
        }
        return !given.isEmpty && !isSame(open, values(of: event, .content))
    }

    private mutating func openStream(_ event: NielsenTrackEvent, at time: NielsenTime) {
        // Only an ad that no stream belongs to can be playing here.
        if playback.intended != nil { admit(.stop, at: time) }
        admit(.play(event.channel), at: time)
        load(event.values(of: .content), .content, at: time)
    }

    private mutating func enterContent(_ event: NielsenTrackEvent, at time: NielsenTime) {
        let values = values(of: event, .content)
        if playback.intended == .ad { admit(.stop, at: time) }
        guard playback.intended != .content || playback.content.named?.given != values else { return }
        load(values, .content, at: time)
    }

    private mutating func enterAd(_ event: NielsenTrackEvent, contentIsNew: Bool, at time: NielsenTime) {
        let values = values(of: event, .ad)
        switch playback.intended {
        case .ad:
            guard let ad = playback.ad.named, ad.given != values else { return }
            // The same ad with other words around it is still the same ad.
            if !isSame(ad, values) { admit(.stop, at: time) }
        case .content:
            // Before a preroll the content was loaded only; there is nothing to stop unless it was played.
            if !contentIsNew { admit(.stop, at: time) }
        case .static, nil:
            break
        }
        load(values, .ad, at: time)
    }

    /// Handles an event that ends or holds what is played.
    private mutating func leave(_ event: NielsenTrackEvent, at time: NielsenTime) {
        switch event.name {
        case .playhead:
            // While the player waits for data nothing is played: playheads are withheld, and a long wait is a stop.
            lifecycle.wait(at: time.instant)
            lifecycle.noteStall(time.instant)
            settle(because: .interruptionBegan(.buffering), at: time)
        case .pause:
            lifecycle.endWait(&playback)
            guard playback.intended != nil || state == .processing else { return }
            lastPlayhead(event, at: time)
            admit(.stop, at: time)
        case .adStop:
            if playback.intended == .ad {
                lastPlayhead(event, at: time)
                admit(.stop, at: time)
            }
            playback.ad.isOver = true
        case .complete:
            lifecycle.endWait(&playback)
            lastPlayhead(event, at: time)
            admit(.end, at: time)
        }
    }

    /// The last position of what is left goes out before it is left, where the event is about it.
    private mutating func lastPlayhead(_ event: NielsenTrackEvent, at time: NielsenTime) {
        guard playback.intended == event.kind, !event.isBuffering, let position = event.playhead else {
            return
        }
        admit(.playheadPosition(position), at: time)
    }

    // MARK: - Pages

    private mutating func trackPage(_ event: NielsenTrackEvent, at time: NielsenTime) {
        switch event.name {
        case .playhead:
            let values = values(of: event, .static)
            // A page that was shown for so long that its view is over is shown again by an event that names it once
            // more, also where the device slept and no timer has ended the view.
            advance(to: time)
            guard playback.page.named?.given != values || playback.page.view == nil else { return }
            load(values, .static, at: time)
        case .pause, .complete, .adStop:
            guard playback.page.named != nil else { return }
            admit(.staticEnd, at: time)
        }
    }

    // MARK: - Metadata

    /// The metadata that an event has for a lane, or that were there before where it has none.
    private func values(of event: NielsenTrackEvent, _ lane: NielsenLane) -> [String: String] {
        let given = event.metadata[lane]
        guard let named = playback[lane].named?.given, given.isEmpty || given == named else {
            return event.values(of: lane)
        }
        return named
    }

    private func isSame(_ known: NielsenAsset, _ values: [String: String]) -> Bool {
        known.given == values || known.identity == asset(of: values).identity
    }

    /// Loads metadata.
    ///
    /// What nothing could be made of is not tried again, and reported, with each event.
    private mutating func load(_ values: [String: String], _ lane: NielsenLane, at time: NielsenTime) {
        guard playback[lane].refused?.given != values else { return }
        admit(.loadMetadata(values), at: time)
        guard playback[lane].asset?.given != values, !isPlayed(values) else { return }
        playback[lane].refused = asset(of: values)
    }
}
