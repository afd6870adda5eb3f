// SPDX-License-Identifier: Apache-2.0

/// Rules for the form of input, whatever it is about.
///
/// Source: "iOS SDK API Reference", "Handling JSON Metadata"; "iOS Configure Metadata", "Configure Metadata".
extension Rule {
    static let notAnObject = Rule(
        "META_NOT_JSON_OBJECT",
        .error,
        code: 2,
        "{subject} is {detail}; pass a dictionary, or JSON text with an object"
    )
    static let notAString = Rule(
        "META_NOT_STRING",
        .error,
        code: 2,
        "{subject}: {key} is {detail}; every value must be a string"
    )
    static let keyNotString = Rule(
        "KEY_NOT_STRING",
        .error,
        code: 2,
        "{subject} has {detail} keys that are not strings; they were left out"
    )
    static let keyCase = Rule("KEY_CASE", .warning, "\"{key}\" is {detail}")
    static let keyUnknown = Rule("KEY_UNKNOWN", .info, "{subject} has the key {key}, which is not documented; {detail}")
    static let tooManyFindings = Rule(
        "FINDINGS_LEFT_OUT",
        .info,
        "{subject}: {detail} more findings of this kind were left out"
    )

    static let tooManyKeys = Rule(
        "TOO_MANY_KEYS",
        .error,
        code: 2,
        "{subject} has {detail} keys; of more than 1000 only documented ones are read"
    )

    static let inputRules = [notAnObject, notAString, keyNotString, keyCase, keyUnknown, tooManyFindings, tooManyKeys]
}
