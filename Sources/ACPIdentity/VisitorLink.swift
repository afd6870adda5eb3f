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

    /// Returns a link with the variables at the end of its query, before its fragment.
    func appended(to link: String) -> String {
        let fragment = link.firstIndex(of: "#") ?? link.endIndex
        let base = link[..<fragment]
        let separator =
            if !base.contains("?") {
                "?"
            } else {
                base.hasSuffix("?") || base.hasSuffix("&") ? "" : "&"
            }
        return base + separator + variables + link[fragment...]
    }
}
