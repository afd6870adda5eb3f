// SPDX-License-Identifier: Apache-2.0

import HubServices
import NielsenAppApi

/// The effects of the events of content and ads, and what is loaded again.
extension NielsenDCRTranslator {
    mutating func startContent(_ moment: Moment, _ effects: inout [NielsenDCREffect]) {
        let metadata = mapping.content(moment.properties, moment.options)
        endOther(than: metadata["assetid"], &effects)
        load(content: metadata, &effects)
        begin(moment, &effects)
    }

    mutating func playContent(_ moment: Moment, _ effects: inout [NielsenDCREffect]) {
        if asset == .ad { reloadContent(moment, &effects) } else { reloadStopped(moment, &effects) }
        asset = .content
        restart(moment, &effects)
    }

    mutating func completeContent(_ moment: Moment, _ effects: inout [NielsenDCREffect]) {
        stop(moment, &effects)
        guard settings.contentCompleted == .stopThenEnd else { return }
        effects.append(.call(.end))
        // The content is kept, because it may resume after a midroll.
        isOpen = false
    }

    mutating func startAd(_ moment: Moment, _ effects: inout [NielsenDCREffect]) {
        if mapping.isPreroll(moment.properties), let told = moment.properties.value(.content)?.objectValue {
            let properties = SegmentReader(told)
            let metadata = mapping.content(properties, moment.options, ad: moment.properties)
            endOther(than: metadata["assetid"], &effects)
            load(content: metadata, &effects)
            if properties.value(.livestream) != nil { isLive = properties.truth(.livestream) }
        }
        let metadata = mapping.ad(moment.properties)
        effects.append(.call(.loadMetadata(metadata)))
        asset = .ad
        ad = metadata
        isAdOpen = true
        isStopped = false
        nextOfAd = nil
        begin(moment, &effects)
    }

    mutating func playAd(_ moment: Moment, _ effects: inout [NielsenDCREffect]) {
        if asset == .ad { reloadStopped(moment, &effects) }
        restart(moment, &effects)
    }

    mutating func completeAd(_ moment: Moment, _ effects: inout [NielsenDCREffect]) {
        stop(moment, &effects)
        isAdOpen = false
    }

    // MARK: - Loading

    mutating func load(content metadata: [String: String], _ effects: inout [NielsenDCREffect]) {
        if metadata["assetid"] != content?["assetid"] {
            nextOfContent = nil
            isLive = false
        }
        effects.append(.call(.loadMetadata(metadata)))
        asset = .content
        content = metadata
        isOpen = true
        isAdOpen = false
        isStopped = false
        reported = nil
    }

    /// Loads the content that resumes again, from the event's properties and what is known.
    mutating func reloadContent(_ moment: Moment, _ effects: inout [NielsenDCREffect]) {
        guard settings.reload != .never else { return }
        let id = contentId(moment)
        // A playback event without properties of the content does not say what to load.
        guard content != nil || id != nil || moment.name == .contentPlaying else { return }
        let isKnown = id == nil || id == content?["assetid"]
        let metadata = mapping.content(
            moment.properties,
            moment.options,
            isPlayback: moment.name != .contentPlaying,
            known: isKnown ? content ?? [:] : [:]
        )
        load(content: metadata, &effects)
    }

    /// Loads again whatever was stopped, if the settings require it.
    mutating func reloadStopped(_ moment: Moment, _ effects: inout [NielsenDCREffect]) {
        guard settings.reload == .afterStop, isStopped else { return }
        switch asset {
        case .content:
            reloadContent(moment, &effects)
        case .ad:
            guard let ad else { return }
            effects.append(.call(.loadMetadata(ad)))
            isStopped = false
        case nil:
            break
        }
    }

    /// Returns the id of the content that an event names.
    func contentId(_ moment: Moment) -> String? {
        mapping.contentId(moment.properties, isPlayback: moment.name != .contentPlaying)
    }
}
