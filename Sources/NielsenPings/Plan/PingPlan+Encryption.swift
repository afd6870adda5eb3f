// SPDX-License-Identifier: Apache-2.0

import Foundation
import HubServices
import NielsenModel

extension PingPlan {
    /// The templates whose pings leave this machine without encryption.
    ///
    /// Source: "DCR Video iOS SDK guide", "Configuring Xcode Development Environment": pings go by HTTPS.
    static func unencryptedTemplates(_ reader: ConfigurationReader) throws(NielsenConfigurationError) -> [String] {
        guard let templates = try reader.reader("templates") else { return [] }
        var names: [String] = []
        for name in templates.object.keys where !name.hasPrefix("_") {
            guard let url = try templates.reader(name)?.text("url"), leavesUnencrypted(url) else { continue }
            names.append(name)
        }
        return names.sorted()
    }

    /// The address of the first collector, by the names of the templates, that is this machine.
    static func loopbackCollector(_ reader: ConfigurationReader) throws(NielsenConfigurationError) -> String? {
        guard let templates = try reader.reader("templates") else { return nil }
        for name in templates.object.keys.sorted() where !name.hasPrefix("_") {
            guard let url = try templates.reader(name)?.text("url"), EndpointPolicy.isThisMachine(template: url) else {
                continue
            }
            return String(url.prefix { $0 != "?" })
        }
        return nil
    }

    /// Returns whether a URL is `http:` to any host but this machine.
    ///
    /// A host that a template fills in may be any.
    static func leavesUnencrypted(_ url: String) -> Bool {
        url.prefix(7).lowercased() == "http://" && !EndpointPolicy.isThisMachine(template: url)
    }
}
