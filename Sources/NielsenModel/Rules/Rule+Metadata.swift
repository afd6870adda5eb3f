// SPDX-License-Identifier: Apache-2.0

/// Rules for the metadata of programmes, channels and ads.
///
/// Source: "iOS Configure Metadata"; "DCR Video iOS SDK guide", "Create Content Metadata"; "DCR & DTVR iOS Adobe Launch
/// Extension", "Content Metadata".
extension Rule {
    static let missing = Rule(
        "META_MISSING_x",
        [.metadata, .content, .ad, .static, .event, .ott],
        .error,
        code: 2,
        checks:
            "A required key is there. Content: assetid, program, title, length, airdate, isfullepisode, adloadtype; "
            + "none of them for watermarked streams (adModel or channelName without assetid). Ads: assetid, or ocrtag. "
            + "Static: section. Events: event. OTT: ottStatus. All metadata: type.",
        message: "{subject} has no {key}, which is required{detail}"
    )
    static let empty = Rule(
        "META_EMPTY_x",
        [.metadata, .content, .ad, .static, .event, .ott],
        .error,
        code: 2,
        checks: "A required key has a value that is not blank.",
        message: "{subject} has an empty {key}, which is required{detail}"
    )
    static let optionalEmpty = Rule(
        "OPTIONAL_EMPTY",
        [.metadata, .content, .ad, .static, .play, .appinfo, .event, .ott],
        .warning,
        checks: "An optional key that is there has a value.",
        message: "{key} is empty; leave it out where there is no value"
    )
    static let typeSpelling = Rule(
        "TYPE_SPELLING",
        [.metadata, .content, .ad, .static, .event],
        .warning,
        checks: "type is spelled as documented: content, preroll, midroll, postroll, ad, static.",
        message: "type \"{value}\" was read as {detail}; write it so"
    )
    static let typeUnknown = Rule(
        "TYPE_UNKNOWN",
        [.metadata, .content, .ad, .static, .event],
        .error,
        code: 2,
        checks: "type is one of content, preroll, midroll, postroll, ad, static. Metadata of another type is not "
            + "measured; an event of another type is read as content.",
        message: "{subject} has the unknown type \"{value}\" and {detail}"
    )
    static let typeLegacyRadio = Rule(
        "TYPE_LEGACY_RADIO",
        [.metadata, .content, .event],
        .warning,
        checks: "type is not radio, which former versions had. It is measured as content.",
        message: "type \"{value}\" is of former versions and was measured as content; write content"
    )
    static let typeMismatch = Rule(
        "TYPE_MISMATCH",
        [.content, .ad, .static, .event],
        .error,
        checks: "type belongs to the kind of metadata that it is in.",
        message: "type \"{value}\" is not one of {subject}; use {detail}"
    )
    static let titleWithoutEpisode = Rule(
        "TITLE_NO_SxxEyy",
        [.metadata, .content, .event],
        .warning,
        checks:
            "The title of an episode has season and episode as S01E03, S1E3 or S1 E3; films (crossId1 MV...) have none.",
        message: "title \"{value}\" has no season and episode; write them as S01E03, S1E3 or S1 E3"
    )
    static let titleNumberAlone = Rule(
        "TITLE_NUMBER_ALONE",
        [.metadata, .content, .event],
        .error,
        code: 2,
        checks: "title is not a number alone, such as 318 or 0318 for season 3 and episode 18.",
        message: "title \"{value}\" is a number alone, which is not valid; write the title, and season and episode as "
            + "S03E18"
    )
    static let titleOver40 = Rule(
        "TITLE_TOO_LONG_40",
        [.metadata, .content, .event],
        .warning,
        checks: "title has at most 40 characters.",
        message: "title has more than 40 characters; reports may cut it"
    )
    static let titleOver100 = Rule(
        "TITLE_TOO_LONG_100",
        [.metadata, .content, .event],
        .error,
        code: 2,
        checks: "title has at most 100 characters.",
        message: "title has more than 100 characters; at most 40 are right, and 100 in some markets"
    )
    static let programOver25 = Rule(
        "PROGRAM_TOO_LONG_25",
        [.metadata, .content, .event],
        .warning,
        checks: "program has at most 25 characters.",
        message: "program has more than 25 characters; reports may cut it"
    )
    static let programOver100 = Rule(
        "PROGRAM_TOO_LONG_100",
        [.metadata, .content, .event],
        .error,
        code: 2,
        checks: "program has at most 100 characters.",
        message: "program has more than 100 characters; at most 25 are right, and 100 in some markets"
    )
    static let assetNameOver100 = Rule(
        "ASSETNAME_TOO_LONG_100",
        [.metadata, .content, .event],
        .error,
        code: 2,
        checks: "assetName has at most 100 characters.",
        message: "assetName has more than 100 characters"
    )
    static let assetidCharacters = Rule(
        "ASSETID_SPECIAL_CHARACTERS",
        [.metadata, .content, .ad, .static, .event],
        .warning,
        checks: "assetid has letters, digits, hyphens, underscores and full stops only. Nothing is removed from it.",
        message: "assetid \"{value}\" has special characters; use letters, digits, - _ and . only"
    )
    static let airdateFormat = Rule(
        "AIRDATE_FORMAT",
        [.metadata, .content, .event],
        .error,
        code: 2,
        checks: "airdate has one of the documented formats and is a date of the calendar: YYYY-MM-DDTHH:MI:SS, "
            + "YYYY-MM-DDHH:MI:SS, YYYY-MM-DDTHH:MI:SS+xx:xx, YYYY-MM-DDTHH:MI:SS-xx:xx, YYYYMMDDHH:MI:SS, "
            + "YYYYMMDD HH:MI:SS, YYYYMMDDHHMISS, MM-DD-YYYY, MM/DD/YYYY, YYYYMMDD.",
        message: "airdate \"{value}\" {detail}; write it as YYYY-MM-DDTHH:MI:SS"
    )
    static let airdateZulu = Rule(
        "AIRDATE_Z_SUFFIX_NOT_LISTED",
        [.metadata, .content, .event],
        .warning,
        checks: "airdate does not end in Z, which no documented format has.",
        message: "airdate \"{value}\" ends in Z, which is not a documented format; write local time without it"
    )
    static let crossIdNotTMS = Rule(
        "CROSSID1_NOT_TMS",
        [.metadata, .content, .event],
        .warning,
        checks: "crossId1 of content is a TMS id: EP, MV, SH, SP or EV and 12 digits.",
        message: "crossId1 \"{value}\" is not a TMS id; EP, MV, SH, SP or EV and 12 digits are one"
    )
    static let lengthNotNumeric = Rule(
        "LENGTH_NOT_NUMERIC",
        [.metadata, .content, .ad, .event],
        .error,
        code: 2,
        checks: "length is a whole or decimal number of seconds, not negative.",
        message: "length \"{value}\" is not a number of seconds; write digits, 0 where it is not known"
    )
    static let lengthOverADay = Rule(
        "LENGTH_OVER_A_DAY",
        [.metadata, .content, .ad, .event],
        .warning,
        checks: "length is at most 86400 seconds; more is mostly milliseconds.",
        message: "length \"{value}\" is more than a day; it is in seconds, not milliseconds"
    )
    static let fullEpisodeValue = Rule(
        "ISFULLEPISODE_VALUE",
        [.metadata, .content, .event],
        .error,
        code: 2,
        checks: "isfullepisode is y, yes or lf, or n, no or sf, in any capitals.",
        message: "isfullepisode is \"{value}\"; use y or n (yes, no, lf and sf are read too)"
    )
    static let adLoadTypeWord = Rule(
        "ADLOADTYPE_WORD",
        [.metadata, .content, .event],
        .warning,
        checks: "adloadtype is 1 or 2 and not linear or dynamic, which are read as them.",
        message: "adloadtype \"{value}\" was read as {detail}; write it so"
    )
    static let adLoadTypeDefaulted = Rule(
        "ADLOADTYPE_INVALID_DEFAULTED",
        [.metadata, .content, .event],
        .warning,
        checks: "adloadtype is 1 (linear) or 2 (dynamic); anything else is read as 2.",
        message: "adloadtype \"{value}\" is neither 1 (linear) nor 2 (dynamic); 2 was assumed"
    )
    static let adModelDefaulted = Rule(
        "ADMODEL_INVALID_DEFAULTED",
        [.metadata, .content, .play, .event],
        .warning,
        checks: "adModel is 1 (linear) or 2 (dynamic); anything else is read as 1.",
        message: "adModel \"{value}\" is neither 1 (linear) nor 2 (dynamic); 1 was assumed"
    )
    static let channelNameDefaulted = Rule(
        "CHANNELNAME_EMPTY_DEFAULTED",
        [.metadata, .content, .play, .event],
        .warning,
        checks: "channelName, where it belongs, has a value; defaultChannelName represents no value.",
        message: "channelName has no value; defaultChannelName is used"
    )
    static let hasAdsValue = Rule(
        "HASADS_VALUE",
        [.metadata, .content, .event],
        .warning,
        checks: "hasAds is 0 (no), 1 (yes) or 2 (unknown).",
        message: "hasAds is \"{value}\"; use 0 (no), 1 (yes) or 2 (unknown)"
    )
    static let truthValue = Rule(
        "TRUTH_VALUE",
        [.metadata, .content, .event],
        .warning,
        checks: "pipmode and isAudio are true or false.",
        message: "{key} is \"{value}\"; use true or false"
    )
    static let segmentOver25 = Rule(
        "SEGMENT_TOO_LONG_25",
        [.metadata, .content, .static, .event],
        .warning,
        checks: "segA, segB and segC have at most 25 characters.",
        message: "{key} has more than 25 characters; reports may cut it"
    )
    static let overrideEmpty = Rule(
        "OVERRIDE_EMPTY_IGNORED",
        [.metadata, .content, .ad, .static, .event],
        .warning,
        checks: "clientid and subbrand, where they are there, have a value; empty ones are ignored.",
        message: "{key} is empty and was ignored; leave it out where nothing is overridden"
    )
    static let legacyVcid = Rule(
        "KEY_LEGACY_VCID_USE_SUBBRAND",
        [.metadata, .content, .ad, .static, .event],
        .warning,
        checks: "subbrand is used and not vcid, its former name, which is read as it.",
        message: "vcid is the former name of subbrand and was read as it; write subbrand"
    )
    static let passedThrough = Rule(
        "KEY_PASSTHROUGH_NOL",
        [.metadata, .content, .ad, .static, .play, .appinfo, .event],
        .info,
        checks: "Keys that begin with nol_ and are not documented are passed on to the configuration.",
        message: "{key} is not documented; it is passed on as it is"
    )
    static let ocrtagNotURL = Rule(
        "OCRTAG_NOT_URL",
        [.metadata, .ad, .event],
        .error,
        code: 2,
        checks: "ocrtag is an https URL; http is for this machine alone.",
        message: "ocrtag \"{value}\" is not an https URL, so no ad ping is made; use the tag of the ad server"
    )

