// SPDX-License-Identifier: Apache-2.0

import Foundation

/// A privacy manifest: what a flavor collects and why, in the form that the app stores require.
///
/// It generates the files of this package, and can generate an app's own:
///
/// ```swift
/// let manifest = NielsenPrivacyManifest(flavor: .ad, trackingDomains: ["collector.example"])
/// print(manifest.propertyList)
/// ```
///
/// Source: "DCR Video iOS SDK guide", "App store privacy questionnaire".
public struct NielsenPrivacyManifest: Sendable, Hashable {
    /// A kind of collected data.
    package struct CollectedData: Sendable, Hashable {
        /// The documented name of the kind.
        package let type: String
        /// Whether it is linked to something that identifies a user.
        package let isLinked: Bool
        /// Whether it is used to follow a user across apps of other companies.
        package let isForTracking: Bool
        /// The documented names of its purposes.
        package let purposes: [String]
    }

    /// A kind of system call that must be explained.
    package struct AccessedAPI: Sendable, Hashable {
        /// The documented name of the kind.
        package let category: String
        /// The documented names of the reasons.
        package let reasons: [String]
    }

    /// Whether something is used to follow a user across apps of other companies.
    public let isTracking: Bool
    /// The hosts to which the system may connect only if the user allows tracking.
    public let trackingDomains: [String]
    /// The collected data.
    package let collected: [CollectedData]
    /// The explained system calls.
    package let accessed: [AccessedAPI]

    /// Makes the manifest of a flavor.
    ///
    /// - Parameters:
    ///   - flavor: The flavor.
    ///   - trackingDomains: The hosts of the collectors in the configuration. A flavor that does not track has none,
    ///     whatever is passed.
    public init(flavor: NielsenFlavor, trackingDomains: [String] = NielsenPrivacyManifest.documentedTrackingDomains) {
        isTracking = flavor.readsTrackingSetting
        self.trackingDomains = isTracking ? trackingDomains : []
        let hasIdentifiers = !flavor.identifiers.isEmpty
        var collected: [CollectedData] = []
        if hasIdentifiers {
            collected.append(
                CollectedData(
                    type: "NSPrivacyCollectedDataTypeDeviceID",
                    isLinked: true,
                    isForTracking: isTracking,
                    purposes: [Self.analytics]
                )
            )
        }
        collected.append(
            CollectedData(
                type: "NSPrivacyCollectedDataTypeProductInteraction",
                isLinked: hasIdentifiers,
                isForTracking: false,
                purposes: [Self.analytics]
            )
        )
        self.collected = collected
        // The hit queue reads the attributes of its own files, and the user's choices have a copy in the app's settings.
        accessed = [
            AccessedAPI(category: "NSPrivacyAccessedAPICategoryFileTimestamp", reasons: ["C617.1"]),
            AccessedAPI(category: "NSPrivacyAccessedAPICategoryUserDefaults", reasons: ["CA92.1"]),
        ]
    }

    /// The domain that the vendor's own build names in its ``NielsenFlavor/ad`` flavor.
    ///
    /// The system refuses connections to it unless the user allows tracking; nothing here connects to it.
    public static let documentedTrackingDomains = ["vtwenty.com"]

    private static let analytics = "NSPrivacyCollectedDataTypePurposeAnalytics"

    // MARK: - Text

    /// The manifest as an XML property list, with the same text on every system.
    public var propertyList: String {
        let collected = collected.map { data in
            Self.dictionary([
                ("NSPrivacyCollectedDataType", [Self.string(data.type)]),
                ("NSPrivacyCollectedDataTypeLinked", [Self.truth(data.isLinked)]),
                ("NSPrivacyCollectedDataTypeTracking", [Self.truth(data.isForTracking)]),
                ("NSPrivacyCollectedDataTypePurposes", Self.list(data.purposes)),
            ])
        }
        let accessed = accessed.map { api in
            Self.dictionary([
                ("NSPrivacyAccessedAPIType", [Self.string(api.category)]),
                ("NSPrivacyAccessedAPITypeReasons", Self.list(api.reasons)),
            ])
        }
        let manifest = Self.dictionary([
            ("NSPrivacyTracking", [Self.truth(isTracking)]),
            ("NSPrivacyTrackingDomains", Self.list(trackingDomains)),
            ("NSPrivacyCollectedDataTypes", Self.list(collected)),
            ("NSPrivacyAccessedAPITypes", Self.list(accessed)),
        ])
        let head = [
            #"<?xml version="1.0" encoding="UTF-8"?>"#,
            #"<!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">"#,
            #"<plist version="1.0">"#,
        ]
        return (head + manifest + ["</plist>", ""]).joined(separator: "\n")
    }

    private static func dictionary(_ members: [(key: String, lines: [String])]) -> [String] {
        nested("dict", members.flatMap { ["<key>\($0.key)</key>"] + $0.lines })
    }

    private static func list(_ texts: [String]) -> [String] { list(texts.map { [string($0)] }) }

    private static func list(_ elements: [[String]]) -> [String] {
        elements.isEmpty ? ["<array/>"] : nested("array", elements.flatMap { $0 })
    }

    private static func nested(_ name: String, _ lines: [String]) -> [String] {
        ["<\(name)>"] + lines.map { "\t" + $0 } + ["</\(name)>"]
    }

    private static func truth(_ isTrue: Bool) -> String { isTrue ? "<true/>" : "<false/>" }

    private static func string(_ text: String) -> String {
        let escaped = text.replacingOccurrences(of: "&", with: "&amp;")
            .replacingOccurrences(of: "<", with: "&lt;")
            .replacingOccurrences(of: ">", with: "&gt;")
        return "<string>\(escaped)</string>"
    }
}
