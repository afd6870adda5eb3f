// SPDX-License-Identifier: Apache-2.0

package import NielsenAppApi

/// Rules for the order and the times of calls; those for values alone are in ``Rule/ofInput``.
extension Rule {
    // MARK: - The order of calls

    static let playMissing = Rule(
        "PLAY_MISSING",
        why: "A stream begins with play; without it the stream has no start.",
        cure: "Call play once at the start of each stream, then loadMetadata."
    )
    static let loadMetadataBeforePlay = Rule(
        "LOADMETADATA_BEFORE_PLAY",
        why: "The documented sequence is play, loadMetadata, playheadPosition, stop, end.",
        cure: "Call play first, then loadMetadata."
    )
    static let loadMetadataPerPlayhead = Rule(
        "LOADMETADATA_PER_PLAYHEAD",
        why: "Each loadMetadata begins a new run, so no second between two of them is credited.",
        cure: "Call loadMetadata once at the start of an asset and once when it continues, not with each playhead."
    )
    static let resumeWithoutLoadMetadata = Rule(
        "RESUME_WITHOUT_LOADMETADATA",
        why: "After stop nothing is loaded, so playheads are not measured.",
        cure: "Call loadMetadata with the metadata of the asset before its first playhead, also after each stop."
    )
    static let contentNotReloaded = Rule(
        "CONTENT_NOT_RELOADED_AFTER_AD",
        why: "After an ad nothing, or still the ad, is loaded, so the playheads of the content are not credited to it.",
        cure: "Call stop at the end of the ad, then loadMetadata with the content's metadata, then playheadPosition."
    )
    static let stopOnBuffering = Rule(
        "STOP_ON_BUFFERING",
        why: "Buffering only withholds playheads; a stop breaks the run.",
        cure: "Send no playhead while the player buffers, and call stop only if buffering lasts longer than 30 s."
    )
    static let pauseWithoutStop = Rule(
        "PAUSE_WITHOUT_STOP",
        why: "Without stop the pause counts as a gap in playback, and the view is not continued properly.",
        cure: "Call stop at once at every interruption, and loadMetadata when playback continues."
    )
    static let playEverySecond = Rule(
        "PLAY_EVERY_SECOND",
        why: "Each play begins a new stream, which nothing is loaded for.",
        cure: "Call play once for each stream, not with each playhead."
    )
    static let undocumentedEvent = Rule(
        "UNDOCUMENTED_EVENT",
        why: "The SDK ignores what it does not know, so what was meant is not measured.",
        cure:
            "Use the documented calls: play, loadMetadata, playheadPosition, sendID3, stop, end, staticEnd, updateOTT, "
            + "userOptOut, appDisableApi, ggPM and trackEvent, whose events are playhead, pause, complete and adStop."
    )
    static let finalPlayheadMissing = Rule(
        "FINAL_PLAYHEAD_MISSING",
        why: "The SDK credits positions; time after the last one is lost.",
        cure: "Send the current position immediately before stop, end, and loadMetadata of another asset."
    )
    static let adNotStopped = Rule(
        "AD_NOT_STOPPED",
        why: "Each ad ends with stop; without it the validator's sequence of an ad break fails.",
        cure: "Call stop at the end of each ad, also between the ads of one break."
    )
    static let adRestarted = Rule(
        "AD_RESTARTED_WITHOUT_ADSTOP",
        why: "Two showings of an ad without a stop between them are one view, so the second one is not counted.",
        cure: "Call stop, or send adStop, at the end of each ad, then loadMetadata for the next one."
    )
    static let playheadAfterComplete = Rule(
        "PLAYHEAD_AFTER_COMPLETE",
        why: "After end the view is closed, so later playheads are not measured.",
        cure: "Send the last position before end, and begin the next stream with play and loadMetadata."
    )
    static let staticNotEnded = Rule(
        "STATIC_NOT_ENDED_ON_BACKGROUND",
        why: "A page that is not ended goes on counting while nobody sees it.",
        cure: "Call staticEnd when the app goes to the background, and loadMetadata for the page when it returns."
    )

    // MARK: - Positions

    static let playheadNotInteger = Rule(
        "PLAYHEAD_NOT_INTEGER",
        why: "The SDK reports error 15 and does not measure the position.",
        cure: "Pass whole seconds."
    )
    static let playheadNegative = Rule(
        "PLAYHEAD_NEGATIVE",
        why: "The SDK reports error 15 and does not measure the position.",
        cure: "Pass seconds from 0; turn the negative offset of a live stream into seconds since 1970."
    )
    static let playheadMilliseconds = Rule(
        "PLAYHEAD_MILLISECONDS",
        why: "Positions are seconds; milliseconds look like a skip at every step.",
        cure: "Divide by 1000: pass seconds."
    )
    static let playheadBeyondLength = Rule(
        "PLAYHEAD_BEYOND_LENGTH",
        why: "Position and length contradict each other, so one of them is wrong.",
        cure: "Pass both in seconds of the same asset; give an ad's positions to the ad."
    )
    static let liveNotEpoch = Rule(
        "LIVE_PLAYHEAD_NOT_EPOCH",
        why: "The minutes of a live stream are minutes of the day.",
        cure: "Pass seconds since 1970 for live streams, and the length of an asset that is not live."
    )
    static let epochWithLength = Rule(
        "EPOCH_WITH_LENGTH",
        why: "A position since 1970 lies outside of an asset with a length.",
        cure: "Pass the position within the asset, or length 0 if the stream is live."
    )
    static let fasterThanTime = Rule(
        "PLAYHEAD_FASTER_THAN_TIME",
        why: "Only the time that passes is credited.",
        cure: "Send playheads once a second during playback at normal speed, and none while the user winds."
    )
    static let skipReportedAsPlay = Rule(
        "SKIP_REPORTED_AS_PLAY",
        why: "What was skipped was not watched; short skips look like late playheads.",
        cure: "Send the position before the skip, call stop, then loadMetadata and the new position."
    )

