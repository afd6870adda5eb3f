// SPDX-License-Identifier: Apache-2.0

package import HubServices

/// The app information, checked.
///
/// Source: "DCR & DTVR iOS Adobe Launch Extension", "JSON Initialization Data"; "DCR Video iOS SDK guide", "SDK
/// Initialization".
package struct NielsenAppInfo: Sendable, Hashable {
    package let appid: String
    /// The choice that the app hands over: `optout` or `uoo`, nil where it hands over none.
    package let optOut: Bool?
    /// What is logged whatever the log's level is; nil for nothing.
    package let debugLevel: LogLevel?
    /// What is wrong with the id, told whatever the log's level is; nil if nothing is, or it is one for tests.
    package let idWarning: String?
    /// Everything that was handed over and is used.
    package let values: [String: String]

    /// Reads and checks.
    ///
    /// - Parameters:
    ///   - untyped: A dictionary or JSON text with an object; the bare id, as published plugins pass it, is taken with a
    ///     warning.
    ///   - mode: What to do with values that are not strings.
    ///   - facilities: The collection facilities that are known; empty where every one is accepted.
    ///   - hashLimit: The largest number of characters of a hashed identifier; longer ones are left out.
    ///   - issues: Gets what is wrong without being a reason to refuse.
    /// - Throws: ``NielsenError`` with 1004 for nothing, 1008 for what is no object, 1007 without `appid`.
    package init(
        untyped: Any,
        mode: NielsenInputMode,
        accepting facilities: Set<String>,
        hashLimit: Int,
        issues: inout [NielsenIssue]
    ) throws(NielsenError) {
        var found: [NielsenIssue] = []
        let bareID = Self.bareID(untyped)
        if bareID != nil {
            let message = "appInfo is the bare app id; pass a dictionary with at least appid"
            found.append(.warning(key: "appid", rule: "APPINFO_NOT_JSON_OBJECT", message))
        }
        guard
            var values = NielsenInput.strings(
                bareID.map { ["appid": $0] } ?? untyped,
                of: "appInfo",
                .failedParseStartInfo,
                mode,
                &found
            )
        else { throw Self.refusal(of: untyped, found) }
        if values["appid"] == nil, let key = values.keys.filter(NielsenAppInfoRules.isMisspelledAppid).min() {
            values["appid"] = values.removeValue(forKey: key)
            found.append(.warning(key: "appid", rule: "KEY_CASE", "appInfo: \(key) is read as appid; write appid"))
        }
        guard let appid = values["appid"] else {
            throw Self.missingAppId(found)
        }
        guard appid.contains(where: { !$0.isWhitespace }) else {
            throw NielsenError(
                .emptyAppId,
                "appInfo: appid is empty; use the id that was assigned to the app",
                key: "appid",
                rule: "APPID_EMPTY"
            )
        }
        self.appid = appid
        self.values = values.filter { key, value in
            !NielsenAppInfoRules.hashedKeys.contains(key) || value.count <= hashLimit
        }
        optOut = (values["optout"] ?? values["uoo"]).flatMap(NielsenText.truth)
        debugLevel = values["nol_devDebug"].flatMap(Self.level)
        // An odd appid is no reason to refuse: ids of tests and of other markets look different.
        found += NielsenAppInfoRules.check(values, accepting: facilities, hashLimit: hashLimit)
            .map(NielsenIssue.finding)
        idWarning = found.first(where: Self.isAboutID)?.description
        issues += found
    }

    /// Returns the id that was passed in place of the app information, or nil.
    private static func bareID(_ untyped: Any) -> String? {
        let text = NielsenInput.unwrapped(untyped).flatMap(NielsenInput.text)
        return text.flatMap { NielsenAppInfoRules.groups(of: $0) == nil ? nil : $0 }
    }

    private static func isAboutID(_ issue: NielsenIssue) -> Bool {
        switch issue {
        case .warning(let key, _, _): key == "appid"
        case .finding(let issue): issue.key == "appid" && issue.definition != .appidTestPrefix
        case .error: false
        }
    }

    private static func refusal(of untyped: Any, _ found: [NielsenIssue]) -> NielsenError {
        guard NielsenInput.unwrapped(untyped) != nil else {
            return NielsenError(.emptyValue, "appInfo is empty; pass a dictionary with at least appid")
        }
        var detail = "appInfo is not an object"
        if case .error(let error) = found.first { detail = error.message }
        return NielsenError(.anExceptionOccured, detail, rule: "APPINFO_NOT_JSON_OBJECT")
    }

    private static func missingAppId(_ found: [NielsenIssue]) -> NielsenError {
        for case .error(let error) in found where error.key == "appid" {
            return NielsenError(.emptyAppId, error.message, key: "appid", rule: error.rule)
        }
        return NielsenError(
            .emptyAppId,
            "appInfo has no appid; use the id that was assigned to the app, under the key appid in lower case",
            key: "appid",
            rule: "APPID_EMPTY"
        )
    }

    /// The lines that a value of `nol_devDebug` asks for.
    ///
    /// INFO is for each call with its data, and so is DEBUG, and what is none of the documented values.
    ///
    /// Source: "DCR Video iOS SDK guide", "Debug flag for development environment".
    private static func level(_ text: String) -> LogLevel? {
        switch text.prefix(8).uppercased() {
        case "": nil
        case "ERROR", "E": .error
        case "WARN", "W": .warning
        default: .verbose
        }
    }
}
