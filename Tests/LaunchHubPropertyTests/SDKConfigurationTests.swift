// SPDX-License-Identifier: Apache-2.0

import Foundation
import HubServices
import LaunchHubProperty
import NielsenAppApi
import TestSupport
import Testing

/// The SDK's configuration: its schema, files made of the built-in one, and what they make of pings.
struct SDKConfigurationTests {
    private static func read(_ members: JSONObject) throws(NielsenConfigurationError) -> NielsenConfiguration {
        let file = JSONObject([("schema", "launch-hub.sdk-configuration"), ("version", 1)]).merging(members)
        return try NielsenConfiguration(jsonData: JSONValue.object(file).jsonData())
    }

    private static let builtIn = NielsenConfiguration.builtInText

    private static func schema() throws -> JSONObject { try JSONObject(jsonData: SDKSchema.text) }

    // MARK: - The schema

    /// What a reader says of a member that it does not know names all that it knows.
    @Test func theSchemaHasTheMembersThatAreReadAndNoOthers() throws {
        let properties = try #require(try Self.schema()["properties"])
        let product = try #require(properties["products"]?["items"]?["properties"])
        let processor = try #require(product["processors"]?["items"]?["properties"])
        let template: JSONValue = ["url": "http://127.0.0.1:8642/", "x": 1]
        let rule: JSONValue = ["cadence": "session", "template": "t", "x": 1]
        let cases: [(members: JSONObject, known: JSONValue?)] = [
            (["x": 1], properties), (["thresholds": ["x": 1]], properties["thresholds"]?["properties"]),
            (["delivery": ["x": 1]], properties["delivery"]?["properties"]),
            (["viewability": ["x": 1]], properties["viewability"]?["properties"]),
            (["products": [], "identifiers": ["x": 1]], properties["identifiers"]?["properties"]),
            (
                ["products": [], "templates": ["t": template]],
                properties["templates"]?["additionalProperties"]?["properties"]
            ), (["products": [["product": "session", "x": 1]]], product),
            (
                [
                    "templates": ["t": ["url": "http://127.0.0.1:8642/"]],
                    "products": [["product": "session", "processors": [rule]]],
                ], processor
            ),
        ]
        for (members, known) in cases {
            let remarks = try Self.read(members).remarks
            let names = try #require(remarks.first?.components(separatedBy: "known are ").last)
            let keys = try #require(known?.objectValue?.keys)
            #expect(Set(names.components(separatedBy: ", ")) == Set(keys), "\(members)")
        }
    }

    @Test func theSchemaHasTheBoundsThatAreChecked() throws {
        let properties = try #require(try Self.schema()["properties"]?.objectValue)
        // What may not be larger than another one, with the other one.
        let companions = ["creditValue": "segmentValue", "retryBase": "retryMaximum"]
        var count = 0
        for group in ["thresholds", "delivery", "viewability"] {
            for entry in properties[group]?["properties"]?.objectValue ?? [:] {
                guard let low = entry.value["minimum"]?.intValue, let high = entry.value["maximum"]?.intValue else {
                    continue
                }
                func isRead(_ value: Int64) -> Bool {
                    var members: JSONObject = [entry.key: .int(value)]
                    if let other = companions[entry.key] { members[other] = .int(min(max(value, low), high)) }
                    if entry.key == "segmentValue" { members["creditValue"] = 1 }
                    if entry.key == "retryMaximum" { members["retryBase"] = 1 }
                    return (try? Self.read([group: .object(members)])) != nil
                }
                #expect(isRead(low) && isRead(high), "\(entry.key)")
                #expect(!isRead(low - 1) && !isRead(high + 1), "\(entry.key)")
                count += 1
            }
        }
        #expect(count == 39)
        for (age, isRight) in [(60, true), (59, false), (31_536_000, true), (31_536_001, false)] as [(Int64, Bool)] {
            #expect(((try? Self.read(["maximumAge": .int(age)])) != nil) == isRight)
        }
        #expect(properties["maximumAge"]?["minimum"] == 60 && properties["maximumAge"]?["maximum"] == 31_536_000)
    }

