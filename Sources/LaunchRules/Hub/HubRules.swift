// SPDX-License-Identifier: Apache-2.0

public import struct Foundation.Date
public import struct Foundation.URL
import HubServices
public import LaunchHub

extension EventHub {
    /// The rules of the hub.
    ///
    /// ```swift
    /// hub.rules.replace(with: try LaunchRuleSet(json: file))
    /// ```
    public var rules: HubRules { HubRules(hub: self, desk: attachment(RuleDesk.init)) }
}

extension EventHub {
    /// Follows the rules of the configuration, and makes nothing for that before a configuration names some or is awaited.
    package func followRulesOfConfiguration() {
        configuration.beforeAnnouncing { [weak self] draft in
            guard let self else { return }
            if let follower = existingAttachment(RuleFollower.self) { return follower.prepare(draft) }
            guard draft.isAwaited || !ConfiguredRules(draft).isEmpty else { return }
            let desk = attachment(RuleDesk.init)
            attachment { RuleFollower(self, desk) }.prepare(draft)
        }
    }
}

/// The rules of a hub: what events pass through before listeners receive them.
///
/// A change is in force for every event that the calling thread dispatches after it, and for none that it dispatched
/// before; events that wait for the start of the hub are evaluated when it starts. Each event is evaluated once, by the rules
/// in force at its place. Every method may be called on any thread.
public struct HubRules: Sendable {
    let hub: EventHub
    private let desk: RuleDesk

    /// The name under which the hub publishes what rules are in force, as a shared state: `count`, `refused`, `sets` and
    /// `findings`; of the property's rules `origin`, `address`, `loadedAt` and `checkedAt` (milliseconds since 1970), and
    /// `problem` where the last try to load them failed.
    public static let stateName = "com.launchhub.rules"

    init(hub: EventHub, desk: RuleDesk) {
        self.hub = hub
        self.desk = desk
    }

    /// Replaces the rules of the property, until a configuration brings others.
    ///
    /// Sets that were added by name stay.
    ///
    /// - Parameter set: The rules; an empty set removes those there were.
    public func replace(with set: LaunchRuleSet) {
        desk.replace(with: set, hub)
    }

    /// Adds a set of rules behind all others, or replaces the set of that name at its place.
    ///
    /// - Parameters:
    ///   - set: The rules.
    ///   - name: A name for the set.
    public func add(_ set: LaunchRuleSet, as name: String) {
        desk.change(hub) { $0.add(set, as: name) }
    }

    /// Removes a set of rules.
    ///
    /// - Parameter name: The name that it was added as; an unknown one changes nothing.
    public func remove(_ name: String) {
        desk.change(hub) { $0.remove(name) }
    }

    /// The number of rules in force.
    public var count: Int { desk.count }

    /// Returns what was found in the rules that are in force and in those that were refused.
    public var findings: [LaunchRuleFinding] { desk.findings }

    /// Explains what the rules in force make of an event: of each rule the first condition that does not hold, with the
    /// value of the rule and that of the event, or what the rule would do.
    ///
    /// The rules see the states of extensions, the event history and the time as they are now. Nothing is carried out:
    /// nothing is dispatched or recorded. It takes as long as asking every rule, so it is meant for tests, tools and logs.
    ///
    /// - Parameter event: Any event, dispatched or not.
    /// - Returns: An explanation of each rule, in the order in which rules apply.
    public func explain(_ event: Event) -> [LaunchRuleExplanation] {
        desk.explain(event, hub)
    }

    /// Makes rules ask and write an event history, in the place of one that ends with the process.
    ///
    /// Events with a mask are recorded in it from then on, whether or not there are rules.
    ///
    /// - Parameter history: The event history.
    public func use(_ history: HubEventHistory) {
        desk.use(history, hub)
    }

    /// Makes rules ask and write a history of another kind.
    package func use(recorder: any RuleHistory) {
        desk.use(recorder, hub)
    }

    // MARK: - From the configuration

    /// Follows the configuration: its `rules`, and those at its `rules.url`, are the rules of the property.
    ///
    /// They are in force before the configuration is announced, also from the cache of an earlier launch. The hub behind
    /// `ACPCore` follows its configuration by itself.
    ///
    /// A later call replaces what an earlier one has set.
    ///
    /// - Parameters:
    ///   - bundledFile: The file of rules that comes with the app, JSON or ZIP; nil for `ADBMobileConfig-rules.zip` in its
    ///     main bundle, if there is one. It is read only where the configuration names an address and neither has rules of
    ///     its own nor was downloaded before.
    ///   - holdsEvents: How long a start of the hub may wait for rules, such as 2 s; nil for not at all. Nothing reaches a
    ///     listener meanwhile, so that rules change and see every event of a first launch.
    public func followConfiguration(bundledFile: URL? = nil, holdsEvents: Duration? = nil) {
        hub.attachment { RuleFollower(hub, desk) }.use(bundledFile: bundledFile, holdsEvents: holdsEvents, hub)
        hub.followRulesOfConfiguration()
    }

    /// Asks for the property's rules again, as an event of type `com.adobe.eventType.configuration` and source
    /// `com.adobe.eventSource.requestContent` with `config.downloadRules` does.
    ///
    /// It has no effect where the configuration is not followed or names no address.
    public func download() {
        hub.existingAttachment(RuleFollower.self)?.refresh()
    }

    /// The origin of the property's rules; nil if it has none, or they were set by ``replace(with:)``.
    package var origin: HubRuleOrigin? { desk.property.origin }

    /// The time at which the property's rules were downloaded, by this launch or an earlier one, or read; nil if it has
    /// none, or they were set by ``replace(with:)``.
    public var loadedAt: Date? {
        desk.property.loadedAt.map { Date(timeIntervalSince1970: Double($0) / 1_000) }
    }

    /// The reason why the last try to load the property's rules failed; nil if it did not.
    public var problem: LaunchRuleError? { desk.property.problem }
}
