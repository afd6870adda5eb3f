// SPDX-License-Identifier: Apache-2.0

import Foundation
import HubServices
package import NielsenAppApi

/// Rules for the order and the times of calls; those for values alone are in ``Rule/ofInput``.
extension Rule {
    // MARK: - The order of calls

    static let playMissing = explained("PLAY_MISSING")
    static let loadMetadataBeforePlay = explained("LOADMETADATA_BEFORE_PLAY")
    static let loadMetadataPerPlayhead = explained("LOADMETADATA_PER_PLAYHEAD")
    static let resumeWithoutLoadMetadata = explained("RESUME_WITHOUT_LOADMETADATA")
    static let contentNotReloaded = explained("CONTENT_NOT_RELOADED_AFTER_AD")
    static let stopOnBuffering = explained("STOP_ON_BUFFERING")
    static let pauseWithoutStop = explained("PAUSE_WITHOUT_STOP")
    static let playEverySecond = explained("PLAY_EVERY_SECOND")
    static let undocumentedEvent = explained("UNDOCUMENTED_EVENT")
    static let finalPlayheadMissing = explained("FINAL_PLAYHEAD_MISSING")
    static let adNotStopped = explained("AD_NOT_STOPPED")
    static let adRestarted = explained("AD_RESTARTED_WITHOUT_ADSTOP")
    static let playheadAfterComplete = explained("PLAYHEAD_AFTER_COMPLETE")
    static let staticNotEnded = explained("STATIC_NOT_ENDED_ON_BACKGROUND")

    // MARK: - Positions

    static let playheadNotInteger = explained("PLAYHEAD_NOT_INTEGER")
    static let playheadNegative = explained("PLAYHEAD_NEGATIVE")
    static let playheadMilliseconds = explained("PLAYHEAD_MILLISECONDS")
    static let playheadBeyondLength = explained("PLAYHEAD_BEYOND_LENGTH")
    static let liveNotEpoch = explained("LIVE_PLAYHEAD_NOT_EPOCH")
    static let epochWithLength = explained("EPOCH_WITH_LENGTH")
    static let fasterThanTime = explained("PLAYHEAD_FASTER_THAN_TIME")
    static let skipReportedAsPlay = explained("SKIP_REPORTED_AS_PLAY")
    static let adPlayheadNotFromZero = explained("AD_PLAYHEAD_NOT_FROM_ZERO")
    static let contentPositionAfterAd = explained("CONTENT_POSITION_AFTER_AD", .warning)
    static let channelNameChanged = explained("CHANNEL_NAME_CHANGED")
    static let contentMetadataChanged = explained("CONTENT_METADATA_CHANGED")

    // MARK: - Products, watermarks and the app

    static let notMeasured = explained("DCR_NOT_MEASURED_NO_ASSETID")
    static let tagCadence = explained("ID3_CADENCE_CANNOT_CREDIT")
    static let tagsFasterThanTime = explained("ID3_FASTER_THAN_TIME")
    static let debugLeftOn = explained("DEBUG_LEFT_ON")
    static let privacyUnknown = explained("PRIVACY_UNKNOWN_PINGS_WAIT")
    static let collectorIsLoopback = explained("COLLECTOR_IS_LOOPBACK", .warning)
    static let optOutValue = explained("OPTOUT_VALUE")

    // MARK: - Lines

    static let lineNotUTF8 = explained("LINE_NOT_UTF8")
    static let lineNotJSON = explained("LINE_NOT_JSON")
    static let lineTooDeep = explained("LINE_TOO_DEEP")
    package static let lineWithoutCall = explained("LINE_WITHOUT_CALL")
    static let lineWithoutTime = explained("LINE_WITHOUT_TIME")
    static let lineArguments = explained("LINE_ARGUMENTS")
    static let timeGoesBack = explained("TIME_GOES_BACK")

    /// Every rule, by subject.
    package static let ofCalls = [
        playMissing, loadMetadataBeforePlay, loadMetadataPerPlayhead, resumeWithoutLoadMetadata, contentNotReloaded,
        stopOnBuffering, pauseWithoutStop, playEverySecond, undocumentedEvent, finalPlayheadMissing, adNotStopped,
        adRestarted, playheadAfterComplete, staticNotEnded, playheadNotInteger, playheadNegative, playheadMilliseconds,
        playheadBeyondLength, liveNotEpoch, epochWithLength, fasterThanTime, skipReportedAsPlay, notMeasured,
        adPlayheadNotFromZero, contentPositionAfterAd, channelNameChanged, contentMetadataChanged, tagCadence,
        tagsFasterThanTime, debugLeftOn, privacyUnknown, collectorIsLoopback, optOutValue, lineNotUTF8, lineNotJSON,
        lineTooDeep, lineWithoutCall, lineWithoutTime, lineArguments, timeGoesBack,
    ]

    // MARK: - Texts

    /// The kinds and the texts of rules by name, for documentation and for people who cure what was found.
    private static let texts = (try? JSONValue(jsonData: Data(PackageResources.rules_json))) ?? .null

    /// The rule with its kinds of input and its texts, which the SDK does not carry.
    package var explained: Rule {
        let texts = Self.texts[name]
        func text(_ member: String) -> String { texts?[member]?.stringValue ?? "" }
        let kinds = (texts?["input"]?.arrayValue ?? []).compactMap(\.stringValue)
        return Rule(
            name,
            severity,
            code: code,
            message,
            kinds: kinds.compactMap(NielsenInputKind.init),
            checks: text("checks"),
            why: text("why"),
            cure: text("cure")
        )
    }

    private static func explained(_ name: String, _ severity: Severity = .error) -> Rule {
        Rule(name, severity).explained
    }
}
