// SPDX-License-Identifier: Apache-2.0

/// The rules for app information that has an appid.
///
/// Source: "DCR Video iOS SDK guide", "SDK Initialization"; "DCR & DTVR iOS Adobe Launch Extension", "JSON
/// Initialization Data".
package enum NielsenAppInfoRules {
    static let subject = "appInfo"

    private static let undocumentedKeys = UndocumentedKeys(documented: documentedKeys)

    static let documentedKeys = [
        "appid", "appname", "appversion", "sfcode", "containerId", "nol_devDebug", "uoo", "optout", "clientid",
        "subbrand", "uid2", "uid2_token", "hem_sha256", "hem_sha1", "hem_md5", "hem_unknown", "nol_playerid", "inttype",
        "enableFpid", "nol_sdkDebug",
    ]

    /// The collection facilities that the documents name.
    package static let knownFacilities: Set<String> = [
        "us", "dcr", "dcr-cert", "drm", "sdk", "cert", "eu", "eu-cert", "eu-uat", "pl", "it", "au", "dmk", "sw", "ire",
        "twn", "fr", "qat1", "qat4",
    ]

    /// The identifiers that have a limit.
    static let hashedKeys = ["hem_sha256", "hem_sha1", "hem_md5", "hem_unknown"]

    /// Whether these are the options of the browser SDK without a page: there the app id is a separate argument, and
    /// the keys differ.
    static func isDomless(_ values: [String: String]) -> Bool { values["domlessEnv"] != nil }

    /// Finds an app id under a key in another case.
    static func misspelledAppid(_ values: [String: String]) -> [NielsenValidationIssue] {
        undocumentedKeys.issues(in: values.keys.filter(isMisspelledAppid), subject: subject)
    }

    static func isMisspelledAppid(_ key: String) -> Bool {
        key.utf8.count == 5 && key != "appid" && key.lowercased() == "appid"
    }

    /// Checks the app information, except for whether there is an appid.
    ///
    /// - Parameters:
    ///   - values: The app information.
    ///   - facilities: The known collection facilities; empty to accept every one.
    ///   - hashLimit: The largest number of characters of a hashed identifier.
    /// - Returns: The issues that were found; empty if there are none.
    static func check(
        _ values: [String: String],
        accepting facilities: Set<String>,
        hashLimit: Int
    ) -> [NielsenValidationIssue] {
        var issues: [NielsenValidationIssue] = []
        func report(_ rule: Rule, _ key: String, _ value: String = "", detail: String = "") {
            issues.append(NielsenValidationIssue(rule, key: key, value: value, subject: subject, detail: detail))
        }
        if let appid = values["appid"] { check(appid: appid) { report($0, "appid", appid) } }
        if let sfcode = values["sfcode"], sfcode.isEmpty {
            report(.optionalEmpty, "sfcode")
        } else if let sfcode = values["sfcode"], !facilities.isEmpty, !facilities.contains(sfcode) {
            report(.sfcodeUnknown, "sfcode", sfcode)
        }
        for key in hashedKeys {
            guard let value = values[key], value.utf8.count > hashLimit, value.count > hashLimit else { continue }
            report(.hashedIdTooLong, key, detail: "\(value.count) characters; at most \(hashLimit)")
        }
        if values["appname"].map(NielsenText.isBlank) == true { report(.appnameEmpty, "appname") }
        if values["appversion"].map(NielsenText.isBlank) == true { report(.appversionEmpty, "appversion") }
        let optOutKey = values["optout"] == nil ? "uoo" : "optout"
        if let flag = values[optOutKey], !flag.isEmpty, NielsenText.truth(flag) == nil {
            report(.optOutValue, optOutKey, flag)
        }
        if let level = values["nol_devDebug"], !level.isEmpty, !debugLevels.contains(level.prefix(8).uppercased()) {
            report(.debugValue, "nol_devDebug", level)
        }
        return isDomless(values) ? issues : issues + undocumentedKeys.issues(in: values.keys, subject: subject)
    }

    private static let debugLevels: Set<String> = ["INFO", "WARN", "ERROR", "DEBUG", "I", "W", "E", "D"]

    // MARK: - The id

    private static func check(appid: String, _ report: (Rule) -> Void) {
        guard let groups = groups(of: appid) else { return report(.appidNotGUID) }
        let hasPrefix = groups[0].count == 9
        let first = groups[0].dropFirst(hasPrefix ? 1 : 0)
        let others = groups.dropFirst().joined().filter { !NielsenText.isHexadecimal($0) }
        // Published examples mask the digits after the first group.
        let isMasked = others.allSatisfy { $0 | 0x20 == UInt8(ascii: "x") }
        guard first.allSatisfy(NielsenText.isHexadecimal), isMasked else { return report(.appidNotGUID) }
        if !others.isEmpty { report(.appidMasked) }
        switch appid.utf8.first {
        case UInt8(ascii: "P") where hasPrefix: break
        case UInt8(ascii: "T") where hasPrefix: report(.appidTestPrefix)
        default: report(.appidPrefixMissing)
        }
    }

    /// Returns the groups of an app id; nil if they have other lengths than those of a GUID, with a letter or without.
    package static func groups(of appid: String) -> [Substring.UTF8View]? {
        guard appid.utf8.count <= 64 else { return nil }
        let groups = Substring(appid).utf8.split(separator: UInt8(ascii: "-"), omittingEmptySubsequences: false)
        return [[9, 4, 4, 4, 12], [8, 4, 4, 4, 12]].contains(groups.map(\.count)) ? groups : nil
    }
}
