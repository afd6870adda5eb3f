// SPDX-License-Identifier: Apache-2.0

import Foundation

/// The app, as the SDK is told of it.
public struct NielsenDCRApp: Sendable, Hashable {
    /// The app's name; empty where it has none.
    public var name: String
    /// The app's version; empty where it has none.
    public var version: String

    /// Describes an app.
    ///
    /// - Parameters:
    ///   - name: The app's name.
    ///   - version: The app's version.
    public init(name: String, version: String) {
        self.name = name
        self.version = version
    }

    /// The app that runs: name and version of its bundle, and the name of the process where it has no bundle.
    ///
    /// Source: "Analytics Swift Nielsen DCR Plugin", "How do you determine App Version?".
    public static let main: NielsenDCRApp = {
        let info = Bundle.main.infoDictionary ?? [:]
        let name = info["CFBundleName"] as? String ?? info["CFBundleDisplayName"] as? String
        return NielsenDCRApp(
            name: name ?? ProcessInfo.processInfo.processName,
            version: info["CFBundleVersion"] as? String ?? ""
        )
    }()
}
