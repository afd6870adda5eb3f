// SPDX-License-Identifier: Apache-2.0

package import HubServices
package import NielsenAppApi

/// Checks a tracking plan, as Segment's Protocols publishes it, for what the destination needs.
package struct SegmentPlanCheck: Sendable {
    /// A finding, with its place in the plan's text.
    package struct Placed: Sendable, Hashable {
        /// The event of the plan, or nil.
        package let event: String?
        /// The finding.
        package let finding: Finding
        /// The line and the byte in it.
        package let place: JSONSourceText.Place
    }

    private struct Event {
        let name: String
        let rules: JSONValue
        let path: [JSONSourceText.Step]
    }

    /// The findings, in the order of the events in the documentation.
    package let findings: [Placed]
    /// The number of events of the Video Spec in the plan.
    package let videoEvents: Int

    /// Checks a plan.
    ///
    /// - Parameters:
    ///   - text: The plan.
    ///   - settings: The settings of the destination, which name properties.
    package init(_ text: JSONSourceText, settings: NielsenDCRSettings) {
        guard let events = Self.events(in: text.value) else {
            let what = "there are no events in it; a plan as Segment publishes it is {\"rules\": {\"events\": [...]}}"
            let finding = Finding(.planNotRead, key: nil, what)
            findings = [Placed(event: nil, finding: finding, place: text.places(of: [[]])[0])]
            videoEvents = 0
            return
        }
        var found: [(event: String?, finding: Finding, path: [JSONSourceText.Step])] = []
        let needs = SegmentPlanNeeds(settings)
        for event in events {
            guard let meant = VideoSpecNames.meant(by: event.name) else { continue }
            let names = meant.map { "\"\($0)\"" }.joined(separator: ", ")
            let what = "\"\(Self.shown(event.name))\" is not an event of the Video Spec. Did you mean \(names)?"
            found.append((event.name, Finding(.planEventUnknown, key: "event", what), event.path))
        }
        var known = 0
        for (name, severity) in SegmentPlanNeeds.events {
            let own = events.filter { VideoEvent(named: $0.name) == name }
            guard !own.isEmpty else {
                let what = "the plan has no \"\(name.rawValue)\""
                let finding = Finding(.planEventMissing, severity: severity, key: name.rawValue, what)
                found.append((name.rawValue, finding, []))
                continue
            }
            known += 1
            for event in own {
                let schema = SegmentPlanSchema(event.rules, path: event.path)
                for property in needs.properties(of: name) {
                    for (finding, path) in Self.check(property, schema, event) {
                        found.append((event.name, finding, path))
                    }
                }
            }
        }
        videoEvents = known
        let places = text.places(of: found.map(\.path))
        findings = zip(found, places).map { Placed(event: $0.event, finding: $0.finding, place: $1) }
    }

    // MARK: - The events of a plan

    /// The events of a plan in any of the forms in which Segment publishes it; nil where there are none.
    private static func events(in plan: JSONValue) -> [Event]? {
        var queue: [(value: JSONValue, path: [JSONSourceText.Step])] = [(plan, [])]
        while !queue.isEmpty {
            let (value, path) = queue.removeFirst()
            if let events = list(value, path) { return events }
            guard path.count < 5, let object = value.objectValue else { continue }
            for name in ["rules", "events", "data", "trackingPlan", "tracking_plan", "tracking_plans"] {
                guard let inner = object[name] else { continue }
                queue.append((inner, path + [.member(name)]))
                if let first = inner.arrayValue?.first { queue.append((first, path + [.member(name), .element(0)])) }
            }
        }
        return nil
    }

    /// The events of a list, if it is one of events.
    private static func list(_ value: JSONValue, _ path: [JSONSourceText.Step]) -> [Event]? {
        guard let elements = value.arrayValue else { return nil }
        let events = elements.enumerated().compactMap { index, element -> Event? in
            let path = path + [.element(index)]
            let type = element["type"]?.stringValue?.lowercased()
            guard type == nil || type == "track" else { return nil }
            guard let name = (element["name"] ?? element["key"] ?? element["event"])?.stringValue else { return nil }
            for member in ["rules", "jsonSchema", "json_schema", "schema"] {
                if let rules = element[member], rules.objectValue != nil {
                    return Event(name: name, rules: rules, path: path + [.member(member)])
                }
            }
            return element["properties"] == nil ? nil : Event(name: name, rules: element, path: path)
        }
        // A list of plans has names as well, but no schemas.
        return events.isEmpty ? nil : events
    }

    // MARK: - Properties

    private static func check(
        _ property: SegmentPlanNeeds.Property,
        _ schema: SegmentPlanSchema,
        _ event: Event
    ) -> [(Finding, [JSONSourceText.Step])] {
        let declared = property.names.flatMap { name, kind in
            let folded = SegmentKey.folded(name)
            return schema.members.filter { SegmentKey.folded($0.name) == folded }.map { (member: $0, kind: kind) }
        }
        // One of them is enough: the first that is required, or else the first.
        guard let (member, kind) = declared.first(where: { $0.member.isRequired }) ?? declared.first else {
            guard property.isRequired, let name = property.names.first?.name else { return [] }
            let near = Suggestion.nearest(name, among: schema.members.map(\.name))
            let hint = near.map { "; is \"\(shown($0))\" meant to be it?" } ?? ""
            let what = "\(event.name) has no \"\(name)\", which \(property.key) is made from\(hint)"
            return [(Finding(.planPropertyMissing, key: name, VisibleText.line(what)), event.path)]
        }
        var found: [(Finding, [JSONSourceText.Step])] = []
        if let finding = checkType(member, kind, event) { found.append((finding, member.path)) }
        if property.isRequired, !member.isRequired {
            let what =
                "\"\(shown(member.name))\" of \(shown(event.name)) is not required, and \(property.key) is made from it"
            found.append((Finding(.planPropertyOptional, key: member.name, what), member.path))
        }
        return found
    }

    private static func checkType(
        _ member: SegmentPlanSchema.Member,
        _ kind: SegmentPlanNeeds.Kind,
        _ event: Event
    ) -> Finding? {
        let types = member.types
        let name = "\"\(shown(member.name))\" of \(shown(event.name))"
        guard !types.isEmpty else {
            let what = "\(name) may be of any type; declare it as \(kind.right)"
            return Finding(.planPropertyType, severity: .warning, key: member.name, what)
        }
        let wrong = types.filter { $0 != "null" && !kind.types.contains($0) }
        if !wrong.isEmpty {
            let list = types.map(shown).joined(separator: " or ")
            let isReadAnyway = kind == .identifier && Set(wrong).isSubset(of: ["integer", "number"])
            let what = "\(name) is declared as \(list); \(kind.right) is right"
            return Finding(.planPropertyType, severity: isReadAnyway ? .warning : .error, key: member.name, what)
        }
        guard types.contains("null"), member.isRequired else { return nil }
        let what = "\(name) may be null, which counts as missing; declare it as \(kind.right) alone"
        return Finding(.planPropertyType, severity: .warning, key: member.name, what)
    }

    private static func shown(_ text: String) -> String { VisibleText.line(String(text.prefix(64))) }
}
