// SPDX-License-Identifier: Apache-2.0

package import NielsenModel

extension NielsenConfiguration {
    /// Returns the template for the address of a page.
    package func optOutTemplate(for page: NielsenOptOutPage) -> String {
        switch page {
        case .systemSetting: optOutURLTemplate
        case .userChoice: optOutLegacyURLTemplate
        }
    }
}

extension ConfigurationReader {
    /// Explains what is wrong with an address that leaves this machine unencrypted.
    static let insecure =
        "it is http: to another machine, where anybody on the way can read and change it; use https:, or set "
        + "allowsInsecure to true"

    /// Returns the template of an address for a web view.
    func optOutTemplate(_ key: String, allowsInsecure: Bool) throws(NielsenConfigurationError) -> String? {
        guard let text = try text(key) else { return nil }
        let address = text.lowercased()
        guard address.hasPrefix("https://") || address.hasPrefix("http://") else {
            throw error(key, "\"\(text.prefix(64))\" is not an http: or https: address")
        }
        guard allowsInsecure || !PingPlan.leavesUnencrypted(text) else { throw error(key, Self.insecure) }
        return text
    }
}
