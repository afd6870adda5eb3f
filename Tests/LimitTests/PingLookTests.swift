// SPDX-License-Identifier: Apache-2.0

import Foundation
import HubServices
import NielsenModel
import Testing

@testable import NielsenPings

/// Pings of templates made for the purpose, taken apart and checked one by one and together.
struct PingLookTests {
    private static func configuration(_ templates: String, _ products: String = "", limit: Int = 500) throws
        -> NielsenConfiguration
    {
        let text = """
            {"schema": "launch-hub.sdk-configuration", "version": 1, "defaults": {"d": "x"},
             "thresholds": {"addressLength": \(limit)}, "templates": {\(templates)}, "products": [\(products)]}
            """
        return try NielsenConfiguration(jsonData: Data(text.utf8))
    }

    private static func template(_ name: String, _ parameters: [String]) -> String {
        let list = parameters.map { "\"\($0)\"" }.joined(separator: ",")
        return "\"\(name)\": {\"url\": \"https://h/x\", \"parameters\": [\(list)]}"
    }

    // MARK: - Which template

    /// A constant counts a hundred times as much as what is missing, and of equal templates the first is meant.
    @Test func aTemplateIsToldByItsParametersAndConstants() throws {
        let many = (0..<101).map { "p\($0)=[d]" }
        let url = "https://h/x?k=1&" + (0..<101).map { "p\($0)=" }.joined(separator: "&")
        let first = try Self.configuration(Self.template("a", ["k=1"]) + "," + Self.template("b", many))
        #expect(NielsenPingTable(url, first).template == "a")
        let second = try Self.configuration(Self.template("c", ["k=1"]) + "," + Self.template("b", many))
        #expect(NielsenPingTable(url, second).template == "b")
        let fewer = try Self.configuration(Self.template("a", ["k=1"]) + "," + Self.template("b", many + ["q=[d]"]))
        #expect(NielsenPingTable(url, fewer).template == "a")
        #expect(NielsenPingTable(url + "&q=1", fewer).template == "b")
        #expect(NielsenPingTable("https://h/x?k=1", first).template == "a")
        #expect(NielsenPingTable("https://h/x?k=2", first).template == "")
        #expect(NielsenPingTable("https://h/x?p7=2", first).template == "b")
        #expect(NielsenPingTable("https://h/x?zzz=2", first).template == "")
        #expect(NielsenPingTable("https://h/x", first).rows == [])
    }

    @Test func aValueIsReadBehindTheWordThatNamesIt() throws {
        let configuration = try Self.configuration(
            Self.template("t", ["t=cc%2C[d]", "u=|!d!|", "v=a%2Cb", "w=[d]%2Cx", "y=cc%2C|!d!|", "y=[d]"])
        )
        func row(_ url: String, _ name: String) -> NielsenPingTable.Row? {
            NielsenPingTable("https://h/x?v=a%2Cb&" + url, configuration).rows.first { $0.name == name }
        }
        #expect(row("t=cc%2Cz%20z", "t")?.value == "z z")
        #expect(row("t=cc%2Cz", "t")?.text == "cc,z")
        #expect(row("t=xyz", "t")?.value == "xyz")
        #expect(row("y=cc%2C1", "y")?.value == "1")
        #expect(row("w=%5Bd%5D%2Cx", "w")?.value == "[d],x")
        #expect(row("u=1=2#3", "u")?.value == "1=2")
        #expect(row("u", "u")?.value == "")
        #expect(row("u=%zz", "u")?.value == "%zz")
        #expect(row("u=1", "v")?.value == "a,b")
        #expect(row("u=1", "v")?.origins == [.template])
        #expect(row("u=1", "u")?.origins == [.configuration("d")])
        #expect(row("other=1", "other")?.origins == [])
    }

    // MARK: - One ping

    private static let checked = template(
        "t",
        ["k=1", "m=|!d!|", "o=[d]", "uoo=[nol_uoo]", "c9=[nol_deviceId]", "n=|!d!|", "n=[d]"]
    )

    private static func rules(_ url: String) throws -> [String] {
        NielsenPingCheck(try configuration(checked)).findings(inPing: url).map {
            $0.rule.rawValue + ($0.key.map { " " + $0 } ?? "")
        }
    }

    @Test(
        arguments: [
            ("/x?k=1&m=2&n=3", []), ("http://h/x?k=1&m=2&n=3&n=4", []), ("https://h/x?k=1&m=2&n=3&o=4", []),
            ("ftp://h/x?k=1&m=2&n=3", ["PING_NOT_AN_ADDRESS"]), ("/x", ["PING_NOT_AN_ADDRESS"]),
            ("/x?k=1&n=3", ["PING_PARAMETER_MISSING m"]), ("/x?k=2&n=3", ["PING_OF_NO_TEMPLATE"]),
            ("/x?k=1&m=2&n=3&z=1&z=2", ["PING_PARAMETER_UNKNOWN z", "PING_PARAMETER_UNKNOWN z"]),
            ("/x?k=1&m=2&m=2&n=3", ["PING_PARAMETER_TWICE m"]),
            ("/x?k=1&m=2&n=3&n=4&n=5", ["PING_PARAMETER_TWICE n", "PING_PARAMETER_TWICE n"]),
            ("/x?k=1&m=2&n=3&uoo=true&c9=", []), ("/x?k=1&m=2&n=3&uoo=false&c9=1", []),
            ("/x?k=1&m=2&n=3&uoo=true&c9=1", ["PING_IDENTIFIER_AFTER_OPT_OUT c9"]),
        ] as [(String, [String])]
    )
    func aPingIsComparedWithItsTemplate(_ url: String, _ rules: [String]) throws {
        #expect(try Self.rules(url) == rules)
    }

