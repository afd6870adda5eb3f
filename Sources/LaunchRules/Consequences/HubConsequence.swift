// SPDX-License-Identifier: Apache-2.0

public import HubServices
public import LaunchHub

/// A consequence of a rule that the hub does not carry out by itself, as it left the rules engine.
///
/// Its tokens are replaced. Each event that meets the condition of a rule causes one.
public struct HubConsequence: Sendable {
    /// The identifier that the file of rules gives the consequence.
    public let id: String
    /// The kind, such as `csp`, as the file of rules spells it.
    public let kind: String
    /// The instructions of the consequence.
    public let detail: JSONObject
    /// The event that carries the consequence; its parent is the event that met the condition.
    public let event: Event

    /// Reads the consequence that an event carries, or is nil if it carries none.
    ///
    /// - Parameter event: An event of type `com.adobe.eventType.rulesEngine` and source
    ///   `com.adobe.eventSource.responseContent`.
    public init?(_ event: Event) {
        guard event.type == .rulesEngine, event.source == .responseContent,
            let consequence = event.data["triggeredconsequence"]?.objectValue,
            let kind = consequence["type"]?.stringValue
        else { return nil }
        id = consequence["id"]?.stringValue ?? ""
        self.kind = kind
        detail = consequence["detail"]?.objectValue ?? [:]
        self.event = event
    }

    /// Returns a text that the detail must have.
    ///
    /// - Parameter member: The name of the member.
    /// - Returns: The text, which is not empty.
    /// - Throws: ``LaunchRuleError`` with the code `missingMember` or `invalidMember`.
    public func text(_ member: String) throws(LaunchRuleError) -> String {
        guard let text = try optionalText(member) else { throw .missing(member, needed: "a text") }
        return text
    }

    /// Returns a text that the detail may have.
    ///
    /// - Parameter member: The name of the member.
    /// - Returns: The text; nil if it is missing, null or empty.
    /// - Throws: ``LaunchRuleError`` with the code `invalidMember` if it is something else.
    public func optionalText(_ member: String) throws(LaunchRuleError) -> String? {
        switch detail[member] {
        case nil, .null, .string(""): return nil
        case .string(let text): return text
        case .some(let other): throw .invalid(member, "it is \(other.kindDescription); a text is needed")
        }
    }
}
