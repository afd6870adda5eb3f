// SPDX-License-Identifier: Apache-2.0

import Foundation
import HubServices

/// The app and the system that it runs on, as the metrics name them.
package struct LifecycleApp: Sendable, Hashable {
    /// The name of the app.
    package var name: String
    /// The version of the app, such as `1.2`; nil if it has none.
    package var version: String?
    /// The number of the build; nil if it has none.
    package var build: String?
    /// The operating system with its version.
    package var system: String
    /// The language and region of the user, such as `en-US`.
    package var locale: String
    /// Whether the process is an extension of an app and not the app.
    package var isExtension: Bool

    package init(
        name: String,
        version: String? = nil,
        build: String? = nil,
        system: String,
        locale: String,
        isExtension: Bool = false
    ) {
        self.name = name
        self.version = version
        self.build = build
        self.system = system
        self.locale = locale
        self.isExtension = isExtension
    }

    /// The running process.
    package static var current: LifecycleApp {
        let bundle = Bundle.main
        func text(_ key: String) -> String? {
            (bundle.object(forInfoDictionaryKey: key) as? String).flatMap { $0.isEmpty ? nil : $0 }
        }
        let process = ProcessInfo.processInfo
        let version = process.operatingSystemVersion
        let locale = Locale.current
        return LifecycleApp(
            name: text("CFBundleDisplayName") ?? text("CFBundleName") ?? process.processName,
            version: text("CFBundleShortVersionString"),
            build: text("CFBundleVersion"),
            system: "\(OperatingSystem.name) \(version.majorVersion).\(version.minorVersion).\(version.patchVersion)",
            locale: [locale.language.languageCode?.identifier, locale.region?.identifier].compactMap(\.self)
                .joined(separator: "-"),
            isExtension: bundle.bundlePath.hasSuffix(".appex")
        )
    }

    /// The app as the metric `appid` names it: `Name 1.2 (7)`.
    var identifier: String {
        [name, version, build.map { "(\($0))" }].compactMap(\.self).joined(separator: " ")
    }
}
