// SPDX-License-Identifier: Apache-2.0

import HubServices

/// The variables that identify a visitor in a link.
///
/// The variable `adobe_mc` lists the time, the experience cloud id and the organization, `TS=…|MCMID=…|MCORGID=…`, and is
/// encoded as a whole.
struct VisitorLink {
    /// The text for the query of a link.
    let variables: String

    /// Makes the variables.
    ///
    /// - Parameters:
    ///   - experienceID: The visitor.
    ///   - organization: The organization of the property, or nil if the configuration has none.
    ///   - seconds: The time, in seconds since 1970.
    init(experienceID: String, organization: String?, seconds: Int64) {
        var members = ["TS=\(seconds)", "MCMID=\(experienceID)"]
        if let organization, !organization.isEmpty { members.append("MCORGID=\(organization)") }
        variables = "adobe_mc=" + PercentEncoding.encode(members.joined(separator: "|"))
    }

    /// Returns a link with the variables at the end of its query, before its fragment, in place of those that it had.
    func appended(to link: String) -> String {
        let (base, fragment) = Self.parts(of: link[...].unicodeScalars, at: "#")
        let (path, query) = Self.parts(of: base, at: "?")
        let parameters = query.dropFirst().split(separator: "&" as Unicode.Scalar, omittingEmptySubsequences: false)
        var kept = parameters.filter { !$0.starts(with: "adobe_mc=".unicodeScalars) }
        // A link may end with a separator.
        if kept.last?.isEmpty == true { kept.removeLast() }
        let all = kept.map { String($0) } + [variables]
        return String(path) + "?" + all.joined(separator: "&") + String(fragment)
    }

    /// Scalars are compared, since a character may be one of these with a mark on it.
    private static func parts(
        of text: Substring.UnicodeScalarView,
        at separator: Unicode.Scalar
    ) -> (Substring.UnicodeScalarView, Substring.UnicodeScalarView) {
        let place = text.firstIndex(of: separator) ?? text.endIndex
        return (text[..<place], text[place...])
    }
}