    @Test(arguments: [(500, false), (501, true)])
    func anAddressHasItsLimit(_ count: Int, _ isFound: Bool) throws {
        let start = "/x?k=1&m=2&n=3&o="
        let url = start + String(repeating: "x", count: count - start.utf8.count)
        #expect(try Self.rules(url) == (isFound ? ["PING_TOO_LONG"] : []))
    }

    @Test(arguments: [(39, 39), (40, 40), (41, 40), (60, 40)])
    func fortyFaultsAreFound(_ count: Int, _ found: Int) throws {
        let url = "/x?k=1&m=2&n=3" + String(repeating: "&z", count: count)
        #expect(try Self.rules(url).count == found)
    }

    @Test(
        arguments: [
            (" ", 18), ("\u{1F}", 18), ("\u{7F}", 18), ("é", 18), ("\"", 18), ("<", 18), (">", 18), ("\\", 18),
            ("^", 18),
            ("`", 18), ("{", 18), ("|", 18), ("}", 18), ("%", 18), ("%4", 18), ("%4g", 18), ("%g4", 18), ("%41%", 21),
            ("!", nil), ("~", nil), ("%41", nil), ("%fF", nil), ("[]", nil),
        ] as [(String, Int?)]
    )
    func aByteThatCannotStandInAnAddressIsFound(_ value: String, _ place: Int?) throws {
        let findings = NielsenPingCheck(try Self.configuration(Self.checked)).findings(
            inPing: "/x?k=1&m=2&n=3&o=" + value
        )
        let message = place.map { "byte \($0) cannot stand in an address; write it as % and two hexadecimal digits" }
        #expect(findings.map(\.message) == [message].compactMap { $0 })
    }

    @Test(
        arguments: [
            ("https://h/x?a=[nol_uoo]", []), ("https://h/ü", ["TEMPLATE_UNREADABLE"]),
            ("[nol_uo]", ["TEMPLATE_NAME_UNKNOWN"]), ("[uper(nol_uoo)]", ["TEMPLATE_FUNCTION_UNKNOWN"]),
            ("[", ["TEMPLATE_UNREADABLE"]),
        ] as [(String, [String])]
    )
    func aTemplateIsChecked(_ text: String, _ rules: [String]) throws {
        let findings = NielsenPingCheck(try Self.configuration(Self.checked)).findings(inTemplate: text)
        #expect(findings.map(\.rule.rawValue) == rules)
    }

    @Test func aNameThatIsMeantIsAskedFor() throws {
        let check = NielsenPingCheck(try Self.configuration(Self.checked))
        #expect(check.findings(inTemplate: "[nol_uo]").first?.message.hasSuffix(". Did you mean \"nol_uoo\"?") == true)
        #expect(check.findings(inTemplate: "[uper(d)]").first?.message.hasSuffix(". Did you mean \"upper\"?") == true)
        #expect(check.findings(inTemplate: "[nothing_like_it]").first?.message.contains("Did you mean") == false)
    }

    // MARK: - Pings together

    private static let products = """
        {"product": "dcrVideo", "processors": [{"cadence": "impression", "template": "v"}]},
        {"product": "dar", "processors": [{"cadence": "impression", "template": "ad"}]},
        {"product": "dtvr", "processors": [{"cadence": "interval", "template": "w"}]}
        """

    private static let together = [
        template(
            "v",
            ["k=v"] + ["sessionId", "ai", "cai", "ty", "c59", "c52", "davty", "c9", "uoo", "n"].map { "\($0)=[d]" }
        ),
        template("ad", ["k=ad", "n=[d]"]),
        template("w", ["k=w"] + ["sessionId", "ca", "ch", "ci", "davty", "n"].map { "\($0)=[d]" }),
    ].joined(separator: ",")

    /// What is found in pings, each of which has a number of its own.
    private static func found(_ pings: [String], numbered: Bool = true) throws -> [String] {
        var lint = NielsenPingLint(try configuration(together, products))
        for (place, ping) in pings.enumerated() { lint.read("https://h/x?" + ping + (numbered ? "&n=\(place)" : "")) }
        return lint.finish().map(\.description)
    }

    private static func content(_ asset: String, _ davty: Int, _ ads: Int, session: String = "s") -> String {
        "k=v&sessionId=\(session)&ai=\(asset)&ty=content&c59=\(asset)&davty=\(davty)&c52=\(ads)"
    }

    private static func ad(_ asset: String, of content: String, session: String = "s") -> String {
        "k=v&sessionId=\(session)&ai=\(asset)&cai=\(content)&ty=midroll&c59=\(asset)&davty=0"
    }

