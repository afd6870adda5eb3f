// SPDX-License-Identifier: Apache-2.0

package import HubServices

/// What the credit of a ping says.
package struct SeenCredit: Sendable, Hashable {
    /// The letter of the occasion.
    package let letter: Character
    /// The number of the five-minute window, from 1.
    package let window: Int64?
    /// The places in the window of the minutes that are credited, from 1; nil if the digits are none.
    package let places: [Int64]?
    /// The model of the ads, at the end of a credit of DTVR.
    package let model: String?

    /// The credited minutes, counted from the beginning of the view.
    package var minutes: [Int64] {
        guard let window, window > 0, window < 1 << 32 else { return [] }
        return (places ?? []).map { (window - 1) * 5 + $0 }
    }

    init?(_ bytes: ArraySlice<UInt8>) {
        let parts = bytes.split(separator: UInt8(ascii: "_"), omittingEmptySubsequences: false)
        guard parts.count == 5 || parts.count == 6, let first = parts[3].first else { return nil }
        letter = Character(UnicodeScalar(first))
        window = SeenAddress.number(parts[3].dropFirst())
        let isMap = parts[4].count == 5 && parts[4].allSatisfy { $0 == 0x30 || $0 == 0x31 }
        places = isMap ? parts[4].enumerated().filter { $0.element == 0x31 }.map { Int64($0.offset + 1) } : nil
        model = parts.count == 6 ? String(decoding: parts[5], as: UTF8.self) : nil
    }
}

extension SeenPing {
    /// What is credited; nil for pings that credit nothing, and for the pages of DCR static.
    package var credit: SeenCredit? { product.isMeasurement ? bytes(.cr).flatMap { SeenCredit($0) } : nil }

    /// The app id; nil where the form has none.
    package var appID: String? { product == .config || product == .audit ? text(.apid) : text(.c13) }

    /// The client, such as `us-500001`.
    package var client: String? { text(.ci) }

    /// The brand; nil where the form has none.
    package var brand: String? { product.isMeasurement ? text(.c6) : nil }

    /// The session; empty before version 6.
    package var session: String { text(.sessionID) ?? (product == .emm ? label : "") }

    /// When the session began, in seconds since 1970: from version 6 on its id ends in ten digits that say it.
    package var sessionStart: Int64? {
        let id = session.utf8
        return id.count == 39 ? SeenAddress.number(Array(id.suffix(10))[...]) : nil
    }

    /// The view; empty for pages.
    package var view: String { text(.c59) ?? "" }

    /// The asset; nil where the form has none.
    package var asset: String? {
        switch product {
        case .dcrVideo, .dcrStatic: plain(.ai)
        case .dtvr: text(.ca)
        default: nil
        }
    }

    /// Whether it says that an ad was shown; nil where the form does not tell.
    package var isAd: Bool? {
        switch product {
        case .dar: return true
        case .dcrVideo, .dcrStatic, .videoCensus: break
        default: return nil
        }
        guard let kind = bytes(.c3)?.first else { return nil }
        return SeenAddress.lowered(kind) == UInt8(ascii: "a")
    }

    /// The seconds of the period; nil where the form has none.
    package var seconds: Int64? {
        guard product.isMeasurement else { return nil }
        return number(.c27).flatMap { $0 < 315_360_000 ? $0 : nil }
    }

    /// When it was made and sent, in seconds since 1970.
    package var made: Int64? { number(.c61) ?? number(.createtm) }
    package var sent: Int64? { number(.c62) ?? number(.sendTime) }

    /// The user's choice: true after an opt-out, nil where it is not said.
    package var isOptedOut: Bool? {
        switch text(.uoo)?.lowercased() {
        case "true", "1": true
        case "false", "0": false
        default: nil
        }
    }

    /// The side of the watermark: `FD` or `PC`.
    package var side: String? {
        guard product == .dtvr, let id = text(.ca), let mark = id.firstIndex(of: "_") else { return nil }
        return String(id[..<mark])
    }

    /// Whether the view ends with it: by its mark, or by a period of no seconds at all.
    package var isEnd: Bool {
        guard product.isMeasurement else { return false }
        return number(.davty) == 2 || cadence == "duration" && seconds == 0
    }

