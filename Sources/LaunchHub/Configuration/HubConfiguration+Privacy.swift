// SPDX-License-Identifier: Apache-2.0

public import HubServices

extension HubConfiguration {
    /// The configuration's key for the privacy status.
    public static let privacyKey = "global.privacy"

    /// Whether the user lets the app send data: `PrivacyStatus.unknown` where nobody has said, and where what was said
    /// cannot be read.
    ///
    /// Setting it is a programmatic value: it wins over what is published and outlives the process. It is on the disk,
    /// and everything that follows the hub's status obeys it, before the call returns; also before the hub is started.
    /// Reading it notices what another process that shares the folder has set.
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

    /// Whether a name is the privacy status's, or stands in for it in some environment.
    static func isPrivacyKey(_ name: String) -> Bool {
        name == privacyKey || ConfigurationEnvironment.key(standingBehind: name) == privacyKey
    }

    // MARK: - Following

    /// Has something follow the privacy status: now, and before each call that changes it returns.
    ///
    /// - Parameter take: Takes a status, on the thread that made the change, more than once in a row and on several
    ///   threads at once; what it is given last holds.
    /// - Returns: A token that ends this.
    package func followPrivacy(_ take: @escaping @Sendable (PrivacyStatus) -> Void) -> ListenerToken {
        let id = state.withLock { state in
            defer { state.nextFollower += 1 }
            state.followers[state.nextFollower] = take
            return state.nextFollower
        }
        passPrivacy(to: take)
        return ListenerToken { [weak self] in
            // Freed outside of the lock.
            _ = self?.state.withLock { $0.followers.removeValue(forKey: id) }
        }
    }

    func notifyFollowers() {
        let followers = state.withLock { $0.followers }
        for follower in followers.sorted(by: { $0.key < $1.key }) { passPrivacy(to: follower.value) }
    }

    /// Passes the status of now, not that of an event, and again where it has changed meanwhile: of two changes the
    /// later one must hold, whoever is slower.
    private func passPrivacy(to take: (PrivacyStatus) -> Void) {
        var status: PrivacyStatus
        repeat {
            status = privacyStatus
            take(status)
        } while privacyStatus != status
    }
}

extension PrivacyStatus {
    /// How the status is written in a configuration: `optedin`, `optedout`, `optunknown`.
    public var configurationValue: String {
        switch self {
        case .optedIn: "optedin"
        case .optedOut: "optedout"
        case .unknown: "optunknown"
        }
    }

    /// Reads a configuration's value.
    ///
    /// - Parameter text: `optedin`, `optedout`; everything else, and nil, is `unknown`.
    public init(configurationValue text: String?) {
        switch text {
        case "optedin": self = .optedIn
        case "optedout": self = .optedOut
        default: self = .unknown
        }
    }
}

extension EventHub {
    /// Lets a queue of hits follow the hub's privacy status: now, at every change before the call that makes it returns,
    /// and before each hit goes out, so that another process's change counts too.
    ///
    /// Opted in it sends, unknown it keeps and waits, opted out it discards what waits and takes nothing.
    ///
    /// - Parameter queue: The queue; it is not kept alive.
    /// - Returns: A token that ends this; the queue then keeps the status that it has.
    @discardableResult
    public func applyPrivacy(to queue: HitQueue) -> ListenerToken {
        queue.askBeforeSending { [weak configuration] in configuration?.privacyStatus }
        let token = configuration.followPrivacy { [weak queue] in queue?.setPrivacyStatus($0) }
        return ListenerToken { [weak queue] in
            token.cancel()
            queue?.askBeforeSending(nil)
        }
    }
}