    @Test func theSchemaHasTheBuiltInValues() throws {
        let builtIn = try JSONObject(jsonData: Self.builtIn)
        for group in ["thresholds", "delivery", "viewability"] {
            let members = try #require(try Self.schema()["properties"]?[group]?["properties"]?.objectValue)
            for entry in builtIn[group]?.objectValue ?? [:] {
                #expect(members[entry.key]?["default"] == entry.value, "\(entry.key)")
            }
        }
        let products = try #require(try Self.schema()["properties"]?["products"]?["items"]?["properties"])
        #expect(products["product"]?["enum"]?.arrayValue?.count == NielsenProduct.allCases.count)
    }

    @Test func aMemberIsExplained() throws {
        let schema = try SDKSchema()
        let member = try #require(try schema.members("pauseTimeout").first)
        #expect(member.path == "thresholds.pauseTimeout")
        #expect(member.builtIn == 1_800)
        #expect(member.expected == "a whole number from 1 to 86400")
        #expect(try schema.members("thresholds.creditValue").map(\.builtIn) == [30])
        #expect(try schema.members("templates.dcrVideo.method").map(\.builtIn) == ["GET"])
        #expect(try schema.members("products.processors.cadence")[0].expected.contains("quarterHour"))
        #expect(try schema.members("delivery")[0].members.contains("retryBase"))
        let several = try schema.members("creditValue").map(\.path)
        #expect(several == ["thresholds.creditValue", "products[].creditValue"])
        let unknown = #expect(throws: PropertyError.self) { try schema.members("pauseTimout") }
        #expect(unknown?.description.contains("Did you mean \"pauseTimeout\"?") == true)
        #expect(throws: PropertyError.self) { try schema.members("") }
        #expect(throws: PropertyError.self) { try schema.members("...") }
        #expect(schema.members.count > 90 && schema.members.allSatisfy { !$0.help.isEmpty })
    }

    // MARK: - Files

