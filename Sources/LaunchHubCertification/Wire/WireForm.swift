// SPDX-License-Identifier: Apache-2.0

import NielsenAppApi

/// The product whose statements are judged.
package enum WireProduct: String, Sendable, Hashable, CaseIterable {
    case dcr
    case dcrStatic = "dcr-static"
    case dtvr
    case dar
    case vod

    /// The beginning of the ids of its statements.
    var family: String {
        switch self {
        case .dcr: "DV"
        case .dcrStatic: "DS"
        case .dtvr: "TV"
        case .dar: "DA"
        case .vod: "TS"
        }
    }
}

/// The published forms of values.
enum WireForm {
    /// Whether text is P and a GUID.
    static func isAppID(_ text: String) -> Bool {
        guard let groups = NielsenAppInfoRules.groups(of: text), groups[0].count == 9 else { return false }
        return text.lowercased().hasPrefix("p") && groups.joined().dropFirst().allSatisfy(NielsenText.isHexadecimal)
    }

    /// Whether a sender is a robot or a bare library.
    static func isRobot(_ agent: String) -> Bool {
        let agent = agent.lowercased()
        let beginnings = [
            "curl/", "wget/", "python", "java/", "apache-httpclient", "go-http-client", "libwww-perl", "node-fetch",
            "axios",
            "ruby", "postman", "insomnia", "httpie",
        ]
        let parts = ["bot/", "bot;", "googlebot", "bingbot", "crawler", "spider", "headlesschrome", "phantomjs"]
        return agent.isEmpty || beginnings.contains(where: agent.hasPrefix) || parts.contains(where: agent.contains)
    }

    /// Whether two values say the same; numbers may be written in more than one way.
    static func areEqual(_ left: String, _ right: String) -> Bool {
        if left == right { return true }
        guard let left = Double(left), let right = Double(right) else { return false }
        return left == right
    }
}
