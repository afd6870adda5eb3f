// SPDX-License-Identifier: Apache-2.0

/// Rules for the dictionaries of `trackEvent`, and for connected devices.
///
/// Source: "DCR & DTVR iOS Adobe Launch Extension", "Handling JSON Metadata"; "DCR Video iOS SDK guide", "AirPlay".
extension Rule {
    static let undocumentedEvent = Rule(
        "UNDOCUMENTED_EVENT",
        .error,
        code: 2,
        "the event \"{value}\" is unknown; use one of playhead, pause, complete, adStop"
    )
    static let metadataEmptyForType = Rule(
        "METADATA_EMPTY_FOR_TYPE",
        .warning,
        "the event is about {value}, and metadata has no {value}; {detail}"
    )
    static let playheadNotInteger = Rule(
        "PLAYHEAD_NOT_INTEGER",
        .error,
        code: 15,
        "playheadPosition \"{value}\" is not a whole number{detail}; pass seconds"
    )
    static let playheadNegative = Rule(
        "PLAYHEAD_NEGATIVE",
        .error,
        code: 15,
        "playheadPosition \"{value}\" is negative; live streams count in seconds since 1970"
    )
    static let playheadMilliseconds = Rule(
        "PLAYHEAD_MILLISECONDS",
        .error,
        code: 15,
        "playheadPosition \"{value}\" is more than 10^11{detail}; pass seconds, not milliseconds"
    )
    static let playheadMissing = Rule(
        "PLAYHEAD_MISSING",
        .info,
        "a playhead event without playheadPosition and id3Data credits nothing"
    )
    static let eventTruthValue = Rule(
        "BUFFERING_VALUE",
        .error,
        code: 2,
        "buffering is \"{value}\", which is neither true nor false"
    )
    static let buttonUnknown = Rule(
        "BUTTON_UNKNOWN",
        .warning,
        "buttonEvent \"{value}\" is unknown; use one of play, pause, resume, stop, mute, forward, rewind"
    )

    static let eventRules = [
        undocumentedEvent, metadataEmptyForType, playheadNotInteger, playheadNegative, playheadMilliseconds,
        playheadMissing, eventTruthValue, buttonUnknown,
    ]

    static let ottStatusValue = Rule(
        "OTTSTATUS_VALUE",
        .error,
        code: 2,
        "updateOTT got the value \"{value}\" of ottStatus; \"1\" (connected) or \"0\" is right"
    )
    static let ottIncomplete = Rule("OTT_INCOMPLETE", .warning, "a device is connected, and {key} is not told")
    static let ottSuperfluous = Rule(
        "OTT_DETAILS_WITHOUT_CONNECTION",
        .warning,
        "ottStatus is 0, but {key} is present; pass ottStatus alone"
    )

    static let ottRules = [ottStatusValue, ottIncomplete, ottSuperfluous]
}
