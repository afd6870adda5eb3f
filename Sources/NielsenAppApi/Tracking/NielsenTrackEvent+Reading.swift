// SPDX-License-Identifier: Apache-2.0

import HubServices

extension NielsenTrackEvent {
    /// A dictionary of either form that callers have.
    enum Source {
        case plain([String: Any])
        case bridged([AnyHashable: Any])
        /// The members of a small dictionary whose keys are strings.
        case few(names: [String], values: [Any])

        init(_ dictionary: [String: Any]) { self = .plain(dictionary) }

        init(_ dictionary: [AnyHashable: Any]) {
            // Comparing a key of any type costs several casts, so those of an event are cast once.
            guard dictionary.count <= 16 else {
                self = .bridged(dictionary)
                return
            }
            var names: [String] = []
            var values: [Any] = []
            names.reserveCapacity(dictionary.count)
            values.reserveCapacity(dictionary.count)
            for (key, value) in dictionary {
                guard let name = key.base as? String else { continue }
                names.append(name)
                values.append(value)
            }
            self = .few(names: names, values: values)
        }

        subscript(key: String) -> Any? {
            switch self {
            case .plain(let members): members[key]
            case .bridged(let members): members[key]
            case .few(let names, let values): names.firstIndex(of: key).map { values[$0] }
            }
        }

        var count: Int {
            switch self {
            case .plain(let members): members.count
            case .bridged(let members): members.count
            case .few(let names, _): names.count
            }
        }

        /// The members whose keys are strings.
        var members: [(String, Any)] {
            switch self {
            case .plain(let members): members.map { ($0, $1) }
            case .bridged(let members): members.compactMap { key, value in (key.base as? String).map { ($0, value) } }
            case .few(let names, let values): Array(zip(names, values))
            }
        }

        var isEmpty: Bool {
            switch self {
            case .plain(let members): members.isEmpty
            case .bridged(let members): members.isEmpty
            case .few(let names, _): names.isEmpty
            }
        }
    }

    /// Reads a dictionary.
    ///
    /// Metadata travels with each playhead and seldom changes. Where it equals that of the event before, the very same
    /// dictionaries are used, so that everything after compares them by their address.
    ///
    /// - Parameters:
    ///   - source: What the caller handed over.
    ///   - last: The metadata of the event before.
    ///   - mode: What to do with values that are not strings.
    ///   - issues: Gets what was wrong.
    /// - Returns: nil where the event's name cannot be told.
    init?(
        _ source: Source,
        last: Metadata,
        mode: NielsenConfiguration.InputMode,
        issues: inout [NielsenIssue]
    ) {
        // Whoever counts what was asked for need not look at every key to know that there is one more.
        var asked = 0
        func member(_ key: String) -> Any? {
            let value = source[key]
            if value != nil { asked += 1 }
            return value
        }
        guard let name = Self.name(member("event"), issues: &issues) else {
            Self.reportUndocumented(source, issues: &issues)
            return nil
        }
        self.init(name)
        kind = Self.kind(member("type"), issues: &issues)
        metadata = Self.metadata(member("metadata"), of: kind, last: last, mode: mode, issues: &issues)
        playhead = Self.playhead(member("playheadPosition"), issues: &issues)
        if let value = member("id3Data") {
            id3 = Self.text(value, "id3Data", .failedProcessID3, issues: &issues).map(Self.withoutWhitespace)
        }
        if let value = member("ottData") {
            // The documented example of this object has values that are not strings, so they are always taken.
            ott = Self.object(value, "ottData", last: [:], mode: .lenient, issues: &issues)
            if ott?.isEmpty == true { ott = nil }
        }
        if let value = member("optout") { optOut = Self.truth(value, "optout", issues: &issues) }
        if let value = member("buffering") { isBuffering = Self.truth(value, "buffering", issues: &issues) ?? false }
        if let value = member("buttonEvent") {
            button = Self.text(value, "buttonEvent", .failedParseMetadata, issues: &issues)
            if let text = button, NielsenPlayerButton(rawValue: text) == nil {
                issues.append(.finding(NielsenValidationIssue(.buttonUnknown, key: "buttonEvent", value: text)))
                button = nil
            }
        }
        guard asked < source.count else { return }
        takeChannel(source, mode, issues: &issues)
        Self.reportUndocumented(source, issues: &issues)
    }

    private static func error(_ key: String, _ message: String, _ rule: NielsenRule? = nil) -> NielsenIssue {
        let name = rule?.name(for: key)
        return .error(NielsenError(.failedParseMetadata, "trackEvent: " + message, key: key, rule: name))
    }

    private static func name(_ value: Any?, issues: inout [NielsenIssue]) -> Name? {
        let accepted = "use one of playhead, pause, complete, adStop"
        guard let value = NielsenInput.unwrapped(fast: value) else {
            issues.append(error("event", "there is no event; \(accepted)", .missing))
            return nil
        }
        guard let text = value as? String else {
            issues.append(error("event", "event is \(NielsenInput.Scalar(value).kind); \(accepted)", .notAString))
            return nil
        }
        guard let name = Name(rawValue: text) else {
            issues.append(
                error("event", "the event \"\(NielsenText.shown(text))\" is unknown; \(accepted)", .undocumentedEvent)
            )
            return nil
        }
        return name
    }