    static let adPlayheadNotFromZero = Rule(
        "AD_PLAYHEAD_NOT_FROM_ZERO",
        why:
            "The positions of each ad begin at 0; with those of the content the ad's seconds are credited to the wrong minutes.",
        cure: "Begin the playheads of each ad at 0."
    )
    static let contentPositionAfterAd = Rule(
        "CONTENT_POSITION_AFTER_AD",
        .warning,
        why: "After a break the content goes on where it was left; what lies between is not credited.",
        cure: "Send the content's own position when it goes on, and not that of the stream with its ads."
    )
    static let channelNameChanged = Rule(
        "CHANNEL_NAME_CHANGED",
        why: "The channel has one name through an episode; with another one the view is reported as several.",
        cure: "Pass the same channelName in each play and loadMetadata of an episode."
    )
    static let contentMetadataChanged = Rule(
        "CONTENT_METADATA_CHANGED",
        why:
            "The metadata of content stays the same through an episode; pings of one view must not contradict each other.",
        cure: "Keep the metadata, and pass it again unchanged when the content goes on."
    )

    // MARK: - Products, watermarks and the app

    static let notMeasured = Rule(
        "DCR_NOT_MEASURED_NO_ASSETID",
        why: "Without assetid the metadata is that of a watermarked stream, and no product measures the playheads.",
        cure: "Add assetid and the other keys of a programme, or pass on the stream's watermarks."
    )
    static let tagCadence = Rule(
        "ID3_CADENCE_CANNOT_CREDIT",
        why: "Watermarks more than 15 s apart do not belong together, so nothing between them is credited.",
        cure: "Pass on every watermark of the stream."
    )
    static let tagsFasterThanTime = Rule(
        "ID3_FASTER_THAN_TIME",
        why:
            "Only the time that passes is credited: watermarks that come in bunches, or further apart than the time, are not.",
        cure: "Pass on each watermark when the player reaches its position, and call stop before a seek."
    )
    static let debugLeftOn = Rule(
        "DEBUG_LEFT_ON",
        why: "The certification needs the debug flag; a released app with it writes what people watch into a log.",
        cure: "Leave nol_devDebug out of the released app."
    )
    static let privacyUnknown = Rule(
        "PRIVACY_UNKNOWN_PINGS_WAIT",
        why: "Pings wait until the privacy status is known, so nothing arrives.",
        cure: "Call ACPCore.setPrivacyStatus(.optIn), or configure global.privacy."
    )
    static let collectorIsLoopback = Rule(
        "COLLECTOR_IS_LOOPBACK",
        .warning,
        why: "Pings to this device reach nobody else.",
        cure: "Name your collectors in the SDK configuration."
    )
    static let optOutValue = Rule(
        "OPTOUT_VALUE",
        why: "A choice of the user that cannot be read is not followed.",
        cure: "Pass the address of the opt-out page as it is: nielsenappsdk://1 or nielsenappsdk://0."
    )

    // MARK: - Lines

    static let lineNotUTF8 = line("LINE_NOT_UTF8", cure: "Save the file as UTF-8.")
    static let lineNotJSON = line(
        "LINE_NOT_JSON",
        cure: "Correct the text at the place that the message names; the line may be cut off."
    )
    static let lineTooDeep = line("LINE_TOO_DEEP", cure: "Flatten the value: no input of the SDK is nested so deep.")
    package static let lineWithoutCall = line("LINE_WITHOUT_CALL", cure: lineForm)
    static let lineWithoutTime = line("LINE_WITHOUT_TIME", cure: lineForm)
    static let lineArguments = line("LINE_ARGUMENTS", cure: "Write the arguments of the call as a list in \"args\".")
    static let timeGoesBack = line("TIME_GOES_BACK", cure: "Write the lines in the order of their times.")

    private static let lineForm =
        "Write each line as {\"t\": seconds, \"call\": name, \"args\": [...]}, as in {\"t\": 12, \"call\": "
        + "\"playheadPosition\", \"args\": [12]}."

    private static func line(_ name: String, cure: String) -> Rule {
        Rule(name, why: "What cannot be read is not checked.", cure: cure)
    }

    /// Every rule, by subject.
    package static let ofCalls = [
        playMissing, loadMetadataBeforePlay, loadMetadataPerPlayhead, resumeWithoutLoadMetadata, contentNotReloaded,
        stopOnBuffering, pauseWithoutStop, playEverySecond, undocumentedEvent, finalPlayheadMissing, adNotStopped,
        adRestarted, playheadAfterComplete, staticNotEnded, playheadNotInteger, playheadNegative, playheadMilliseconds,
        playheadBeyondLength, liveNotEpoch, epochWithLength, fasterThanTime, skipReportedAsPlay, notMeasured,
        adPlayheadNotFromZero, contentPositionAfterAd, channelNameChanged, contentMetadataChanged, tagCadence,
        tagsFasterThanTime,
        debugLeftOn, privacyUnknown, collectorIsLoopback, optOutValue, lineNotUTF8, lineNotJSON, lineTooDeep,
        lineWithoutCall, lineWithoutTime, lineArguments, timeGoesBack,
    ]
}
