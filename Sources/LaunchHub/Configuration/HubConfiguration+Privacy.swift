// SPDX-License-Identifier: Apache-2.0

public import HubServices

extension HubConfiguration {
    /// The configuration key of the privacy status.
    public static let privacyKey = "global.privacy"

    /// The user's choice whether the app may send data; `PrivacyStatus.unknown` if there is none or it cannot be read.
    ///
    /// Setting it sets a programmatic value, which takes precedence over published ones and persists across launches.
    /// Before the setter returns, the value is on disk and everything that follows the hub's status has applied it;
    /// this also holds before the hub is started. Reading it includes changes made by another process that shares the
    /// folder.
    public var privacyStatus: HubPrivacyStatus {
        get {
            refresh()
            return Self.privacyStatus(of: layers)
        }
        set {
            // A value that stands in for it in some environment must not win over the user's choice.
            var values = JSONObject()
            for environment in ConfigurationEnvironment.allCases {
                for spelling in environment.spellings(of: Self.privacyKey) { values[spelling] = .null }
            }
            values[Self.privacyKey] = .string(newValue.configurationValue)
            update(values)
        }
    }

    static func privacyStatus(of layers: ConfigurationLayers) -> PrivacyStatus {
        PrivacyStatus(configurationValue: layers.value(forKey: privacyKey)?.value.stringValue)
    }

    /// Returns whether a name is the key of the privacy status or replaces it in an environment.
    static func isPrivacyKey(_ name: String) -> Bool {
        name == privacyKey || ConfigurationEnvironment.key(standingBehind: name) == privacyKey
    }

    /// Decides between a value that could not be written and another one that was stored later: the later one holds, and
    /// of two privacy values the one that allows less.
    static func stricter(_ name: String, _ waiting: JSONValue?, _ stored: JSONValue?) -> JSONValue? {
        guard isPrivacyKey(name) else { return stored }
        func freedom(_ value: JSONValue?) -> Int {
            switch value.map({ PrivacyStatus(configurationValue: $0.stringValue) }) {
            case .optedOut?: 0
            case .unknown?: 1
            case nil: 2
            case .optedIn?: 3
            }
        }
        return freedom(waiting) < freedom(stored) ? waiting : stored
    }

    // MARK: - Following

    /// Calls a closure with the privacy status: now, and before each call that changes it returns.
    ///
    /// - Parameter take: Receives the status, on the thread that made the change, possibly repeatedly and on several
    ///   threads at the same time; the last status it receives is the valid one.
    /// - Returns: A token that cancels the registration.
    package func followPrivacy(_ take: @escaping @Sendable (PrivacyStatus) -> Void) -> HubToken {
        let id = state.withLock { state in
            defer { state.nextFollower += 1 }
            state.followers[state.nextFollower] = take
            return state.nextFollower
        }
        passPrivacy(to: take)
        return HubToken { [weak self] in
            // Freed outside of the lock.
            _ = self?.state.withLock { $0.followers.removeValue(forKey: id) }
        }
    }

    func notifyFollowers() {
        let followers = state.withLock { $0.followers }
        for follower in followers.sorted(by: { $0.key < $1.key }) { passPrivacy(to: follower.value) }
    }

    /// Passes the current status rather than that of an event, and again if it has changed meanwhile: of two changes
    /// the later one must prevail, whichever thread is slower.
    private func passPrivacy(to take: (PrivacyStatus) -> Void) {
        var status: PrivacyStatus
        repeat {
            status = privacyStatus
            take(status)
        } while privacyStatus != status
    }
}

extension PrivacyStatus {
    /// The value in a configuration: `optedin`, `optedout` or `optunknown`.
    public var configurationValue: String {
        switch self {
        case .optedIn: "optedin"
        case .optedOut: "optedout"
        case .unknown: "optunknown"
        }
    }

    /// Reads the value in a configuration.
    ///
    /// - Parameter text: `optedin` or `optedout`; any other text, and nil, means unknown.
    public init(configurationValue text: String?) {
        switch text {
        case "optedin": self = .optedIn
        case "optedout": self = .optedOut
        default: self = .unknown
        }
    }
}
