// SPDX-License-Identifier: Apache-2.0

/// Rules for the metadata of programmes, channels and ads.
///
/// Source: "iOS Configure Metadata"; "DCR Video iOS SDK guide", "Create Content Metadata"; "DCR & DTVR iOS Adobe Launch
/// Extension", "Content Metadata".
extension Rule {
    static let missing = Rule("META_MISSING_x", .error, code: 2, "{subject} has no {key}, which is required{detail}")
    static let empty = Rule("META_EMPTY_x", .error, code: 2, "{subject} has an empty {key}, which is required{detail}")
    static let optionalEmpty = Rule("OPTIONAL_EMPTY", .warning, "{key} is empty; leave it out where there is no value")
    static let typeSpelling = Rule("TYPE_SPELLING", .warning, "type \"{value}\" was read as {detail}; write it so")
    static let typeUnknown = Rule(
        "TYPE_UNKNOWN",
        .error,
        code: 2,
        "{subject} has the unknown type \"{value}\" and {detail}"
    )
    static let typeLegacyRadio = Rule(
        "TYPE_LEGACY_RADIO",
        .warning,
        "type \"{value}\" is of former versions and was measured as content; write content"
    )
    static let typeMismatch = Rule("TYPE_MISMATCH", .error, "type \"{value}\" is not one of {subject}; use {detail}")
    static let titleWithoutEpisode = Rule(
        "TITLE_NO_SxxEyy",
        .warning,
        "title \"{value}\" has no season and episode; write them as S01E03, S1E3 or S1 E3"
    )
    static let titleNumberAlone = Rule(
        "TITLE_NUMBER_ALONE",
        .error,
        code: 2,
        "title \"{value}\" is a number alone, which is not valid; write the title, and season and episode as S03E18"
    )
    static let titleOver40 = Rule(
        "TITLE_TOO_LONG_40",
        .warning,
        "title has more than 40 characters; reports may cut it"
    )
    static let titleOver100 = Rule(
        "TITLE_TOO_LONG_100",
        .error,
        code: 2,
        "title has more than 100 characters; at most 40 are right, and 100 in some markets"
    )
    static let programOver25 = Rule(
        "PROGRAM_TOO_LONG_25",
        .warning,
        "program has more than 25 characters; reports may cut it"
    )
    static let programOver100 = Rule(
        "PROGRAM_TOO_LONG_100",
        .error,
        code: 2,
        "program has more than 100 characters; at most 25 are right, and 100 in some markets"
    )
    static let assetNameOver100 = Rule(
        "ASSETNAME_TOO_LONG_100",
        .error,
        code: 2,
        "assetName has more than 100 characters"
    )
    static let assetidCharacters = Rule(
        "ASSETID_SPECIAL_CHARACTERS",
        .warning,
        "assetid \"{value}\" has special characters; use letters, digits, - _ and . only"
    )
    static let airdateFormat = Rule(
        "AIRDATE_FORMAT",
        .error,
        code: 2,
        "airdate \"{value}\" {detail}; write it as YYYY-MM-DDTHH:MI:SS"
    )
    static let airdateZulu = Rule(
        "AIRDATE_Z_SUFFIX_NOT_LISTED",
        .warning,
        "airdate \"{value}\" ends in Z, which is not a documented format; write local time without it"
    )
    static let crossIdNotTMS = Rule(
        "CROSSID1_NOT_TMS",
        .warning,
        "crossId1 \"{value}\" is not a TMS id; EP, MV, SH, SP or EV and 12 digits are one"
    )
    static let lengthNotNumeric = Rule(
        "LENGTH_NOT_NUMERIC",
        .error,
        code: 2,
        "length \"{value}\" is not a number of seconds; write digits, 0 where it is not known"
    )
    static let lengthOverADay = Rule(
        "LENGTH_OVER_A_DAY",
        .warning,
        "length \"{value}\" is more than a day; it is in seconds, not milliseconds"
    )
    static let fullEpisodeValue = Rule(
        "ISFULLEPISODE_VALUE",
        .error,
        code: 2,
        "isfullepisode is \"{value}\"; use y or n (yes, no, lf and sf are read too)"
    )
    static let adLoadTypeWord = Rule(
        "ADLOADTYPE_WORD",
        .warning,
        "adloadtype \"{value}\" was read as {detail}; write it so"
    )
    static let adLoadTypeDefaulted = Rule(
        "ADLOADTYPE_INVALID_DEFAULTED",
        .warning,
        "adloadtype \"{value}\" is neither 1 (linear) nor 2 (dynamic); 2 was assumed"
    )
    static let adModelDefaulted = Rule(
        "ADMODEL_INVALID_DEFAULTED",
        .warning,
        "adModel \"{value}\" is neither 1 (linear) nor 2 (dynamic); 1 was assumed"
    )
    static let channelNameDefaulted = Rule(
        "CHANNELNAME_EMPTY_DEFAULTED",
        .warning,
        "channelName has no value; defaultChannelName is used"
    )
    static let hasAdsValue = Rule("HASADS_VALUE", .warning, "hasAds is \"{value}\"; use 0 (no), 1 (yes) or 2 (unknown)")
    static let truthValue = Rule("TRUTH_VALUE", .warning, "{key} is \"{value}\"; use true or false")
    static let segmentOver25 = Rule(
        "SEGMENT_TOO_LONG_25",
        .warning,
        "{key} has more than 25 characters; reports may cut it"
    )
    static let overrideEmpty = Rule(
        "OVERRIDE_EMPTY_IGNORED",
        .warning,
        "{key} is empty and was ignored; leave it out where nothing is overridden"
    )
    static let legacyVcid = Rule(
        "KEY_LEGACY_VCID_USE_SUBBRAND",
        .warning,
        "vcid is the former name of subbrand and was read as it; write subbrand"
    )
    static let passedThrough = Rule("KEY_PASSTHROUGH_NOL", .info, "{key} is not documented; it is passed on as it is")
    static let ocrtagNotURL = Rule(
        "OCRTAG_NOT_URL",
        .error,
        code: 2,
        "ocrtag \"{value}\" is not an https URL, so no ad ping is made; use the tag of the ad server"
    )

