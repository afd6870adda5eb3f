// SPDX-License-Identifier: Apache-2.0

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

    /// The manifest as an XML property list.
    public var propertyList: String {
        var text = PropertyListText()
        text.dictionary { text in
            text.member("NSPrivacyTracking") { $0.truth(isTracking) }
            text.member("NSPrivacyTrackingDomains") { $0.list(trackingDomains) { $0.string($1) } }
            text.member("NSPrivacyCollectedDataTypes") { text in
                text.list(collected) { text, data in
                    text.dictionary { text in
                        text.member("NSPrivacyCollectedDataType") { $0.string(data.type) }
                        text.member("NSPrivacyCollectedDataTypeLinked") { $0.truth(data.isLinked) }
                        text.member("NSPrivacyCollectedDataTypeTracking") { $0.truth(data.isForTracking) }
                        text.member("NSPrivacyCollectedDataTypePurposes") { $0.list(data.purposes) { $0.string($1) } }
                    }
                }
            }
            text.member("NSPrivacyAccessedAPITypes") { text in
                text.list(accessed) { text, api in
                    text.dictionary { text in
                        text.member("NSPrivacyAccessedAPIType") { $0.string(api.category) }
                        text.member("NSPrivacyAccessedAPITypeReasons") { $0.list(api.reasons) { $0.string($1) } }
                    }
                }
            }
        }
        return text.document
    }
}
