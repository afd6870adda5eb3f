// SPDX-License-Identifier: Apache-2.0

/// Rules for the payloads of watermarks.
///
/// Source: "iOS SDK API Reference", "Retrieving ID3 Tags"; published samples.
extension Rule {
    static let id3Prefix = Rule(
        "ID3_PREFIX",
        [.id3, .event],
        .error,
        code: 3,
        checks: "A payload begins with www.nielsen.com.",
        message: "the ID3 payload cannot be read: it does not begin with www.nielsen.com"
    )
    static let id3SegmentCount = Rule(
        "ID3_SEGMENT_COUNT",
        [.id3, .event],
        .error,
        code: 3,
        checks: "A payload has 7 fields between 6 slashes.",
        message: "the ID3 payload cannot be read: it has {detail} fields between slashes, 7 are right"
    )
    static let id3Length = Rule(
        "ID3_LENGTH",
        [.id3, .event],
        .warning,
        checks: "A payload has 249 characters, white space left out.",
        message: "the ID3 payload has {detail} characters, 249 are usual; it may be cut off"
    )
    static let id3Oversized = Rule(
        "ID3_OVERSIZED",
        [.id3, .event],
        .error,
        code: 3,
        checks: "A payload has at most 4096 bytes; longer ones are not looked at.",
        message: "the ID3 payload cannot be read: it has {detail} bytes, a payload has about 249"
    )
    static let id3Whitespace = Rule(
        "ID3_WHITESPACE",
        [.id3, .event],
        .warning,
        checks: "A payload has no white space. It is left out.",
        message: "the ID3 payload has white space, which was left out; hand it over as the stream has it"
    )
    static let id3Field = Rule(
        "ID3_FIELD",
        [.id3, .event],
        .error,
        code: 3,
        checks: "The two content identifiers and the watermark are not empty and are URL-safe base64.",
        message: "the ID3 payload cannot be read: the {key} is {detail}"
    )
    static let id3Offset = Rule(
        "ID3_OFFSET",
        [.id3, .event],
        .error,
        code: 3,
        checks: "The two offsets have five digits.",
        message: "the ID3 payload cannot be read: the {key} \"{value}\" is not five digits"
    )
    static let id3Breakout = Rule(
        "ID3_BREAKOUT",
        [.id3, .event],
        .error,
        code: 3,
        checks: "The breakout code has two digits.",
        message: "the ID3 payload cannot be read: the breakout code \"{value}\" is not two digits"
    )
    static let id3NullContentID = Rule(
        "ID3_NULL_CID",
        [.id3, .event],
        .info,
        checks: "The content identifiers are not the one that represents no content.",
        message: "the {key} is the one that represents no content; nothing is credited to it"
    )

    static let id3Rules = [
        id3Prefix, id3SegmentCount, id3Length, id3Oversized, id3Whitespace, id3Field, id3Offset, id3Breakout,
        id3NullContentID,
    ]
}
