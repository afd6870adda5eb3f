// SPDX-License-Identifier: Apache-2.0

import HubServices
import NielsenAppApi

/// The effects of the playback events.
extension NielsenDCRTranslator {
    mutating func startPlayback(_ moment: Moment, _ effects: inout [NielsenDCREffect]) {
        let metadata = mapping.content(moment.properties, moment.options, isPlayback: true)
        endOther(than: metadata["assetid"], &effects)
        let channel = channel(of: moment)
        switch settings.playbackStarted {
        case .loadThenPlay:
            load(content: metadata, &effects)
            effects.append(.call(.play(channel)))
        case .playThenLoad:
            effects.append(.call(.play(channel)))
            load(content: metadata, &effects)
        }
        begin(moment, &effects)
    }

    mutating func resume(_ moment: Moment, _ effects: inout [NielsenDCREffect]) {
        let goesOnWithAd = asset == .ad && isAboutAd(moment)
        let hasEnded = !goesOnWithAd && endOther(than: contentId(moment), &effects)
        effects.append(.call(.play(channel(of: moment))))
        isOpen = true
        if hasEnded {
            load(content: mapping.content(moment.properties, moment.options, isPlayback: true), &effects)
        } else if asset == .ad, !goesOnWithAd {
            reloadContent(moment, &effects)
        } else {
            reloadStopped(moment, &effects)
        }
        restart(moment, &effects)
    }

    mutating func stop(_ moment: Moment, _ effects: inout [NielsenDCREffect]) {
        hold(moment, isFinal: true, &effects)
        effects.append(.call(.stop))
        isStopped = true
    }

    mutating func complete(_ moment: Moment, _ effects: inout [NielsenDCREffect]) {
        hold(moment, isFinal: true, &effects)
        effects.append(.call(.end))
        forget()
    }

    /// Returns whether a playback event is about an ad that is not completed: it names one, or names no content.
    private func isAboutAd(_ moment: Moment) -> Bool {
        guard isAdOpen else { return false }
        return moment.properties.identifier(.adAssetId) != nil
            || moment.properties.identifier(.contentAssetId, .contentAssetIds) == nil
    }

    /// Ends the stream if other content begins and the settings require it.
    ///
    /// - Returns: Whether it did.
    @discardableResult
    mutating func endOther(than id: String?, _ effects: inout [NielsenDCREffect]) -> Bool {
        guard settings.endsOnAssetSwitch, isOpen, let before = content?["assetid"], let id else { return false }
        guard !before.isEmpty, !id.isEmpty, before != id else { return false }
        effects.append(.heartbeatStopped)
        if !isStopped, let reported { effects.append(.playhead(reported.position, at: reported.at)) }
        effects.append(.call(.end))
        forget()
        return true
    }
}
