// SPDX-License-Identifier: Apache-2.0

import HubServices

extension PingPlan {
    /// The templates whose pings leave this machine without encryption.
    ///
    /// Source: S0, "Configuring Xcode Development Environment": pings go by HTTPS.
    static func unencryptedTemplates(_ reader: ConfigurationReader) throws(NielsenConfigurationError) -> [String] {
        guard let templates = try reader.reader("templates") else { return [] }
        var names: [String] = []
        for name in templates.object.keys where !name.hasPrefix("_") {
            guard let url = try templates.reader(name)?.text("url"), leavesUnencrypted(url) else { continue }
            names.append(name)
        }
        return names.sorted()
    }

    /// True for `http:` to any host but this machine. A host that a template fills in may be any.
    private static func leavesUnencrypted(_ url: String) -> Bool {
        let scheme = "http://"
        let address = url.lowercased()
        guard address.hasPrefix(scheme) else { return false }
        let authority = address.dropFirst(scheme.count).prefix { $0 != "/" && $0 != "?" && $0 != "#" }
        let host = authority.prefix { $0 != ":" }
        return host != "127.0.0.1" && host != "localhost"
    }
}
