// SPDX-License-Identifier: Apache-2.0

import HubServices
import NielsenModel

/// The mistakes of integrations, found during measurement.
extension NielsenCore {
    /// No asset is longer than this many seconds; whatever is more is a time of day.
    package static let earliestLivePlayhead: Int64 = 100_000_000

    /// Remarks on a playhead that no loaded asset takes.
    mutating func remarkUnloaded(_ position: Int64, at time: NielsenTime) {
        if let completed = playback.completed, completed.owns(position, at: time), playback.content.asset == nil {
            remark(.playheadAfterComplete(completed.asset.assetid, position))
        } else if playback.content.view?.wasLeftForAd == true {
            remark(.notReloadedAfterAd(position))
        } else if playback.content.asset != nil || playback.ad.asset != nil {
            remark(.notReloadedAfterStop(position))
        } else {
            remark(.playheadWithoutMetadata(position))
        }
    }

    /// Remarks on the first playhead of content: what its length and its stream say about it.
    mutating func remarkFirst(_ position: Int64) {
        guard let asset = playback.content.asset else { return }
        if !playback.hasPlayed { remark(.playMissing(asset.assetid)) }
        let isEpoch = position >= Self.earliestLivePlayhead
        switch asset.length {
        case 0? where !isEpoch: remark(.liveNotEpoch(asset.assetid, position))
        case let length? where length > 0 && length != 86_400 && isEpoch:
            remark(.epochWithLength(asset.assetid, length: length))
        default: break
        }
    }

    /// Remarks on a step of content that goes on.
    ///
    /// - Parameters:
    ///   - position: The position that was reached.
    ///   - last: The position before it.
    ///   - shortfall: How many nanoseconds of the step no time passed for.
    mutating func remarkStep(to position: Int64, from last: Int64?, shortfall: Int64) {
        guard let asset = playback.content.asset else { return }
        if position > playback.content.lastSecond, position < Self.earliestLivePlayhead, let length = asset.length {
            remark(.playheadBeyondLength(asset.assetid, position, length: length))
        }
        guard shortfall > 0 else { return }
        if let last, shortfall >= 3_000_000_000 {
            remark(.skipReportedAsPlay(asset.assetid, from: last, to: position))
        }
        let unearned = playback.content.view?.account.unearned ?? 0
        if unearned >= 10_000_000_000 { remark(.fasterThanTime(asset.assetid)) }
    }

    /// Whether an event is a late playhead of content that was completed a moment ago: it begins no view.
    mutating func ownsLate(_ event: NielsenTrackEvent, at time: NielsenTime)
        -> Bool
    {
        guard let completed = playback.completed, playback.content.asset == nil, event.name == .playhead,
            event.kind == .content, let position = event.playhead, completed.owns(position, at: time)
        else { return false }
        let isSame =
            event.metadata.content.isEmpty
            || asset(of: event.values(of: .content)).identity == completed.asset.identity
        if isSame { remark(.playheadAfterComplete(completed.asset.assetid, position)) }
        return isSame
    }
}