    static let ocrtagMacro = Rule(
        "OCRTAG_MACRO",
        [.metadata, .ad, .event],
        .warning,
        checks: "ocrtag has no placeholder of an ad server that was not replaced, such as [CACHEBUSTER] or %%ID%%.",
        message: "ocrtag has the placeholder {value}, which was not replaced; let the ad server fill it in"
    )
    static let urlContainsSpace = Rule(
        "URL_CONTAINS_SPACE",
        [.metadata, .content, .ad, .event],
        .warning,
        checks: "ocrtag and mediaURL have no white space. They are passed on as they are.",
        message: "{key} has a space, which no URL has; write %20"
    )

    static let metadataRules = [
        missing, empty, optionalEmpty, typeSpelling, typeUnknown, typeLegacyRadio, typeMismatch, titleWithoutEpisode,
        titleNumberAlone, titleOver40, titleOver100, programOver25, programOver100, assetNameOver100, assetidCharacters,
        airdateFormat, airdateZulu,
        crossIdNotTMS, lengthNotNumeric, lengthOverADay, fullEpisodeValue, adLoadTypeWord, adLoadTypeDefaulted,
        adModelDefaulted, channelNameDefaulted, hasAdsValue, truthValue, segmentOver25, overrideEmpty, legacyVcid,
        passedThrough, ocrtagNotURL, ocrtagMacro, urlContainsSpace,
    ]
}