    static let ocrtagMacro = Rule(
        "OCRTAG_MACRO",
        .warning,
        "ocrtag has the placeholder {value}, which was not replaced; let the ad server fill it in"
    )
    static let urlContainsSpace = Rule("URL_CONTAINS_SPACE", .warning, "{key} has a space, which no URL has; write %20")

    static let metadataRules = [
        missing, empty, optionalEmpty, typeSpelling, typeUnknown, typeLegacyRadio, typeMismatch, titleWithoutEpisode,
        titleNumberAlone, titleOver40, titleOver100, programOver25, programOver100, assetNameOver100, assetidCharacters,
        airdateFormat, airdateZulu,
        crossIdNotTMS, lengthNotNumeric, lengthOverADay, fullEpisodeValue, adLoadTypeWord, adLoadTypeDefaulted,
        adModelDefaulted, channelNameDefaulted, hasAdsValue, truthValue, segmentOver25, overrideEmpty, legacyVcid,
        passedThrough, ocrtagNotURL, ocrtagMacro, urlContainsSpace,
    ]
}

/// Rules for pages.
///
/// Source: "iOS Configure Metadata", "Configure Static Metadata", "Aggregation Limits".
extension Rule {
    static let sectionCharacters = Rule(
        "SECTION_SPECIAL_CHARACTERS",
        .warning,
        "section \"{value}\" has special characters; use letters, digits, spaces and - _ . / only"
    )
    package static let sectionLimit = Rule(
        "SECTION_VALUES_OVER_25",
        .warning,
        "section \"{value}\" is the 26th value or a later one; reports hold 25 different ones"
    )
    package static let segmentLimit = Rule(
        "SEGMENT_VALUES_OVER_25",
        .warning,
        "{key} \"{value}\" is the 26th value or a later one of segA, segB and segC; reports hold 25 different ones"
    )

    static let staticRules = [sectionCharacters, sectionLimit, segmentLimit]
}
