// SPDX-License-Identifier: Apache-2.0

import Foundation
import HubServices
import LaunchHubProperty
import NielsenAppApi
import TestSupport
import Testing

/// What a configuration is tried with, and the limits and texts of its file.
struct SDKRehearsalTests {
    private func examples() throws -> [String: (values: [String: String], body: String?)] {
        try SDKRehearsal(NielsenConfiguration.builtInText).examples.reduce(into: [:]) {
            found,
            example in
            let items = URLComponents(string: try #require(example.url))?.queryItems ?? []
            let values = Dictionary(items.map { ($0.name, $0.value ?? "") }) { $1 }
            found[example.template] = (values, example.body)
        }
    }

    /// An ad of 15 seconds, a programme of 400, 73 tags ten seconds apart and 30 seconds of radio, then a page: each
    /// begins when the one before it has ended.
    @Test func theExamplesAreOfOneSession() throws {
        let examples = try examples()
        #expect(
            examples.keys.sorted() == [
                "dar", "dcrStatic", "dcrVideo", "dtvr", "session", "tsv", "viewability", "viewabilityDTVR",
            ]
        )
        let start = 1_700_000_000
        func values(_ template: String, _ names: String...) -> [String?] {
            names.map { examples[template]?.values[$0] }
        }
        #expect(
            values("session", "sdd", "c13") == ["\(start)", "asid,P00000000-0000-0000-0000-000000000001"]
        )
        #expect(
            values(
                "dcrVideo",
                "c64",
                "tl",
                "cg",
                "c33",
                "c34",
                "c51",
                "c52",
                "sd",
                "c53",
                "c54",
                "c57",
                "ai"
            )
                == [
                    "starttm,\(start + 15)", "Title", "Programme", "segB,segment B", "segC,segment C",
                    "adl,15",
                    "noad,1", "3600", "fef,y", "oad,20260301 20:00:00", "adldf,2", "content-1",
                ]
        )
        #expect(
            values("dtvr", "c61", "ch", "adm", "os", "at")
                == ["createtm,\(start + 415)", "Channel", "1", "10000", "start"]
        )
        #expect(
            values("dcrStatic", "c64", "asn", "c32")
                == ["starttm,\(start + 415 + 730 + 30)", "Front page", "segA,segment A"]
        )
        #expect(values("tsv", "id3")[0]?.hasSuffix("/10000/10000/00") == true)
        #expect(values("dar", "ci") == ["example"])
    }

    /// The player is in view as a whole, on a screen of 400 by 800.
    @Test func theExamplesOfViewabilityHaveABody() throws {
        let examples = try examples()
        func body(_ position: Int, _ time: Int) -> String {
            let (number, size) = (
                "[[100,\(position),\(time),0]]", "[[\"400x800\",\(position),\(time),0]]"
            )
            return
                "{\"inau\":\(number),\"ines\":\(size),\"inss\":\(size),\"invp\":\(size),\"invs\":\(number)}"
        }
        #expect(examples["viewability"]?.body == body(0, 1_700_000_015))
        #expect(examples["viewabilityDTVR"]?.body == body(10_000, 1_700_000_415))
        #expect(
            Set(examples.filter { $0.value.body != nil }.keys) == ["viewability", "viewabilityDTVR"]
        )
    }

    @Test func aTemplateThatNoPingUsesHasNoAddress() throws {
        let text = String(decoding: NielsenConfiguration.builtInText, as: UTF8.self)
        let added =
            #""templates": {"aloneInTheWorld": {"url": "http://127.0.0.1:8642/x"}, "_note": "words","#
        let range = try #require(text.range(of: #""templates": {"#))
        let file = text.replacingCharacters(in: range, with: added)
        let examples = try SDKRehearsal(Data(file.utf8)).examples
        #expect(examples.first?.template == "aloneInTheWorld")
        #expect(examples.first?.url == nil && examples.first?.body == nil)
        #expect(examples.count == 9 && !examples.contains { $0.template == "_note" })
    }

    // MARK: - Files

    @Test(arguments: [(64, true), (65, false)])
    func anAppIDHasSixtyFourCharactersAtMost(_ count: Int, _ isOne: Bool) throws {
        let id = "P" + String(repeating: "0", count: count - 1)
        guard !isOne else {
            let text = try SDKConfigurationFile.text(for: id)
            return #expect(try JSONObject(jsonData: text)["appid"]?.stringValue == id)
        }
        let error = #expect(throws: PropertyError.self) { try SDKConfigurationFile.text(for: id) }
        #expect(
            error?.description
                == "\"\(id.dropLast())\" is not an app id; use the one that was assigned, P and a GUID"
        )
    }

    @Test(arguments: ["a.b", "a/b", "a b", "a@b", "a[b", "a`b", "a{b", "ä", "a_b"])
    func anAppIDThatIsNoPathStepIsRefused(_ id: String) {
        let error = #expect(throws: PropertyError.self) { try SDKConfigurationFile.text(for: id) }
        #expect(
            error?.description
                == "\"\(id)\" is not an app id; use the one that was assigned, P and a GUID"
        )
    }

    @Test func aCollectorMayHaveAPathAndAPort() throws {
        let plain = String(decoding: NielsenConfiguration.builtInText, as: UTF8.self)
        for (address, server) in [
            ("https://c.example:8443/a/", "https://c.example:8443/a"),
            ("https://c.example", "https://c.example"),
        ] {
            let data = try SDKConfigurationFile.text(
                for: "P1",
                collector: URL(string: address)
            )
            let expected = plain.replacingOccurrences(
                of: "P00000000-0000-0000-0000-000000000001",
                with: "P1"
            )
            .replacingOccurrences(of: "http://127.0.0.1:8642", with: server)
            #expect(String(decoding: data, as: UTF8.self) == expected)
        }
    }

    @Test(arguments: [
        (
            "https://c.example/?x", PropertyError.Code.value,
            "\"https://c.example/?x\" is not the address of a collector; use one such as https://collector.example"
        ),
        (
            "https://c.example/#x", .value,
            "\"https://c.example/#x\" is not the address of a collector; use one such as https://collector.example"
        ),
        (
            "https://c.example/a|b", .value,
            "\"https://c.example/a|b\" is not the address of a collector; use one such as https://collector.example"
        ),
        (
            "https://u@c.example", .secret,
            "the address of the collector has a password, and everybody can read it; leave it out"
        ),
        (
            "https://:p@c.example", .secret,
            "the address of the collector has a password, and everybody can read it; leave it out"
        ),
    ])
    func anAddressOfNoCollectorIsRefused(
        _ address: String,
        _ code: PropertyError.Code,
        _ says: String
    ) throws {
        // Some systems make no address of some of these at all.
        guard let url = URL(string: address), url.absoluteString == address else { return }
        let error = #expect(throws: PropertyError.self) {
            try SDKConfigurationFile.text(for: "P1", collector: url)
        }
        #expect(error?.code == code && error?.description == says, "\(String(describing: error))")
    }

    @Test func aFileThatIsThereIsNotReplaced() throws {
        let folder = try TemporaryFolder()
        let data = try SDKConfigurationFile.text(for: "P1")
        let file = try SDKConfigurationFile.create(data, for: "P1", in: folder.url)
        let rights =
            try FileManager.default.attributesOfItem(atPath: file.path)[.posixPermissions] as? NSNumber
        #expect(rights?.intValue == 0o644)
        let error = #expect(throws: PropertyError.self) {
            try SDKConfigurationFile.create(Data("{}".utf8), for: "P1", in: folder.url)
        }
        #expect(error?.description == "\(file.path) is there already; change that, or remove it first")
        #expect(try Data(contentsOf: file) == data)
        try SDKConfigurationFile.write(Data("{}".utf8), to: file)
        #expect(try Data(contentsOf: file) == Data("{}".utf8))
        let missing = folder.file("none/P1.json")
        let cannot = #expect(throws: PropertyError.self) {
            try SDKConfigurationFile.write(data, to: missing)
        }
        #expect(cannot?.code == .file && cannot?.description.contains(missing.path) == true)
    }

    // MARK: - The schema

    @Test(arguments: [
        ("schema", "\"launch-hub.sdk-configuration\""), ("thresholds", "an object"),
        ("products", "a list of objects"),
        ("templates.dcrVideo.parameters", "a list of texts"), ("templates.dcrVideo.url", "a text"),
        ("templates.dcrVideo.method", "GET, POST"),
        ("maximumAge", "a whole number from 60 to 31536000"),
        ("sfcodes", "a list of texts"),
    ])
    func whatAMemberTakesIsSaid(_ path: String, _ expected: String) throws {
        let members = try SDKSchema().members(path)
        #expect(members.map(\.expected) == [expected])
        #expect(members.map(\.path) == [path])
        #expect(members.allSatisfy { !$0.help.isEmpty })
    }

    /// Elements are found with and without their brackets.
    @Test func aMemberOfAnElementIsFound() throws {
        let schema = try SDKSchema()
        let member = try #require(try schema.members("products[].processors[].cadence").first)
        #expect(member.path == "products.processors.cadence")
        #expect(try schema.members("products.processors.cadence") == [member])
        #expect(member.builtIn == nil)
        #expect(try schema.members("processors").map(\.path) == ["products[].processors"])
        let error = #expect(throws: PropertyError.self) { try schema.members("zzzzzzzzzzzzzzzz") }
        #expect(
            error?.description
                == "there is no member \"zzzzzzzzzzzzzzzz\"; config sdk explain lists them."
        )
        #expect(error?.code == .unknown)
    }
}
