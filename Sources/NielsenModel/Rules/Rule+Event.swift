// SPDX-License-Identifier: Apache-2.0

/// Rules for the dictionaries of `trackEvent`, and for connected devices.
///
/// Source: "DCR & DTVR iOS Adobe Launch Extension", "Handling JSON Metadata"; "DCR Video iOS SDK guide", "AirPlay".
extension Rule {
    static let undocumentedEvent = Rule(
        "UNDOCUMENTED_EVENT",
        [.event],
        .error,
        code: 2,
        checks: "event is one of playhead, pause, complete, adStop.",
        message: "the event \"{value}\" is unknown; use one of playhead, pause, complete, adStop"
    )
    static let metadataEmptyForType = Rule(
        "METADATA_EMPTY_FOR_TYPE",
        [.event],
        .warning,
        checks: "A playhead event carries the metadata that its type credits.",
        message: "the event is about {value}, and metadata has no {value}; {detail}"
    )
    static let playheadNotInteger = Rule(
        "PLAYHEAD_NOT_INTEGER",
        [.event],
        .error,
        code: 15,
        checks: "playheadPosition is a whole number. A fraction is a warning, and is rounded down.",
        message: "playheadPosition \"{value}\" is not a whole number{detail}; pass seconds"
    )
    static let playheadNegative = Rule(
        "PLAYHEAD_NEGATIVE",
        [.event],
        .error,
        code: 15,
        checks: "playheadPosition is not negative.",
        message: "playheadPosition \"{value}\" is negative; live streams count in seconds since 1970"
    )
    static let playheadMilliseconds = Rule(
        "PLAYHEAD_MILLISECONDS",
        [.event],
        .error,
        code: 15,
        checks:
            "playheadPosition is at most 10^11. Thirteen digits are a Unix time in milliseconds: a warning, and they "
            + "are read as seconds.",
        message: "playheadPosition \"{value}\" is more than 10^11{detail}; pass seconds, not milliseconds"
    )
    static let playheadMissing = Rule(
        "PLAYHEAD_MISSING",
        [.event],
        .info,
        checks: "A playhead event about content or an ad has playheadPosition or id3Data.",
        message: "a playhead event without playheadPosition and id3Data credits nothing"
    )
    static let eventTruthValue = Rule(
        "BUFFERING_VALUE",
        [.event],
        .error,
        code: 2,
        checks: "buffering is true or false.",
        message: "buffering is \"{value}\", which is neither true nor false"
    )
    static let buttonUnknown = Rule(
        "BUTTON_UNKNOWN",
        [.event],
        .warning,
        checks: "buttonEvent is one of play, pause, resume, stop, mute, forward, rewind.",
        message: "buttonEvent \"{value}\" is unknown; use one of play, pause, resume, stop, mute, forward, rewind"
    )

    static let eventRules = [
        undocumentedEvent, metadataEmptyForType, playheadNotInteger, playheadNegative, playheadMilliseconds,
        playheadMissing, eventTruthValue, buttonUnknown,
    ]

    static let ottStatusValue = Rule(
        "OTTSTATUS_VALUE",
        [.ott, .event],
        .error,
        code: 2,
        checks: "ottStatus is 1 (connected) or 0.",
        message: "updateOTT got the value \"{value}\" of ottStatus; \"1\" (connected) or \"0\" is right"
    )
    static let ottIncomplete = Rule(
        "OTT_INCOMPLETE",
        [.ott, .event],
        .warning,
        checks: "A connected device has ottType and ottDevice.",
        message: "a device is connected, and {key} is not told"
    )
    static let ottSuperfluous = Rule(
        "OTT_DETAILS_WITHOUT_CONNECTION",
        [.ott, .event],
        .warning,
        checks: "ottStatus 0 stands alone.",
        message: "ottStatus is 0, but {key} is present; pass ottStatus alone"
    )

    static let ottRules = [ottStatusValue, ottIncomplete, ottSuperfluous]
}
