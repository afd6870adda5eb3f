// SPDX-License-Identifier: Apache-2.0

import ACPCore
import HubServices
import Testing

@testable import ACPIdentity

/// What the identity of a visitor is made of, and what is read of one that was kept.
struct VisitorIdentityTests {
    private static let mid = String(repeating: "12345678901234567890", count: 2).prefix(38).description

    /// A visitor's number has 38 digits whatever the random words are.
    @Test(
        arguments: [
            (0, "0000000000000000000"), (1, "0000000000000000000"), (2, "0000000000000000001"),
            (.max, "9223372036854775807"),
        ] as [(UInt64, String)]
    )
    func anExperienceIDHasTwoHalvesOfNineteenDigits(_ word: UInt64, _ half: String) {
        #expect(VisitorIdentity(random: { word }).experienceID == half + half)
    }

    @Test func theFirstHalfIsOfTheFirstWord() {
        var words: [UInt64] = [4, 20]
        #expect(
            VisitorIdentity(random: { words.removeFirst() }).experienceID
                == "0000000000000000002" + "0000000000000000010"
        )
    }

    @Test func onlyANumberOfThirtyEightDigitsIsAVisitor() {
        func read(_ mid: JSONValue) -> String? { VisitorIdentity(["mid": mid])?.experienceID }
        #expect(read(.string(Self.mid)) == Self.mid)
        for wrong in [
            Self.mid + "1", String(Self.mid.dropLast()), String(Self.mid.dropLast()) + "/",
            String(Self.mid.dropLast()) + ":", "",
        ] {
            #expect(read(.string(wrong)) == nil, "\(wrong)")
        }
        #expect(read(7) == nil)
        #expect(VisitorIdentity(JSONValue?.none) == nil)
        #expect(VisitorIdentity(["other": 1]) == nil)
    }

    @Test func whatIsKeptIsReadAgain() throws {
        var visitor = try #require(VisitorIdentity(["mid": .string(Self.mid)]))
        #expect(visitor.state == ["mid": .string(Self.mid)])
        visitor.sync(["a": "1", "b": "2"], 1)
        visitor.advertisingIdentifier = "ad"
        visitor.pushIdentifier = "push"
        let state: JSONObject = [
            "mid": .string(Self.mid),
            "visitoridslist": [
                ["id_origin": "d_cid_ic", "id_type": "a", "id": "1", "authentication_state": 1],
                ["id_origin": "d_cid_ic", "id_type": "b", "id": "2", "authentication_state": 1],
            ],
            "advertisingidentifier": "ad", "pushidentifier": "push",
        ]
        #expect(visitor.state == state)
        #expect(VisitorIdentity(.object(state)) == visitor)
    }

    @Test func anIdentifierReplacesThatOfItsTypeAndAnEmptyOneRemovesIt() throws {
        var visitor = try #require(VisitorIdentity(["mid": .string(Self.mid)]))
        func ids() -> [String] { visitor.ids.map { "\($0.type) \($0.id) \($0.state.rawValue)" } }
        visitor.sync(["a": "1", "b": "2", "c": "3", "": "none", "n": 5, "d": ""], 0)
        #expect(ids() == ["a 1 0", "b 2 0", "c 3 0"])
        visitor.sync(["b": "new"], 2)
        #expect(ids() == ["a 1 0", "b new 2", "c 3 0"])
        visitor.sync(["b": "", "a": "other"], nil)
        #expect(ids() == ["a other 0", "c 3 0"])
    }

    @Test(arguments: [(0, 0), (1, 1), (2, 2), (3, 0), (-1, 0)] as [(Int64, UInt)])
    func aStateThatIsNotKnownIsUnknown(_ number: Int64, _ state: UInt) {
        #expect(VisitorID.state(.int(number)).rawValue == state)
        #expect(VisitorID.state(nil) == .unknown)
        #expect(VisitorID.state("1") == .unknown)
    }

    @Test func anIdentifierWithoutATypeOrTextIsLeftOut() {
        let list: JSONObject = [
            "visitoridslist": [
                ["id_type": "", "id": "1"], ["id_type": "a"], ["id": "1"], ["id_type": "a", "id": 1], "text",
                ["id_type": "b", "id": "", "authentication_state": 2],
            ]
        ]
        let read = VisitorID.list(list)
        #expect(
            read == [ACPMobileVisitorId(origin: "d_cid_ic", type: "b", id: "", authentication: .loggedOut)]
        )
        #expect(VisitorID.list([:]).isEmpty)
    }

    @Test func aLinkIsExtendedBeforeItsFragment() {
        let link = VisitorLink(experienceID: "1", organization: nil, seconds: 7)
        #expect(link.variables == "adobe_mc=TS%3D7%7CMCMID%3D1")
        #expect(VisitorLink(experienceID: "1", organization: "", seconds: 7).variables == link.variables)
        #expect(VisitorLink(experienceID: "1", organization: "O", seconds: 7).variables.hasSuffix("%7CMCORGID%3DO"))
        let cases = [
            ("http://a/b", "http://a/b?"), ("http://a/b?", "http://a/b?"), ("http://a/b?c=1", "http://a/b?c=1&"),
            ("http://a/b?c=1&", "http://a/b?c=1&"), ("", "?"),
        ]
        for (plain, before) in cases {
            #expect(link.appended(to: plain) == before + link.variables)
            #expect(link.appended(to: plain + "#d?e") == before + link.variables + "#d?e")
        }
    }
}