    @Test func aNewFileIsTheBuiltInOneWithAnotherIDAndServer() throws {
        let id = "P0A1B2C3D-0000-4000-8000-000000000001"
        let collector = try #require(URL(string: "https://collector.example/in/"))
        let data = try SDKConfigurationFile.text(for: id, collector: collector)
        let text = String(decoding: data, as: UTF8.self)
        #expect(!text.contains("127.0.0.1"))
        #expect(text.contains("\"url\": \"https://collector.example/in/cgi-bin/gn\""))
        #expect(try JSONObject(jsonData: data)["appid"]?.stringValue == id)
        let folder = try TemporaryFolder()
        let file = try SDKConfigurationFile.create(data, for: id, in: folder.url)
        #expect(file.path.hasSuffix("/sdk/\(id).json"))
        #expect(try Data(contentsOf: file) == data)
        let again = #expect(throws: PropertyError.self) {
            try SDKConfigurationFile.create(data, for: id, in: folder.url)
        }
        #expect(again?.code == .name)
    }

    @Test(arguments: [
        ("", "https://c.example", PropertyError.Code.value), ("../x", "https://c.example", .value),
        ("P1", "https://u:p@c.example", .secret), ("P1", "http://c.example", .value),
        ("P1", "https://c.example?x=1", .value), ("P1", "https:", .value),
    ])
    func aFileThatAppsWouldNotTakeIsNotMade(_ id: String, _ collector: String, _ code: PropertyError.Code) throws {
        let url = try #require(URL(string: collector))
        let error = #expect(throws: PropertyError.self) { try SDKConfigurationFile.text(for: id, collector: url) }
        #expect(error?.code == code)
    }

    @Test func whatAFileLacksIsListedAndAdded() throws {
        #expect(try SDKMigration(of: Self.builtIn).additions == [])
        var text = String(decoding: Self.builtIn, as: UTF8.self)
        let parts = ["        \"uoo=[nol_uoo]\",\n", "    \"nol_crash\": \"0\",\n"]
        for part in parts {
            let range = try #require(text.range(of: part))
            text.removeSubrange(range)
        }
        // A name is read before it is missed: no template may use it.
        for part in ["    \"nol_uid2\": \"(uid2)\",\n", "        \"uid2=[nol_uid2]\",\n"] {
            text = text.replacing(part, with: "")
        }
        let migration = try SDKMigration(of: Data(text.utf8))
        #expect(
            migration.additions.map(\.path) == [
                "defaults.nol_crash", "keyMap.nol_uid2", "templates.dcrVideo.parameters",
                "templates.dcrVideo.parameters", "templates.dcrStatic.parameters", "templates.session.parameters",
            ]
        )
        let added = try JSONObject(jsonData: try migration.text(adding: migration.additions))
        #expect(added["defaults"]?["nol_crash"] == "0")
        #expect(added["keyMap"]?["nol_uid2"] == "(uid2)")
        #expect(added["templates"]?["dcrVideo"]?["parameters"]?.arrayValue?.contains("uoo=[nol_uoo]") == true)
        let whole = try migration.text(adding: migration.additions)
        #expect(try SDKMigration(of: whole).additions == [])
        // It is for people, too.
        #expect(String(decoding: whole, as: UTF8.self).contains("\n  \"defaults\" : {\n"))
    }

    @Test func aFileWithoutProductsLacksNothing() throws {
        let data = Data(#"{"schema": "launch-hub.sdk-configuration", "version": 1}"#.utf8)
        #expect(try SDKMigration(of: data).additions == [])
        #expect(try SDKRehearsal(data).examples == [])
    }

    // MARK: - Trying one

    @Test func everyBuiltInTemplateHasAnExample() throws {
        let rehearsal = try SDKRehearsal(Self.builtIn)
        #expect(rehearsal.remarks == [])
        #expect(rehearsal.examples.count >= 7)
        for example in rehearsal.examples {
            let url = try #require(example.url, "\(example.template)")
            #expect(NielsenPingTable(url).template == example.template)
        }
        let url = { (template: String) in rehearsal.examples.first { $0.template == template }?.url ?? "" }
        #expect(url("dtvr").contains("&cr=2_00_99_I1_00000_1&"))
        let again = try SDKRehearsal(Self.builtIn)
        #expect(again.examples == rehearsal.examples)
    }

    @Test func aTemplateOfOnesOwnHasItsExampleAndAFaultItsPlace() throws {
        let text = String(decoding: Self.builtIn, as: UTF8.self)
        let own = text.replacingOccurrences(of: "\"tl=[nol_title]\"", with: "\"own=[nol_title]\"")
        let video = try SDKRehearsal(Data(own.utf8)).examples.first { $0.template == "dcrVideo" }
        #expect(video?.url?.contains("&own=Title") == true)
        let wrong = text.replacingOccurrences(of: "\"tl=[nol_title]\"", with: "\"tl=[nol_titel]\"")
        let error = #expect(throws: PropertyError.self) { try SDKRehearsal(Data(wrong.utf8)) }
        #expect(
            error?.description.contains(".templates.dcrVideo.parameters[5]") == true,
            "\(String(describing: error))"
        )
    }

    @Test func aKeyThatEverybodyCanReadIsRemarked() throws {
        let text = String(decoding: Self.builtIn, as: UTF8.self).replacingOccurrences(
            of: "{\"deviceId\": \"sha256\"}",
            with: "{\"deviceId\": \"aes128\", \"aes128Key\": \"00112233445566778899aabbccddeeff\"}"
        )
        #expect(try SDKRehearsal(Data(text.utf8)).remarks.contains { $0.contains("aes128Key") })
    }
}
