// SPDX-License-Identifier: Apache-2.0

import Foundation
import HubServices
import LaunchHub

/// Finds what keys name for one event.
struct RuleValues {
    let event: RuleEvent
    let surroundings: RuleSurroundings

    /// Returns the value of a key; nil where it is missing.
    func value(of key: RuleKey) -> JSONValue? {
        switch key {
        case .type: .string(event.type.name.spelling)
        case .source: .string(event.source.name.spelling)
        case .seconds: .int(CivilDay.quotient(event.milliseconds, 1_000))
        case .zonedTime: .string(zonedTime)
        case .universalTime: .string(Self.text(event.milliseconds, withMilliseconds: true) + "Z")
        case .version: .string(surroundings.version)
        case .cacheBuster: .int(1 + surroundings.random(99_999_999))
        case .allURL: .string(event.data.map(Self.query) ?? "")
        case .allJSON: .string(event.data?.jsonText ?? "")
        case .state(let owner, let path):
            if let state = surroundings.states.state(of: owner) { path.value(in: state) } else { nil }
        case .data(let path):
            if let data = event.data { path.value(in: data) } else { nil }
        }
    }

    /// Returns the value of a token; nil if it has none.
    func text(of token: RuleToken) -> String? {
        if let path = token.path, let data = event.data, let value = path.value(in: data) { return value.leafText }
        guard var value = value(of: token.key) else { return nil }
        for function in token.functions {
            guard let next = function.applied(to: value) else { return nil }
            value = next
        }
        return value.leafText
    }

    // MARK: - Times

    private var zonedTime: String {
        let seconds = CivilDay.quotient(event.milliseconds, 1_000)
        let date = Date(timeIntervalSince1970: Double(seconds))
        let offset = Int64(clamping: (surroundings.timeZone ?? .current).secondsFromGMT(for: date))
        // In range: times are clamped where they come from the hub, and an offset is less than a day.
        let text = Self.text((seconds &+ offset) &* 1_000, withMilliseconds: false)
        guard offset != 0 else { return text + "Z" }
        let minutes = Int64(clamping: offset.magnitude) / 60
        return text + (offset < 0 ? "-" : "+") + Self.padded(minutes / 60, 2) + Self.padded(minutes % 60, 2)
    }

    private static func text(_ milliseconds: Int64, withMilliseconds: Bool) -> String {
        let seconds = CivilDay.quotient(milliseconds, 1_000)
        let dayNumber = CivilDay.quotient(seconds, 86_400)
        let day = CivilDay(number: dayNumber)
        let second = seconds - dayNumber * 86_400
        var text = "\(padded(day.year, 4))-\(padded(day.month, 2))-\(padded(day.day, 2))T"
        text += "\(padded(second / 3_600, 2)):\(padded(second / 60 % 60, 2)):\(padded(second % 60, 2))"
        return withMilliseconds ? text + "." + padded(milliseconds - seconds * 1_000, 3) : text
    }

    private static func padded(_ number: Int64, _ width: Int) -> String {
        let digits = String(number)
        return digits.utf8.count < width ? String(repeating: "0", count: width - digits.utf8.count) + digits : digits
    }

    // MARK: - All of the data

    /// Returns data as the query of an address: `a=1&b.c=2`, sorted, with lists joined by commas.
    private static func query(_ data: JSONObject) -> String {
        var pairs: [(name: String, text: String)] = []
        collect(data, "", &pairs)
        return pairs.sorted { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) }
            .map { PercentEncoding.encode($0.name) + "=" + $0.text }.joined(separator: "&")
    }

    private static func collect(_ object: JSONObject, _ prefix: String, _ pairs: inout [(name: String, text: String)]) {
        for member in object {
            let name = prefix.isEmpty ? member.key : prefix + "." + member.key
            switch member.value {
            case .object(let members):
                collect(members, name, &pairs)
            case .array(let elements):
                let texts = elements.compactMap { $0.leafText.map(PercentEncoding.encode) }
                pairs.append((name, texts.joined(separator: ",")))
            case .null:
                continue
            case .bool, .int, .double, .string:
                if let text = member.value.leafText { pairs.append((name, PercentEncoding.encode(text))) }
            }
        }
    }
}

/// The values that conditions have read from one event, each of which is looked up once.
struct RuleMemory {
    /// The first of them, which needs no memory of its own; the slot is -1 before it.
    private var first: (slot: Int, reading: RuleReading?) = (-1, nil)
    private var others: [(slot: Int, reading: RuleReading?)] = []
    /// Beyond this many, looking for a value here costs more than looking it up again.
    private static let limit = 12

    /// Passes the value of a key to a closure.
    ///
    /// - Parameters:
    ///   - slot: The number of the key.
    ///   - key: The key.
    ///   - values: Where the value comes from if it was not read before.
    ///   - body: Receives the value; nil where it is missing.
    /// - Returns: What `body` returns.
    mutating func read<Result>(
        _ slot: Int,
        _ key: RuleKey,
        of values: borrowing RuleValues,
        _ body: (inout RuleReading?) -> Result
    ) -> Result {
        if first.slot == slot { return body(&first.reading) }
        for place in others.indices where others[place].slot == slot { return body(&others[place].reading) }
        var reading = values.value(of: key).map { RuleReading($0) }
        if first.slot < 0 {
            first = (slot, reading)
            return body(&first.reading)
        }
        guard others.count < Self.limit else { return body(&reading) }
        others.append((slot, reading))
        return body(&others[others.count - 1].reading)
    }
}
