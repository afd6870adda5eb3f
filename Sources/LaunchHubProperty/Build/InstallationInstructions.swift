// SPDX-License-Identifier: Apache-2.0

package import Foundation

/// What an app needs to use an environment of a property: the package, and the code with the property's key.
///
/// Source: "DCR & DTVR iOS Adobe Launch Extension", "Obtain Mobile Installation Instructions" and "Integration".
package struct InstallationInstructions: Sendable, Hashable {
    /// The dependency in the manifest of a Swift package, and the products of a target.
    package let manifest: [String]
    /// The code that registers the extension and names the key.
    package let code: [String]
    /// The property's key in the environment.
    package let appID: String

    /// Makes the instructions for an environment.
    ///
    /// - Parameters:
    ///   - environment: The environment.
    ///   - base: The address below which apps find the folder of configurations; nil for `launchhub serve` on this
    ///     machine, which apps ask by themselves.
    package init(for environment: PropertyEnvironment, base: URL? = nil) {
        appID = environment.appID
        let products = ["ACPCore"] + (base == nil ? [] : ["LaunchHub"]) + ["NielsenAppSDKExtension"]
        manifest =
            [".package(path: \"../launch-hub\"),  // a clone of the repository", ""]
            + products.map { ".product(name: \"\($0)\", package: \"launch-hub\")," }
        let modules = (products + (base == nil ? [] : ["Foundation"])).sorted()
        var code = modules.map { "import \($0)" }
        code += ["", "try ACPCore.registerExtension(NielsenAppSDKExtension.self)"]
        if let base {
            code += [
                "let base = URL(string: \"\(base.absoluteString)\")!",
                "EventHub.shared.configuration.use(try ConfigurationSource(baseURL: base))",
            ]
        }
        self.code = code + ["ACPCore.configure(withAppId: \"\(appID)\")", "ACPCore.start {}"]
    }
}
