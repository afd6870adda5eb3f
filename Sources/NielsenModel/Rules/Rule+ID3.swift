// SPDX-License-Identifier: Apache-2.0

/// Rules for the payloads of watermarks.
///
/// Source: "iOS SDK API Reference", "Retrieving ID3 Tags"; published samples.
extension Rule {
    static let id3Prefix = Rule(
        "ID3_PREFIX",
        .error,
        code: 3,
        "the ID3 payload cannot be read: it does not begin with www.nielsen.com"
    )
    static let id3SegmentCount = Rule(
        "ID3_SEGMENT_COUNT",
        .error,
        code: 3,
        "the ID3 payload cannot be read: it has {detail} fields between slashes, 7 are right"
    )
    static let id3Length = Rule(
        "ID3_LENGTH",
        .warning,
        "the ID3 payload has {detail} characters, 249 are usual; it may be cut off"
    )
    static let id3Oversized = Rule(
        "ID3_OVERSIZED",
        .error,
        code: 3,
        "the ID3 payload cannot be read: it has {detail} bytes, a payload has about 249"
    )
    static let id3Whitespace = Rule(
        "ID3_WHITESPACE",
        .warning,
        "the ID3 payload has white space, which was left out; hand it over as the stream has it"
    )
    static let id3Field = Rule("ID3_FIELD", .error, code: 3, "the ID3 payload cannot be read: the {key} is {detail}")
    static let id3Offset = Rule(
        "ID3_OFFSET",
        .error,
        code: 3,
        "the ID3 payload cannot be read: the {key} \"{value}\" is not five digits"
    )
    static let id3Breakout = Rule(
        "ID3_BREAKOUT",
        .error,
        code: 3,
        "the ID3 payload cannot be read: the breakout code \"{value}\" is not two digits"
    )
    static let id3NullContentID = Rule(
        "ID3_NULL_CID",
        .info,
        "the {key} is the one that represents no content; nothing is credited to it"
    )

    static let id3Rules = [
        id3Prefix, id3SegmentCount, id3Length, id3Oversized, id3Whitespace, id3Field, id3Offset, id3Breakout,
        id3NullContentID,
    ]
}
