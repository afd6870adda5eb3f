// SPDX-License-Identifier: Apache-2.0

import Foundation

/// The name and version of the app, for the SDK.
package struct NielsenDCRApp: Sendable, Hashable {
    /// The name of the app; empty if it has none.
    package var name: String
    /// The version of the app; empty if it has none.
    package var version: String

    /// Makes a description of an app.
    ///
    /// - Parameters:
    ///   - name: The app's name.
    ///   - version: The app's version.
    package init(name: String, version: String) {
        self.name = name
        self.version = version
    }

    /// The running app: the name and version of its bundle, or the name of the process if it has no bundle.
    ///
    /// Source: "Analytics Swift Nielsen DCR Plugin", "How do you determine App Version?".
    package static let main: NielsenDCRApp = {
        let info = Bundle.main.infoDictionary ?? [:]
        let name = info["CFBundleName"] as? String ?? info["CFBundleDisplayName"] as? String
        return NielsenDCRApp(
            name: name ?? ProcessInfo.processInfo.processName,
            version: info["CFBundleVersion"] as? String ?? ""
        )
    }()
}