    /// The version of the SDK, such as `6.2`: the number of its build, or of its interface.
    package var version: (major: Int64, minor: Int64)? {
        for name in [SeenName.c30, .bldv, .c16, .sdkv] {
            guard let bytes = bytes(name) else { continue }
            let digits = bytes.drop { $0 < 0x30 || $0 > 0x39 }
            let parts = digits.split(separator: UInt8(ascii: ".")).prefix(2).map { part in
                SeenAddress.number(part.prefix { $0 >= 0x30 && $0 <= 0x39 })
            }
            if let major = parts.first ?? nil { return (major, parts.count > 1 ? parts[1] ?? 0 : 0) }
        }
        return nil
    }

    /// Whether a browser made it.
    package var isOfBrowser: Bool { (text(.c16) ?? text(.sdkv) ?? "").hasPrefix("bj.") }

    /// What was done to the player, as items of a letter pair and numbers.
    package var playerEvents: [(name: String, numbers: [Int64])] {
        (plain(.evdata) ?? "").split(separator: "~").compactMap { item in
            let parts = item.split(separator: ":", omittingEmptySubsequences: false)
            guard let name = parts.first, parts.count > 1 else { return nil }
            let numbers = parts.dropFirst().compactMap { Int64($0) }
            return numbers.count == parts.count - 1 ? (String(name), numbers) : nil
        }
    }

    // MARK: - JSON

    /// The ping as a line of JSON, without what identifies a device or a person; the names of the members are stable.
    package var seenJSON: JSONObject {
        var line: JSONObject = [
            "kind": "ping", "product": .string(product.rawValue), "cadence": .string(cadence),
            "opted_out": isOptedOut.map(JSONValue.bool) ?? .null,
        ]
        func set(_ name: String, _ text: String?) { line[name] = text.map(JSONValue.string) }
        func set(_ name: String, _ number: Int64?) { line[name] = number.map(JSONValue.int) }
        if product != .emm, product != .provider { set("app_id", appID) }
        set("ad_or_content", isAd.map { $0 ? "ad" : "content" })
        line["identifiers_present"] = .array(identifiers.map { .string($0.text) })
        switch product {
        case .dcrVideo, .dcrStatic, .dtvr: addMeasurement(to: &line)
        case .config: set("sfcode", text(.sfcode))
        case .session:
            if !label.isEmpty { set("sfcode", label) }
            set("retry", number(.retry))
        case .dar:
            set("client", client)
            set("campaign", text(.ca))
            set("placement", text(.pc))
        case .siteCensus: if number(.ja) == 1 { line["repeats"] = true }
        default: break
        }
        if !session.isEmpty { set("session", session) }
        return line
    }

    private func addMeasurement(to line: inout JSONObject) {
        func set(_ name: String, _ text: String?) { line[name] = text.map(JSONValue.string) }
        func set(_ name: String, _ number: Int64?) { line[name] = number.map(JSONValue.int) }
        set("client", client)
        set("brand", brand)
        set("seconds", seconds)
        if let credit {
            set("segment", credit.window)
            if cadence != "quarter-hour" { line["minutes_credited"] = .array(credit.minutes.map(JSONValue.int)) }
        }
        if !view.isEmpty { set("view", view) }
        line["ended"] = .bool(isEnd)
        set("made", made)
        set("sent", sent)
        switch product {
        case .dcrVideo:
            set("asset", asset)
            set("title", plain(.tl))
            set("program", plain(.cg))
            set("length", number(.sd))
            set("ad_seconds", number(.c51))
            set("ads", number(.c52))
            set("weekday", text(.wkd).flatMap { $0.isEmpty ? nil : $0 })
            let events = playerEvents
            if !events.isEmpty {
                let items = events.map { item in
                    JSONValue.array([.string(item.name)] + item.numbers.map(JSONValue.int))
                }
                line["player_events"] = .array(items)
            }
        case .dcrStatic:
            set("asset", asset)
            set("section", plain(.asn))
        default:
            set("side", side)
            set("ad_model", credit?.model.flatMap { Int64($0) })
        }
    }
}
