// SPDX-License-Identifier: Apache-2.0

public import HubServices

extension HubConfiguration {
    /// The configuration's key for the privacy status.
    public static let privacyKey = "global.privacy"

    /// Whether the user lets the app send data: `PrivacyStatus.unknown` where nobody has said.
    ///
    /// Setting it is a programmatic value: it wins over what is published and outlives the process.
    public var privacyStatus: PrivacyStatus {
        get { PrivacyStatus(configurationValue: value(forKey: Self.privacyKey)?.value.stringValue) }
        set { update([Self.privacyKey: .string(newValue.configurationValue)]) }
    }

    /// Hands the status of now over, not that of an event, and again where it has changed meanwhile: of two changes the
    /// later one must hold, whoever is slower to tell.
    ///
    /// - Parameter take: Takes a status; what it was given last is what holds.
    package func handOverPrivacy(to take: (PrivacyStatus) -> Void) {
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
    /// - Parameter text: `optedin`, `optedout`; everything else, and nil, is ``unknown``.
    public init(configurationValue text: String?) {
        switch text {
        case "optedin": self = .optedIn
        case "optedout": self = .optedOut
        default: self = .unknown
        }
    }
}

extension EventHub {
    /// Lets a queue of hits follow the hub's privacy status, now and at every change.
    ///
    /// Opted in it sends, unknown it keeps and waits, opted out it discards what waits and takes nothing.
    ///
    /// - Parameter queue: The queue; it is not kept alive.
    /// - Returns: What to end this with.
    @discardableResult
    public func applyPrivacy(to queue: HitQueue) -> ListenerToken {
        let token = listen(type: .configuration, source: .responseContent, name: "privacy of a hit queue") {
            [weak queue, configuration] _ in
            guard let queue else { return }
            configuration.handOverPrivacy { queue.setPrivacyStatus($0) }
        }
        configuration.handOverPrivacy { queue.setPrivacyStatus($0) }
        return token
    }
}