    private static func kind(_ value: Any?, issues: inout [NielsenIssue]) -> Kind {
        guard let value = NielsenInput.unwrapped(fast: value) else { return .content }
        guard let text = value as? String else {
            let kind = NielsenInput.Scalar(value).kind
            issues.append(error("type", "type is \(kind); use one of content, ad, static; content was assumed"))
            return .content
        }
        if let kind = Kind(rawValue: text) { return kind }
        // Apps put the type of the ad itself here.
        if let type = NielsenAssetType(loosely: text) {
            let kind = Kind(rawValue: type.lane.rawValue) ?? .content
            let message = "type \"\(NielsenText.shown(text))\" was read as \(kind.rawValue)"
            issues.append(.warning(key: "type", rule: "TYPE_SPELLING", message))
            return kind
        }
        if !text.isEmpty {
            issues.append(
                error(
                    "type",
                    "the type \"\(NielsenText.shown(text))\" is unknown; use content, ad or static; content was assumed"
                )
            )
        }
        return .content
    }

    private static func metadata(
        _ value: Any?,
        of kind: Kind,
        last: Metadata,
        mode: NielsenConfiguration.InputMode,
        issues: inout [NielsenIssue]
    ) -> Metadata {
        guard let value = NielsenInput.unwrapped(fast: value) else { return Metadata() }
        let members: Source
        if type(of: value) != [AnyHashable: Any].self, let plain = value as? [String: Any] {
            members = Source(plain)
        } else if let bridged = value as? [AnyHashable: Any] {
            members = Source(bridged)
        } else {
            let kind = NielsenInput.Scalar(value).kind
            issues.append(error("metadata", "metadata is \(kind); an object with content, ad and static is right"))
            return Metadata()
        }
        let (content, ad, page) = (members["content"], members["ad"], members["static"])
        if (content == nil ? 0 : 1) + (ad == nil ? 0 : 1) + (page == nil ? 0 : 1) < members.count {
            reportMisplaced(members, kind, issues: &issues)
        }
        return Metadata(
            content: object(content, "content", last: last.content, mode: mode, issues: &issues),
            ad: object(ad, "ad", last: last.ad, mode: mode, issues: &issues),
            page: object(page, "static", last: last.page, mode: mode, issues: &issues)
        )
    }

    /// Reads one object of strings; the last one where nothing changed. Blank and null stand for an empty one.
    private static func object(
        _ value: Any?,
        _ name: String,
        last: [String: String],
        mode: NielsenConfiguration.InputMode,
        issues: inout [NielsenIssue]
    ) -> [String: String] {
        guard let value = NielsenInput.unwrapped(fast: value) else { return [:] }
        // Types are compared first: a cast to another type of dictionary converts it, member by member.
        let type = type(of: value)
        if type == [String: String].self, let strings = value as? [String: String],
            strings.count <= NielsenInput.maximumKeys
        {
            return strings == last ? last : strings
        }
        if type == [AnyHashable: Any].self, let bridged = value as? [AnyHashable: Any] {
            if equals(bridged, last) { return last }
        } else if let plain = value as? [String: Any], equals(plain, last) {
            return last
        }
        if let text = value as? String, text.allSatisfy(\.isWhitespace) { return [:] }
        return NielsenInput.strings(value, of: "trackEvent \(name)", .failedParseMetadata, mode, &issues) ?? [:]
    }

    private static func equals(_ members: [String: Any], _ last: [String: String]) -> Bool {
        guard members.count == last.count else { return false }
        for (key, value) in members {
            guard let text = value as? String, last[key] == text else { return false }
        }
        return true
    }

    private static func equals(_ members: [AnyHashable: Any], _ last: [String: String]) -> Bool {
        guard members.count == last.count else { return false }
        for (key, value) in members {
            guard let name = key.base as? String, let text = value as? String, last[name] == text else { return false }
        }
        return true
    }

    private static func playhead(_ value: Any?, issues: inout [NielsenIssue]) -> Int64? {
        guard let value = NielsenInput.unwrapped(fast: value) else { return nil }
        if let text = value as? String {
            let trimmed = text.drop(while: \.isWhitespace)
            if trimmed.isEmpty { return nil }
            if let position = Int64(text) { return position }
            issues.append(.error(NielsenCore.invalidPlayhead("\"\(NielsenText.shown(text))\"")))
            return nil
        }
        if let position = value as? Int { return Int64(position) }
        if let json = try? JSONValue(any: value), let position = json.intValue { return position }
        issues.append(.error(NielsenCore.invalidPlayhead(NielsenInput.Scalar(value).text ?? "\(type(of: value))")))
        return nil
    }

    private static func text(
        _ value: Any,
        _ key: String,
        _ code: LogCode,
        issues: inout [NielsenIssue]
    ) -> String? {
        guard let value = NielsenInput.unwrapped(fast: value) else { return nil }
        guard let text = value as? String else {
            let message = "trackEvent: \(key) is \(NielsenInput.Scalar(value).kind); it must be a string"
            issues.append(.error(NielsenError(code, message, key: key)))
            return nil
        }
        return text.allSatisfy(\.isWhitespace) ? nil : text
    }

    /// Payloads in documents and files are wrapped; most have no white space and are used as they are.
    private static func withoutWhitespace(_ text: String) -> String {
        guard text.utf8.contains(where: { $0 <= 0x20 || $0 >= 0x80 }) else { return text }
        return text.filter { !$0.isWhitespace }
    }

    private static func truth(_ value: Any, _ key: String, issues: inout [NielsenIssue]) -> Bool? {
        guard let value = NielsenInput.unwrapped(fast: value) else { return nil }
        let text = value as? String ?? NielsenInput.Scalar(value).text
        if let text, text.isEmpty { return nil }
        if let text, let truth = NielsenAppInfo.truth(text) { return truth }
        if let text, let choice = NielsenCore.choice(text) { return choice }
        issues.append(error(key, "\(key) is neither \"true\" nor \"false\""))
        return nil
    }
}
