// SPDX-License-Identifier: Apache-2.0

/// Rules for the form of input, whatever it is about.
///
/// Source: "iOS SDK API Reference", "Handling JSON Metadata"; "iOS Configure Metadata", "Configure Metadata".
extension Rule {
    static let notAnObject = Rule(
        "META_NOT_JSON_OBJECT",
        [.metadata, .content, .ad, .static, .play, .event, .ott],
        .error,
        code: 2,
        checks: "The input is an object, or JSON text with an object.",
        message: "{subject} is {detail}; pass a dictionary, or JSON text with an object"
    )
    static let notAString = Rule(
        "META_NOT_STRING",
        [.metadata, .content, .ad, .static, .play, .appinfo, .event, .ott, .id3],
        .error,
        code: 2,
        checks: "Every value is a string. In the lenient mode numbers and truth values are accepted, with a warning.",
        message: "{subject}: {key} is {detail}; every value must be a string"
    )
    static let keyNotString = Rule(
        "KEY_NOT_STRING",
        [.metadata, .content, .ad, .static, .play, .appinfo, .event, .ott],
        .error,
        code: 2,
        checks: "Every key is a string, which only dictionaries of an app can break.",
        message: "{subject} has {detail} keys that are not strings; they were left out"
    )
    static let keyCase = Rule(
        "KEY_CASE",
        [.metadata, .content, .ad, .static, .play, .appinfo, .event, .ott],
        .warning,
        checks: "Keys have the documented capitals. assetId and channelname are read all the same.",
        message: "\"{key}\" is {detail}"
    )
    static let keyUnknown = Rule(
        "KEY_UNKNOWN",
        [.metadata, .content, .ad, .static, .play, .appinfo, .event, .ott],
        .info,
        checks: "Keys are documented ones.",
        message: "{subject} has the key {key}, which is not documented; {detail}"
    )
    static let tooManyFindings = Rule(
        "FINDINGS_LEFT_OUT",
        [.metadata, .content, .ad, .static, .play, .appinfo, .event, .ott],
        .info,
        checks: "At most 20 findings of one kind about keys are listed.",
        message: "{subject}: {detail} more findings of this kind were left out"
    )

    static let tooManyKeys = Rule(
        "TOO_MANY_KEYS",
        [.metadata, .content, .ad, .static, .play, .appinfo, .event, .ott],
        .error,
        code: 2,
        checks:
            "An object has at most 1000 keys; of more the SDK reads the documented ones. Its text has at most 10000 "
            + "values; longer text is not read.",
        message: "{subject} has {detail} keys; of more than 1000 only documented ones are read"
    )

    static let inputRules = [
        notAnObject, notAString, keyNotString, keyCase, keyUnknown, tooManyFindings, tooManyKeys,
    ]
}