    @Test(
        arguments: [
            // No ad, one within, one before.
            ([content("A", 0, 0)], nil),
            ([content("A", 0, 1)], "1: PING_SUM: c52 of A is 1, and 0 of its ads have pings"),
            ([content("A", 0, 0), ad("x", of: "A"), content("A", 2, 1)], nil),
            (
                [content("A", 0, 0), ad("x", of: "A"), content("A", 2, 0)],
                "3: PING_SUM: c52 of A is 0, and 1 of its ads have pings"
            ),
            ([ad("x", of: "A"), content("A", 0, 0)], nil), ([ad("x", of: "A"), content("A", 0, 1)], nil),
            (
                [ad("x", of: "A"), content("A", 0, 2)],
                "2: PING_SUM: c52 of A is 2, and 1 of its ads have pings"
            ),
            // Of other content, of none that is told, of another session, of the content before, and behind the last.
            (
                [content("A", 0, 0), ad("x", of: "B"), content("A", 2, 1)],
                "3: PING_SUM: c52 of A is 1, and 0 of its ads have pings"
            ),
            ([content("A", 0, 0), ad("x", of: ""), content("A", 2, 1)], nil),
            (
                [content("A", 0, 0), ad("x", of: "A", session: "o"), content("A", 2, 1)],
                "3: PING_SUM: c52 of A is 1, and 0 of its ads have pings"
            ),
            (
                [content("A", 0, 0), ad("x", of: ""), content("A", 2, 1), content("B", 0, 1)],
                "4: PING_SUM: c52 of B is 1, and 0 of its ads have pings"
            ),
            (
                [content("A", 0, 0), content("A", 2, 1), ad("x", of: "A")],
                "2: PING_SUM: c52 of A is 1, and 0 of its ads have pings"
            ),
            ([content("A", 0, 0), "k=ad", content("A", 2, 1)], nil),
            (
                [content("A", 0, 0), "k=ad", content("A", 2, 2)],
                "3: PING_SUM: c52 of A is 2, and 0 of its ads have pings"
            ),
            ([content("A", 0, 0), "k=ad", "k=ad", content("A", 2, 2)], nil),
        ] as [([String], String?)]
    )
    func theAdsOfContentAreThoseWithPings(_ pings: [String], _ finding: String?) throws {
        #expect(try Self.found(pings) == [finding].compactMap { $0 })
    }

    @Test func twoEqualRequestsAreFound() throws {
        #expect(try Self.found(["k=ad", "k=ad"], numbered: false) == ["2: PING_EQUAL: it equals ping 1"])
        var lint = NielsenPingLint(try Self.configuration(Self.together, Self.products))
        for body in ["1", "2", nil, "2"] { lint.read("https://h/x?k=ad", body: body) }
        #expect(lint.finish().map(\.description) == ["4: PING_EQUAL: it equals ping 2"])
        #expect(lint.finish() == [])
    }

    @Test func nothingJoinsPingsOverAChoice() throws {
        #expect(
            try Self.found(["k=v&c9=1&uoo=false", "k=v&c9=2&uoo=false", "k=v&c9=1&uoo=false", "k=v&c9=&uoo=true"]) == []
        )
        #expect(
            try Self.found(["k=v&c9=2&uoo=false", "k=v&c9=1&uoo=false", "k=v&c9=1&uoo=true"]) == [
                "3: PING_IDENTIFIER_AFTER_OPT_OUT: c9 is \"1\" beside uoo=true",
                "3: PING_JOINED_OVER_A_CHOICE: c9=1 stands beside uoo=true, and beside uoo=false in ping 2",
            ]
        )
    }

    @Test func aWatermarkHasOneChannelAsLongAsItsRunLasts() throws {
        func ping(_ channel: String, _ client: String = "c", davty: Int = 1, session: String = "s") -> String {
            "k=w&sessionId=\(session)&ca=FD&ch=\(channel)&ci=\(client)&davty=\(davty)"
        }
        #expect(try Self.found([ping("One"), ping("One", davty: 2), ping("Two")]) == [])
        #expect(try Self.found([ping("One"), ping("Two", session: "o")]) == [])
        #expect(
            try Self.found([ping("One"), ping("Two")])
                == ["2: PING_CHANNEL_OF_ANOTHER_WATERMARK: FD is reported for Two of c, and for One of c in ping 1"]
        )
        #expect(
            try Self.found([ping("One"), ping("One", "e")])
                == ["2: PING_CHANNEL_OF_ANOTHER_WATERMARK: FD is reported for One of e, and for One of c in ping 1"]
        )
    }

    @Test(arguments: [(500, false), (501, true)])
    func anAddressOfASeriesHasItsLimit(_ count: Int, _ isFound: Bool) throws {
        let ping = "k=ad&n=" + String(repeating: "x", count: count - "https://h/x?k=ad&n=".utf8.count)
        let finding = isFound ? ["1: PING_TOO_LONG: 501 characters; 500 are allowed"] : []
        #expect(try Self.found([ping], numbered: false) == finding)
    }
}
