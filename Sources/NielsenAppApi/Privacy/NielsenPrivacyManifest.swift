// SPDX-License-Identifier: Apache-2.0

/// What a flavor collects and why, in the form that the app stores ask for.
///
/// The files of this package are written by it, and so is an app's own:
///
/// ```swift
/// let manifest = NielsenPrivacyManifest(flavor: .ad, trackingDomains: ["collector.example"])
/// print(manifest.propertyList)
/// ```
///
/// Source: "DCR Video iOS SDK guide", "App store privacy questionnaire".
public struct NielsenPrivacyManifest: Sendable, Hashable {
    /// A kind of data that is collected.
    public struct CollectedData: Sendable, Hashable {
        /// The documented name of the kind.
        public let type: String
        /// True where it comes with something that tells one user from another.
        public let isLinked: Bool
        /// True where it is used to follow a user over apps of other companies.
        public let isForTracking: Bool
        /// The documented names of what it is for.
        public let purposes: [String]
    }

    /// A kind of system call that must be explained.
    public struct AccessedAPI: Sendable, Hashable {
        /// The documented name of the kind.
        public let category: String
        /// The documented names of the reasons.
        public let reasons: [String]
    }

    /// True where something is used to follow a user over apps of other companies.
    public let isTracking: Bool
    /// The hosts that the system may connect to only where the user allows tracking.
    public let trackingDomains: [String]
    /// What is collected.
    public let collected: [CollectedData]
    /// Which system calls are explained.
    public let accessed: [AccessedAPI]

    /// Says what a flavor collects.
    ///
    /// - Parameters:
    ///   - flavor: The flavor.
    ///   - trackingDomains: The hosts of the collectors that the configuration names. A flavor that does not track has
    ///     none, whatever is handed over.
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
        // The queue of hits looks at its own files' attributes; nothing else that must be explained is called.
        accessed = [AccessedAPI(category: "NSPrivacyAccessedAPICategoryFileTimestamp", reasons: ["C617.1"])]
    }

    /// The domain that the vendor's own build names in its ``NielsenFlavor/ad`` flavor. The system refuses to connect to
    /// it unless the user allows tracking; nothing here connects to it.
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
