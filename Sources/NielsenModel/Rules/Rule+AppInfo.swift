// SPDX-License-Identifier: Apache-2.0

/// Rules for the app information.
///
/// Source: "DCR Video iOS SDK guide", "SDK Initialization"; "DCR & DTVR iOS Adobe Launch Extension", "JSON
/// Initialization Data".
extension Rule {
    static let appInfoNotAnObject = Rule(
        "APPINFO_NOT_JSON_OBJECT",
        .error,
        code: 1008,
        "{subject} is {detail}; pass a dictionary with at least appid, or JSON text with one"
    )
    static let appidEmpty = Rule(
        "APPID_EMPTY",
        .error,
        code: 1007,
        "{subject} has no value for appid (error 1007); use the id that was assigned to the app"
    )
    static let appidNotGUID = Rule(
        "APPID_NOT_GUID",
        .error,
        "appid \"{value}\" is not P and a GUID; use the id that was assigned to the app"
    )
    static let appidMasked = Rule(
        "APPID_MASKED",
        .warning,
        "appid \"{value}\" has X's where digits should be; use the id that was assigned to the app"
    )
    static let appidTestPrefix = Rule(
        "APPID_T_PREFIX",
        .warning,
        "appid begins with T, which is for tests; production ids begin with P"
    )
    static let appidPrefixMissing = Rule(
        "APPID_PREFIX_MISSING",
        .warning,
        "appid \"{value}\" does not begin with P; write P before the GUID"
    )
    static let sfcodeUnknown = Rule(
        "SFCODE_UNKNOWN",
        .error,
        code: 17,
        "sfcode \"{value}\" is not known; use the one that was assigned to the app"
    )
    static let hashedIdTooLong = Rule(
        "HEM_UID_TOO_LONG",
        .error,
        code: 18,
        "{key} has {detail} are allowed, it is not used"
    )
    static let appnameEmpty = Rule("APPNAME_EMPTY", .error, code: 1005, "appname is empty; leave it out or fill it")
    static let appversionEmpty = Rule(
        "APPVERSION_EMPTY",
        .error,
        code: 1006,
        "appversion is empty; leave it out or fill it"
    )
    static let optOutValue = Rule(
        "OPTOUT_VALUE",
        .error,
        code: 1,
        "the opt-out value \"{value}\" is neither true nor false and was not used"
    )
    static let debugValue = Rule(
        "DEVDEBUG_VALUE",
        .warning,
        "nol_devDebug is \"{value}\"; use INFO, WARN, ERROR or DEBUG"
    )
    static let debugLeftOn = Rule("DEBUG_LEFT_ON", .warning, "nol_devDebug is on; leave it out in production")

    static let appInfoRules = [
        appInfoNotAnObject, appidEmpty, appidNotGUID, appidMasked, appidTestPrefix, appidPrefixMissing, sfcodeUnknown,
        hashedIdTooLong, appnameEmpty, appversionEmpty, optOutValue, debugValue, debugLeftOn,
    ]
}
