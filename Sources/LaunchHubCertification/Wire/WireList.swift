// SPDX-License-Identifier: Apache-2.0

package import HubServices
import NielsenAppApi

/// What the one who certifies knows beside the capture: ids, the rows of the content system, the user's choices.
package struct WireList: Sendable {
    /// A choice of the user.
    package struct Choice: Sendable, Hashable {
        /// Milliseconds since 1970.
        package var time: Int64
        package var isOptOut: Bool
    }

    /// What the content system says of one asset.
    package struct Row: Sendable {
        /// The identifier.
        package var asset: String
        /// `content`, `preroll`, `midroll`, `postroll` or `ad`; nil if the list does not say.
        package var type: String?
        /// The parameters of pings and their values.
        package var values: [(name: String, value: String)] = []

        /// Whether it is an ad; nil if the list does not say.
        package var isAd: Bool? { type.map { ["preroll", "midroll", "postroll", "ad"].contains($0) } }
    }

    /// Something in a list that is wrong.
    package struct Fault: Error, Sendable, CustomStringConvertible {
        package let description: String

        package init(_ description: String) { self.description = description }
    }

    package var product: WireProduct?
    package var appID: String?
    package var client: String?
    package var brand: String?
    package var sfcode: String?
    package var isProduction: Bool?
    package var device: String?
    package var adModel: String?
    package var campaigns: Set<String> = []
    package var placements: Set<String> = []
    package var sections: Set<String> = []
    package var limitsTracking: Bool?
    package var rows: [Row]?
    package var choices: [Choice]?
    /// What was left out, a sentence each.
    package private(set) var remarks: [String] = []

    /// Makes an empty list.
    package init() {}

    /// Returns what the list says otherwise of the client and the brand of a ping.
    func faults(client: String, brand: String) -> [String] {
        var faults: [String] = []
        if let told = self.client, told != client { faults.append("ci is \"\(client)\", and the list says \(told)") }
        if let told = self.brand, told != brand {
            faults.append("the brand in c6 is \"\(brand)\", and the list says \(told)")
        }
        return faults
    }

    /// The row of an asset.
    package func row(of asset: String) -> Row? { rows?.first { $0.asset == asset } }

    // MARK: - JSON

    private static let members = [
        "product", "app_id", "client", "brand", "sfcode", "environment", "device_id", "ad_model", "campaign",
        "campaigns",
        "placement", "placements", "sections", "limit_ad_tracking", "cms", "choices",
    ]

    /// Reads a list.
    ///
    /// - Parameters:
    ///   - value: An object with `product`, `app_id`, `client`, `brand`, `cms`, `choices` and others; or one whose `input`
    ///     is such an object.
    ///   - time: Reads a time, in milliseconds since 1970.
    /// - Throws: ``Fault`` that says which member is wrong and what would be right.
    package init(_ value: JSONValue, time: (JSONValue) -> Int64?) throws(Fault) {
        guard var object = value.objectValue else {
            throw Fault("the list is \(value.kindDescription), and an object with \"app_id\" was expected")
        }
        if let input = object["input"]?.objectValue { object = input }
        for (name, value) in object {
            switch name {
            case "product":
                let text = try Self.text(value, name)
                guard let product = WireProduct(rawValue: text) else {
                    let all = WireProduct.allCases.map(\.rawValue).joined(separator: ", ")
                    throw Fault("\"product\" is \"\(text.prefix(40))\"; right are \(all)")
                }
                self.product = product
            case "app_id": appID = try Self.appID(value)
            case "client": client = try Self.text(value, name)
            case "brand": brand = try Self.text(value, name)
            case "sfcode": sfcode = try Self.text(value, name)
            case "environment":
                let text = try Self.text(value, name)
                guard text == "test" || text == "production" else {
                    throw Fault("\"environment\" is \"\(text.prefix(40))\"; right are test, production")
                }
                isProduction = text == "production"
            case "device_id": device = try Self.text(value, name)
            case "ad_model": adModel = try Self.text(value, name)
            case "campaign", "campaigns": campaigns = try Self.texts(value, name)
            case "placement", "placements": placements = try Self.texts(value, name)
            case "sections": sections = try Self.texts(value, name)
            case "limit_ad_tracking": limitsTracking = value.boolValue
            case "cms": rows = try rows(value)
            case "choices": choices = try Self.choices(value, time)
            default:
                let meant = Suggestion.text(name, among: Self.members)
                remarks.append("a list has no member \"\(name.prefix(40))\"; it is left out.\(meant)")
            }
        }
    }

    private static func text(_ value: JSONValue, _ name: String) throws(Fault) -> String {
        switch value {
        case .string(let text): return text
        case .int(let number): return String(number)
        default: throw Fault("\"\(name)\" is \(value.kindDescription), and text was expected")
        }
    }

    private static func texts(_ value: JSONValue, _ name: String) throws(Fault) -> Set<String> {
        guard let all = value.arrayValue else { return [try text(value, name)] }
        var texts: Set<String> = []
        for value in all { texts.insert(try text(value, name)) }
        return texts
    }

    private static func appID(_ value: JSONValue) throws(Fault) -> String {
        let id = try text(value, "app_id")
        guard WireForm.isAppID(id) else {
            throw Fault(
                "\"app_id\" is \"\(id.prefix(48))\"; right is P and a GUID, such as "
                    + "P00000000-0000-0000-0000-000000000001"
            )
        }
        return id
    }

    private mutating func rows(_ value: JSONValue) throws(Fault) -> [Row] {
        guard let all = value.arrayValue else {
            throw Fault("\"cms\" is \(value.kindDescription), and an array of rows was expected")
        }
        var rows: [Row] = []
        for (place, value) in all.enumerated() {
            guard let object = value.objectValue else {
                throw Fault("row \(place + 1) of \"cms\" is \(value.kindDescription), and no object")
            }
            var cells: [(String, String)] = []
            for (name, value) in object where !value.isNull {
                guard Self.isColumn(name) else {
                    remarks.append("no ping has \"\(name.prefix(40))\" of row \(place + 1) of \"cms\"; it is left out.")
                    continue
                }
                let text: String
                switch value {
                case .string(let value): text = value
                case .int(let value): text = String(value)
                case .double(let value): text = "\(value)"
                default:
                    throw Fault(
                        "\"\(name.prefix(40))\" in row \(place + 1) of \"cms\" is \(value.kindDescription); "
                            + "text or a number was expected"
                    )
                }
                cells.append((name, text))
            }
            rows.append(try Self.row(cells, "row \(place + 1) of \"cms\""))
        }
        return rows
    }

    private static func choices(_ value: JSONValue, _ time: (JSONValue) -> Int64?) throws(Fault) -> [Choice] {
        var choices: [Choice] = []
        for (place, value) in (value.arrayValue ?? []).enumerated() {
            guard let moment = value["at"].flatMap(time) else {
                throw Fault("\"at\" of choice \(place + 1) is not a time such as 2026-03-02T20:00:00.000Z")
            }
            guard let choice = value["choice"]?.stringValue, choice == "opt-out" || choice == "opt-in" else {
                throw Fault("\"choice\" of choice \(place + 1) is neither opt-out nor opt-in")
            }
            choices.append(Choice(time: moment, isOptOut: choice == "opt-out"))
        }
        return choices.sorted { $0.time < $1.time }
    }

    // MARK: - CSV

    private static let columns = [
        "assetid": "ai", "id": "ai", "title": "tl", "program": "cg", "length": "sd", "isfullepisode": "c53",
        "airdate": "c54", "adloadtype": "c57", "hasads": "c77", "section": "asn", "cliprefid1": "c36", "genre": "c44",
    ]

    /// Reads rows of the content system.
    ///
    /// - Parameter table: The cells of each line, the names of the columns first.
    /// - Throws: ``Fault`` that names the line or the column and what would be right.
    package init(table: [[String]]) throws(Fault) {
        guard let names = table.first, !names.isEmpty else {
            throw Fault("it has no rows; the first is that of the names of the columns, such as ai,type,tl,sd")
        }
        var rows: [Row] = []
        for (place, cells) in table.dropFirst().enumerated() where !cells.allSatisfy(\.isEmpty) {
            guard cells.count == names.count else {
                throw Fault("line \(place + 2) has \(cells.count) columns, and \(names.count) were expected")
            }
            rows.append(try Self.row(Array(zip(names, cells)), "line \(place + 2)"))
        }
        if rows.isEmpty { _ = try Self.row(Array(zip(names, names)), "line 1") }
        self.rows = rows
    }

    private static func row(_ cells: [(String, String)], _ place: String) throws(Fault) -> Row {
        var row = Row(asset: "")
        for (column, value) in cells {
            let plain = column.trimmingBlanks.lowercased()
            let name = columns[plain] ?? plain
            switch name {
            case "ai", "adid": row.asset = value
            case "type", "ty": row.type = value.isEmpty ? nil : value.lowercased()
            default:
                guard isParameter(name) else {
                    let meant = Suggestion.text(name, among: ["ai", "type", "tl", "cg", "sd"] + columns.keys.sorted())
                    throw Fault("\(place) has the column \"\(column.prefix(40))\", which no ping has.\(meant)")
                }
                // What is not filled in is not demanded.
                if !value.isEmpty { row.values.append((name, value)) }
            }
        }
        guard !row.asset.isEmpty else {
            throw Fault("\(place) has no \"ai\", the identifier of the asset as pings have it")
        }
        return row
    }

    private static func isColumn(_ name: String) -> Bool {
        let name = name.lowercased()
        return ["ai", "adid", "type", "ty"].contains(name) || columns[name] != nil || isParameter(name)
    }

    private static func isParameter(_ name: String) -> Bool {
        SeenName.named(name) != nil || name.first == "c" && name.count > 1 && name.dropFirst().allSatisfy(\.isNumber)
    }
}

extension String {
    fileprivate var trimmingBlanks: String {
        String(drop { $0 == " " }.reversed().drop { $0 == " " }.reversed())
    }
}
