// SPDX-License-Identifier: Apache-2.0

import Foundation
import HubServices
import NielsenModel
import Testing

@testable import NielsenPings

/// What a configuration file says about pings, from both sides of each limit.
struct PingPlanTests {
    private func read(_ members: String) throws -> NielsenConfiguration {
        let text = #"{"schema": "launch-hub.sdk-configuration", "version": 1, \#(members)}"#
        return try NielsenConfiguration(jsonData: Data(text.utf8))
    }

    /// What is wrong with a file: where and what.
    private func fault(_ members: String) -> String? {
        do {
            _ = try read(members)
            return nil
        } catch {
            return (error as? NielsenConfigurationError).map { "\($0.path) \($0.detail)" }
        }
    }

    private static let template = #""templates": {"t": {"url": "https://h/x"}}"#

    private func product(_ name: String, _ members: String, _ processor: String = "") -> String {
        """
        \(Self.template), "products": [{"product": "\(name)" \(members), "processors": [
            {"cadence": "interval", "template": "t" \(processor)}
        ]}]
        """
    }

    // MARK: - The vocabulary

    @Test func aNameOfTheKeyMapHasFourSlotsAndADefaultOne() {
        let first = PingVariable.count
        let words = PingVocabulary(
            keyMap: [("n_a", "a"), ("n_b", "(b)"), ("n_c", "((c))")],
            valueMaps: ["n_a": ["x": "y", "*": "z"], "n_b": ["x": "y"]],
            defaults: ["n_a": "da", "n_b_ad": "db", "only": "o", "last": "l"]
        )
        #expect(words.keys.map(\.slot) == [first, first + 4, first + 8])
        #expect(words.keys.map(\.clientKey) == ["a", "b", "c"])
        #expect(words.keys.map(\.encodings) == [0, 1, 2])
        let names = ["n_a", "n_a_content", "n_a_ad", "n_a_static", "n_b", "n_c_static", "last", "only", "nothing"]
        #expect(
            names.map(words.slot)
                == [first, first + 1, first + 2, first + 3, first + 4, first + 11, first + 12, first + 13, nil]
        )
        let values = ["da", "da", "da", "da", "", "", "db", "", "", "", "", "", "l", "o"]
        #expect(words.defaults.dropFirst(first).map(\.text) == values)
        #expect(
            ["only", "n_a", "n_a_ad", "nol_appid", "nothing"].map(words.isConstant) == [true]
                + Array(repeating: false, count: 4)
        )
        #expect(["only", "n_a_static", "nothing"].map(words.defaultText) == ["o", "da", ""])
        let origins: [PingOrigin] = [
            .metadata("a"), .metadata("b"), .metadata("c"), .configuration("only"), .choice, .configuration("nothing"),
        ]
        #expect(["n_a_static", "n_b", "n_c_static", "only", "nol_uoo", "nothing"].map(words.origin) == origins)
        #expect(["X", "q"].map(words.keys[0].value) == [.text("y"), .text("z")])
        #expect(["X", "a b"].map(words.keys[1].value) == [.text("y"), .text("a%20b")])
        #expect(words.keys[2].value("a b") == .text("a%2520b"))
    }

    @Test func aSlotIsFilledFromTheAssetThenTheAppThenTheDefault() {
        let words = PingVocabulary(
            keyMap: [("n_a", "a"), ("n_u", "mediaURL")],
            valueMaps: [:],
            defaults: ["n_a": "default"]
        )
        func filled(_ metadata: [String: String], _ appInfo: [String: String], barely: Bool = false) -> [String] {
            var values = words.defaults
            words.fill(2, from: metadata, appInfo, barely: barely, &values)
            #expect(values[PingVariable.count] == .text("default"))
            return [values[PingVariable.count + 2].text, values[PingVariable.count + 6].text]
        }
        #expect(filled(["a": "1"], ["a": "2"]) == ["1", ""])
        #expect(filled(["a": ""], ["a": "2"]) == ["2", ""])
        #expect(filled([:], ["a": ""]) == ["default", ""])
        let address = ["mediaURL": "https://u:p@h/x?q#f", "a": "https://u:p@h/x?q#f"]
        #expect(filled(address, [:]) == ["https://u:p@h/x?q#f", "https://h/x?q#f"])
        #expect(filled(address, [:], barely: true) == ["https://u:p@h/x?q#f", "https://h/x"])
    }

    @Test(arguments: [
        ("a", true), ("(a)", true), ("((a))", true), ("(ab)", true), ("(((a)))", false), ("()", false), ("(())", false),
        ("", false), ("(ab", false), ("abc)", false), ("((ab)", false), ("a(b)c", false), ("a)b", false),
    ])
    func aKeyStandsInUpToTwoPairsOfParentheses(_ key: String, _ isRight: Bool) {
        let fault = fault(#""keyMap": {"nol_m": "\#(key)"}, "products": []"#)
        #expect((fault == nil) == isRight)
        if !isRight { #expect(fault?.hasPrefix(".keyMap.nol_m ") == true) }
    }

    // MARK: - Templates

    @Test(arguments: [
        ("https://h/x", ["a=1", "b=[d]"], "https://h/x?a=1&b=v"), ("https://h/x", [], "https://h/x"),
        ("https://h/[d]", ["a=1"], "https://h/va=1"), ("https://h/|!d!|", ["a=1"], "https://h/va=1"),
        ("https://h/[d]", [], "https://h/v"),
    ])
    func parametersGoBehindAQuestionMark(_ url: String, _ parameters: [String], _ rendered: String) throws {
        let list = parameters.map { "\"\($0)\"" }.joined(separator: ",")
        let plan = try read(
            #""defaults": {"d": "v"}, "templates": {"t": {"url": "\#(url)", "parameters": [\#(list)]}}, "products": []"#
        ).plan
        let form = try #require(plan.forms["t"])
        var marks: [Int] = []
        var buffer = PingBuffer()
        _ = try form.template.render(plan.vocabulary.defaults, marks: &marks, into: &buffer)
        #expect(buffer.text == rendered)
        #expect(form.method == .get)
    }

    /// A colon distinguishes the address of a host from an expression.
    @Test(arguments: ["http://[::1]:8642/[d]", "https://[2001:DB8::127.0.0.1]/[d]"])
    func theBracketsOfAHostAreText(_ url: String) throws {
        let plan = try read(
            #""defaults": {"d": "v"}, "templates": {"t": {"url": "\#(url)"}}, "products": []"#
        ).plan
        var marks: [Int] = []
        var buffer = PingBuffer()
        _ = try #require(plan.forms["t"]).template.render(plan.vocabulary.defaults, marks: &marks, into: &buffer)
        #expect(buffer.text == url.replacing("[d]", with: "v"))
    }

    @Test(arguments: [
        ("https://[:::1]/", 9), ("https://h/[::1]", 11), ("https://[::1", 9), ("https://[d]://[::1]", 15),
    ])
    func otherBracketsBeginAnExpression(_ url: String, _ place: Int) {
        let words = "wrong at byte \(place): \":\" has no meaning here"
        let error = #expect(throws: NielsenConfigurationError.self) {
            try read(#""defaults": {"d": "v"}, "templates": {"t": {"url": "\#(url)"}}, "products": []"#)
        }
        #expect(error?.description.contains(words) == true, "\(error?.description ?? "")")
    }

    @Test func onlyParametersThatAreNeitherConstantNorNeededAreCut() throws {
        let plan = try read(
            """
            "defaults": {"d": "v"}, "products": [], "templates": {"t": {
                "url": "https://h/x", "parameters": ["a=1", "b=[d]", "c=|!d!|", "e=[d]|!d!|", "[d]", "f=x[d]"]
            }}
            """
        ).plan
        #expect(plan.forms["t"]?.optional == ["b", "f"])
        #expect(plan.forms["t"]?.fields.map(\.parameter) == ["a", "b", "c", "e", "", "f"])
    }

    @Test func whatIsNotReadIsRemarkedOnWithItsPlace() throws {
        let remarks = try read(
            """
            "other": 1, "identifiers": {"other": 1}, "products": [{"product": "dcrVideo", "other": 1, "processors": [
                {"cadence": "interval", "template": "t", "other": 1, "beforeView": {"other": 1, "_note": 1}}
            ]}], "templates": {"t": {"url": "https://h/x", "other": 1}}
            """
        ).remarks
        let places = remarks.compactMap { $0.split(separator: ":").first }
        #expect(
            places.sorted() == [
                "the configuration at .identifiers.other", "the configuration at .other",
                "the configuration at .products[0].other",
                "the configuration at .products[0].processors[0].beforeView.other",
                "the configuration at .products[0].processors[0].other", "the configuration at .templates.t.other",
            ]
        )
    }

    @Test(
        arguments: [
            ("https://h/x", nil), ("http://127.0.0.1:8642/x?a", "http://127.0.0.1:8642/x"),
            ("https://localhost", "https://localhost"), ("http://127.0.0.1?a", "http://127.0.0.1"),
            ("http://127.0.0.1#a", "http://127.0.0.1#a"), ("https://h/localhost", nil), ("https://localhost.h/", nil),
            ("https://127.0.0.1.h/", nil), ("localhost", nil), ("http://[::1]:8642/x?[a]", "http://[::1]:8642/x"),
        ] as [(String, String?)]
    )
    func aCollectorOfThisMachineIsKnown(_ url: String, _ collector: String?) throws {
        #expect(
            try read(#""defaults": {"a": ""}, "templates": {"t": {"url": "\#(url)"}}, "products": []"#).plan
                .loopbackCollector == collector
        )
    }

    @Test func theFirstCollectorByNameIsTaken() throws {
        let plan = try read(
            """
            "allowsInsecure": true, "products": [], "templates": {
                "c": {"url": "http://localhost/c"}, "a": {"url": "http://h/a"}, "b": {"url": "http://localhost/b"},
                "d": {"url": "http://h/d"}, "_a": {"url": "http://localhost/_"}
            }
            """
        ).plan
        #expect(plan.loopbackCollector == "http://localhost/b")
        #expect(plan.unencrypted == ["a", "d"])
    }

    @Test(arguments: [
        ("http://h/x", true), ("HTTP://H", true), ("http://127.0.0.1", false), ("http://LOCALHOST:1/x", false),
        ("http://[::1]:1/x", false), ("http://[::2]/x", true), ("https://h/x", false), ("", false),
        ("http://h/http://localhost", true), ("http://h?localhost", true), ("http://localhost?h", false),
        ("http://localhost#h", false), ("http://127.0.0.1:x@h/", true), ("http://localhost:[x]/", true),
    ])
    func onlyThisMachineIsReachedWithoutEncryption(_ url: String, _ leaves: Bool) {
        #expect(PingPlan.leavesUnencrypted(url) == leaves)
    }

    // MARK: - Products

    @Test(
        arguments: [
            ("dtvr", #", "segmentValue": 1, "creditValue": 1"#, nil),
            ("dtvr", #", "segmentValue": 3600, "creditValue": 3600"#, nil), ("dtvr", "", nil), ("dcrVideo", "", nil),
            ("dtvr", #", "segmentValue": 60, "creditValue": 60"#, nil),
            ("dtvr", #", "segmentValue": 0, "creditValue": 1"#, "segmentValue 0 is out of range; 1 to 3600 is right"),
            ("dtvr", #", "segmentValue": 1, "creditValue": 0"#, "creditValue 0 is out of range; 1 to 3600 is right"),
            (
                "dtvr", #", "segmentValue": 3601, "creditValue": 1"#,
                "segmentValue 3601 is out of range; 1 to 3600 is right"
            ),
            (
                "dtvr", #", "segmentValue": 3600, "creditValue": 3601"#,
                "creditValue 3601 is out of range; 1 to 3600 is right"
            ),
            (
                "dtvr", #", "segmentValue": 60, "creditValue": 61"#,
                "creditValue it goes with a segmentValue that is at least as large"
            ),
            ("dtvr", #", "segmentValue": 60"#, "creditValue it goes with a segmentValue that is at least as large"),
            ("dtvr", #", "creditValue": 60"#, "creditValue it goes with a segmentValue that is at least as large"),
            (
                "dcrVideo", #", "segmentValue": 60, "creditValue": 60"#,
                "product segmentValue and creditValue of a product's own are for dtvr only"
            ),
            (
                "dcrVideo", #", "segmentValue": 60"#,
                "product segmentValue and creditValue of a product's own are for dtvr only"
            ),
            (
                "dcrVideo", #", "creditValue": 60"#,
                "product segmentValue and creditValue of a product's own are for dtvr only"
            ),
        ] as [(String, String, String?)]
    )
    func theSegmentsOfAProductHaveTheirLimits(_ name: String, _ members: String, _ wrong: String?) {
        #expect(fault(product(name, members)) == wrong.map { ".products[0]." + $0 })
    }

    @Test(arguments: [(0, false), (1, true), (1_440, true), (1_441, false)])
    func theSegmentsOfAPingHaveTheirLimits(_ count: Int, _ isRight: Bool) throws {
        for name in ["segments", "windowSegments"] {
            let file = product("dtvr", "", #", "\#(name)": \#(count)"#)
            let place = ".products[0].processors[0].\(name) "
            #expect(fault(file) == (isRight ? nil : place + "\(count) is out of range; 1 to 1440 is right"))
            guard isRight else { continue }
            let processor = try #require(try read(file).plan.products.first?.processors.first)
            #expect(processor.segments == (name == "segments" ? count : 5))
            #expect(processor.windowSegments == (name == "segments" ? 15 : count))
        }
    }

    @Test func aProductIsThereOnceAndMayBeSwitchedOff() throws {
        let processors = #""processors": [{"cadence": "interval", "template": "t"}]"#
        func file(_ second: String) -> String {
            #"\#(Self.template), "products": [{"product": "dar", \#(processors)}, {"product": \#(second), \#(processors)}]"#
        }
        #expect(try read(file(#""dtvr""#)).plan.products.map(\.product) == [.dar, .dtvr])
        #expect(try read(file(#""dtvr", "enabled": true"#)).plan.products.map(\.product) == [.dar, .dtvr])
        #expect(try read(file(#""dtvr", "enabled": false"#)).plan.products.map(\.product) == [.dar])
        #expect(try read(file(#""dar", "enabled": false"#)).plan.products.map(\.product) == [.dar])
        #expect(fault(file(#""dar""#)) == ".products dar is there twice")
    }

    @Test(
        arguments: [
            ([], [], [:], true), (["content"], [], ["type": "content"], true), (["content"], [], ["type": "ad"], false),
            (["content"], [], [:], false), ([], ["a", "b"], ["b": "1"], true), ([], ["a", "b"], ["b": ""], false),
            ([], ["a"], [:], false), (["content"], ["a"], ["type": "content"], false),
            (["content"], ["a"], ["type": "content", "a": "1"], true), (["content"], ["a"], ["a": "1"], false),
        ] as [([String], [String], [String: String], Bool)]
    )
    func aProductMeasuresItsTypesAndKeys(
        _ types: [String],
        _ keys: [String],
        _ metadata: [String: String],
        _ isMeasured: Bool
    ) {
        let product = PingPlan.Product(
            product: .dcrVideo,
            types: Set(types),
            requiresAny: keys,
            segmentSeconds: nil,
            creditSeconds: nil,
            processors: []
        )
        #expect(product.measures(metadata) == isMeasured)
    }

    @Test(
        arguments: [
            ("dcrVideo", "interval", "", []), ("dcrVideo", "view", "", ["dcrVideo view"]),
            ("dcrVideo", "view", #", "cid": "FD""#, ["dcrVideo view"]), ("viewability", "view", #", "cid": "FD""#, []),
            ("viewability", "view", "", ["viewability view"]), ("dtvr", "quarterHour", "", []),
            ("tsv", "interval", "", ["tsv interval"]),
        ] as [(String, String, String, [String])]
    )
    func aProcessorThatNeverMakesAPingIsKnown(
        _ product: String,
        _ cadence: String,
        _ members: String,
        _ idle: [String]
    ) throws {
        let plan = try read(
            """
            \(Self.template), "products": [{"product": "\(product)", "processors": [
                {"cadence": "\(cadence)", "template": "t" \(members)}
            ]}]
            """
        ).plan
        #expect(plan.idleProcessors.map { "\($0.0.rawValue) \($0.1.rawValue)" } == idle)
    }

    // MARK: - The file

    private func fault(version: Int, _ members: String = "") -> String? {
        let text = #"{"schema": "launch-hub.sdk-configuration", "version": \#(version)\#(members)}"#
        do {
            return try NielsenConfiguration(jsonData: Data(text.utf8)).remarks.first
        } catch {
            return "\(error.path) \(error.detail)"
        }
    }

    @Test(
        arguments: [
            (1, "", nil), (0, "", ".version 0 is out of range; 1 to 1000000 is right"),
            (1_000_001, "", ".version 1000001 is out of range; 1 to 1000000 is right"),
            (2, "", ".version version 2 cannot be read here; 1 can"),
            (1_000_000, "", ".version version 1000000 cannot be read here; 1 can"),
            (2, #", "minimumReader": 1"#, "version 2 is read as version 1, as its minimumReader allows"),
            (2, #", "minimumReader": 2"#, ".version version 2 cannot be read here; 1 can"),
            (2, #", "minimumReader": 0"#, ".minimumReader 0 is out of range; 1 to 1000000 is right"),
            (2, #", "minimumReader": 1000000"#, ".version version 2 cannot be read here; 1 can"),
            (2, #", "minimumReader": 1000001"#, ".minimumReader 1000001 is out of range; 1 to 1000000 is right"),
        ] as [(Int, String, String?)]
    )
    func aLaterVersionIsReadWhereItSaysSo(_ version: Int, _ members: String, _ said: String?) {
        #expect(fault(version: version, members) == said)
    }

    @Test func aFileHasFourMebibytesAtMost() throws {
        let text = #"{"schema": "launch-hub.sdk-configuration", "version": 1}"#
        #expect(NielsenConfiguration.maximumBytes == 4_194_304)
        let longest = Data((text + String(repeating: " ", count: 4_194_304 - text.utf8.count)).utf8)
        #expect(try NielsenConfiguration(jsonData: longest) == NielsenConfiguration())
        #expect(
            throws: NielsenConfigurationError(path: "", "it has 4194305 bytes; at most 4194304 are read")
        ) { try NielsenConfiguration(jsonData: longest + [0x20]) }
    }

    @Test(arguments: [(19_998, true), (19_999, false)])
    func aFileHasTwentyThousandMembersAtMost(_ count: Int, _ isRead: Bool) {
        // Two commas stand between the members, and one behind each code but the last.
        let codes = Array(repeating: #""a""#, count: count + 1).joined(separator: ",")
        let fault = fault(#""sfcodes": [\#(codes)]"#)
        #expect(fault == (isRead ? nil : " it has more than 20000 members; none were read"))
    }

    @Test func whatNoFileSaysIsUsual() {
        let usual = NielsenConfiguration()
        #expect(usual.maximumPendingCalls == 7_200)
        #expect(usual.maximumAgeSeconds == 86_400)
        #expect(!usual.allowsInsecure)
        #expect(NielsenConfiguration.schemaVersion == 1)
        #expect(!NielsenThresholds().keepsCreditJournal)
    }

    @Test func whatIsInForceIsWhatWasReadOverWhatIsBuiltIn() throws {
        let some = try read(#""thresholds": {"longAd": 7}, "appid": "A""#).inForce
        #expect(some["appid"] == "A")
        #expect(some["thresholds"]?["longAd"] == 7)
        #expect(some["thresholds"]?["segmentValue"] == 60)
        #expect(some["keyMap"] != nil)
        let own = try read(#""products": [], "delimiter": "+""#).inForce
        #expect(own["products"] == [])
        #expect(own["delimiter"] == "+")
        #expect(own["keyMap"] == nil)
        #expect(own["delivery"]?["retryBase"] == 1)
    }

    @Test(
        arguments: [
            ("https://h/x", nil), ("HTTPS://h/x", nil), ("http://localhost/x", nil), ("http://[::1]/x", nil),
            ("ftp://h/x", #".optOutURL "ftp://h/x" is not an http: or https: address"#),
            (
                "http://h/x",
                ".optOutURL it is http: to another machine, where anybody on the way can read and change it; "
                    + "use https:, or set allowsInsecure to true"
            ),
        ] as [(String, String?)]
    )
    func aPageIsAnAddressThatNobodyElseChanges(_ url: String, _ wrong: String?) {
        #expect(fault(#""optOutURL": "\#(url)""#) == wrong)
    }
}
