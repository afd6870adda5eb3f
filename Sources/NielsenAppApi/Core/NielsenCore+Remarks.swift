// SPDX-License-Identifier: Apache-2.0

import HubServices

/// What integrators do wrong, found while it is measured.
extension NielsenCore {
    /// No asset is longer than this many seconds; whatever is more is a time of day.
    static let earliestLivePlayhead: Int64 = 100_000_000

    /// Remarks on a playhead that no loaded asset takes.
    mutating func remarkUnloaded(_ position: Int64, at time: NielsenTime, _ effects: inout [NielsenEffect]) {
        if let completed, completed.owns(position, of: nil, at: time), content == nil {
            let assetid = completed.metadata["assetid"] ?? ""
            remark(.playheadAfterComplete(assetid, position), &effects)
        } else if content?.wasLeftForAd == true {
            remark(.notReloadedAfterAd(position), &effects)
        } else if content != nil || ad != nil {
            remark(.notReloadedAfterStop(position), &effects)
        } else {
            remark(.playheadWithoutMetadata(position), &effects)
        }
    }

    /// Remarks on the first playhead of a view: what its length and its stream say about it.
    mutating func remarkFirst(_ position: Int64, of view: AssetView, _ effects: inout [NielsenEffect]) {
        if !hasPlayed { remark(.playMissing(view.assetid), &effects) }
        let isEpoch = position >= Self.earliestLivePlayhead
        switch view.length {
        case 0? where !isEpoch: remark(.liveNotEpoch(view.assetid, position), &effects)
        case let length? where length > 0 && length != 86_400 && isEpoch:
            remark(.epochWithLength(view.assetid, length: length), &effects)
        default: break
        }
    }

    /// Remarks on a step of a view that goes on.
    ///
    /// - Parameters:
    ///   - position: The position that was reached.
    ///   - last: The position before it.
    ///   - shortfall: How many nanoseconds of the step no time passed for.
    mutating func remarkStep(
        to position: Int64,
        from last: Int64?,
        shortfall: Int64,
        of view: AssetView,
        _ effects: inout [NielsenEffect]
    ) {
        if let length = view.length, length > 0, position > length + 1, position < Self.earliestLivePlayhead {
            remark(.playheadBeyondLength(view.assetid, position, length: length), &effects)
        }
        guard shortfall > 0 else { return }
        if let last, shortfall >= 3_000_000_000 {
            remark(.skipReportedAsPlay(view.assetid, from: last, to: position), &effects)
        }
        if view.account.unearned >= 10_000_000_000 { remark(.fasterThanTime(view.assetid), &effects) }
    }

    /// Whether an event is a late playhead of content that was completed a moment ago: it begins no view.
    mutating func ownsLate(_ event: NielsenTrackEvent, at time: NielsenTime, into effects: inout [NielsenEffect])
        -> Bool
    {
        guard let completed, content == nil, event.name == .playhead, event.kind == .content,
            let position = event.playhead, completed.owns(position, of: event.metadata.content, at: time)
        else { return false }
        remark(.playheadAfterComplete(completed.metadata["assetid"] ?? "", position), &effects)
        return true
    }
}
