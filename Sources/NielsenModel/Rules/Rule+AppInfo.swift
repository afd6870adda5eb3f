// SPDX-License-Identifier: Apache-2.0

/// Rules for the app information.
///
/// Source: "DCR Video iOS SDK guide", "SDK Initialization"; "DCR & DTVR iOS Adobe Launch Extension", "JSON
/// Initialization Data".
extension Rule {
    static let appInfoNotAnObject = Rule(
        "APPINFO_NOT_JSON_OBJECT",
        [.appinfo],
        .error,
        code: 1008,
        checks: "The app information is an object, or JSON text with one; the SDK takes a bare appid with a warning.",
        message: "{subject} is {detail}; pass a dictionary with at least appid, or JSON text with one"
    )
    static let appidEmpty = Rule(
        "APPID_EMPTY",
        [.appinfo],
        .error,
        code: 1007,
        checks: "appid is there and has a value. Without it nothing else is looked at.",
        message: "{subject} has no value for appid (error 1007); use the id that was assigned to the app"
    )
    static let appidNotGUID = Rule(
        "APPID_NOT_GUID",
        [.appinfo],
        .error,
        checks: "appid is a letter and a GUID of hexadecimal digits. The SDK logs it and continues.",
        message: "appid \"{value}\" is not P and a GUID; use the id that was assigned to the app"
    )
    static let appidMasked = Rule(
        "APPID_MASKED",
        [.appinfo],
        .warning,
        checks: "appid does not have the X's that published examples hide digits with.",
        message: "appid \"{value}\" has X's where digits should be; use the id that was assigned to the app"
    )
    static let appidTestPrefix = Rule(
        "APPID_T_PREFIX",
        [.appinfo],
        .warning,
        checks: "appid does not begin with T, which is for tests.",
        message: "appid begins with T, which is for tests; production ids begin with P"
    )
    static let appidPrefixMissing = Rule(
        "APPID_PREFIX_MISSING",
        [.appinfo],
        .warning,
        checks: "appid begins with P.",
        message: "appid \"{value}\" does not begin with P; write P before the GUID"
    )
    static let sfcodeUnknown = Rule(
        "SFCODE_UNKNOWN",
        [.appinfo],
        .error,
        code: 17,
        checks: "sfcode is one that the configuration knows.",
        message: "sfcode \"{value}\" is not known; use the one that was assigned to the app"
    )
    static let hashedIdTooLong = Rule(
        "HEM_UID_TOO_LONG",
        [.appinfo],
        .error,
        code: 18,
        checks: "hem_sha256, hem_sha1, hem_md5 and hem_unknown have at most 300 characters.",
        message: "{key} has {detail} are allowed, it is not used"
    )
    static let appnameEmpty = Rule(
        "APPNAME_EMPTY",
        [.appinfo],
        .error,
        code: 1005,
        checks: "appname, where it is there, has a value.",
        message: "appname is empty; leave it out or fill it"
    )
    static let appversionEmpty = Rule(
        "APPVERSION_EMPTY",
        [.appinfo],
        .error,
        code: 1006,
        checks: "appversion, where it is there, has a value.",
        message: "appversion is empty; leave it out or fill it"
    )
    static let optOutValue = Rule(
        "OPTOUT_VALUE",
        [.appinfo, .event],
        .error,
        code: 1,
        checks: "optout and uoo are 1, true or yes, or 0, false or no; in events nielsenappsdk://1 and ://0 as well.",
        message: "the opt-out value \"{value}\" is neither true nor false and was not used"
    )
    static let debugValue = Rule(
        "DEVDEBUG_VALUE",
        [.appinfo],
        .warning,
        checks: "nol_devDebug is INFO, WARN, ERROR or DEBUG, or the first letter of one.",
        message: "nol_devDebug is \"{value}\"; use INFO, WARN, ERROR or DEBUG"
    )
    static let debugLeftOn = Rule(
        "DEBUG_LEFT_ON",
        [.appinfo],
        .warning,
        checks: "nol_devDebug is not there in production. Checked only where the input is said to be for production.",
        message: "nol_devDebug is on; leave it out in production"
    )

    static let appInfoRules = [
        appInfoNotAnObject, appidEmpty, appidNotGUID, appidMasked, appidTestPrefix, appidPrefixMissing, sfcodeUnknown,
        hashedIdTooLong, appnameEmpty, appversionEmpty, optOutValue, debugValue, debugLeftOn,
    ]
}
