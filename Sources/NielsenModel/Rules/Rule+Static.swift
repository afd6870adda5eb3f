// SPDX-License-Identifier: Apache-2.0

/// Rules for pages.
///
/// Source: "iOS Configure Metadata", "Configure Static Metadata", "Aggregation Limits".
extension Rule {
    static let sectionCharacters = Rule(
        "SECTION_SPECIAL_CHARACTERS",
        [.metadata, .static, .event],
        .warning,
        checks: "section has letters, digits, spaces, hyphens, underscores, full stops and slashes only.",
        message: "section \"{value}\" has special characters; use letters, digits, spaces and - _ . / only"
    )
    package static let sectionLimit = Rule(
        "SECTION_VALUES_OVER_25",
        [.metadata, .static, .event],
        .warning,
        checks: "One instance has at most 25 different values of section.",
        message: "section \"{value}\" is the 26th value or a later one; reports hold 25 different ones"
    )
    package static let segmentLimit = Rule(
        "SEGMENT_VALUES_OVER_25",
        [.metadata, .static, .event],
        .warning,
        checks: "One instance has at most 25 different values of segA, segB and segC together, on pages.",
        message:
            "{key} \"{value}\" is the 26th value or a later one of segA, segB and segC; reports hold 25 different ones"
    )

    static let staticRules = [sectionCharacters, sectionLimit, segmentLimit]
}
