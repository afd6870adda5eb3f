// SPDX-License-Identifier: Apache-2.0

import HubServices
import Testing

struct JSONObjectTests {
    @Test
    func ofTwoMembersWithOneNameInALiteralTheLaterOneStays() {
        let object: JSONObject = ["type": 1, "title": 2, "type": 3]
        #expect(object.keys == ["type", "title"])
        #expect(object["type"] == 3)
    }

    @Test
    func namesThatDifferOnlyInHowTheyAreComposedAreOneName() {
        let composed = "caf\u{e9}"
        let decomposed = "cafe\u{301}"
        let object: JSONObject = [composed: 1, "other": 2, decomposed: 3]
        #expect(object.count == 2)
        #expect(object[composed] == 3)
        let leading: JSONObject = ["\u{212a}elvin": 1, "Kelvin": 2]
        #expect(leading.keys == ["\u{212a}elvin"])
        #expect(leading["Kelvin"] == 2)
    }

    @Test
    func membersKeepTheirOrderAndAreFoundBeyondTheSizeOfALiteral() {
        var object: JSONObject = ["0": 0, "1": 1]
        for number in 2..<40 { object["\(number)"] = .int(Int64(number)) }
        object["7"] = nil
        #expect(object.count == 39)
        #expect(object["39"] == 39)
        #expect(object["7"] == nil)
        #expect(object.entries.map(\.key) == (0..<40).filter { $0 != 7 }.map { "\($0)" })
        #expect(Array(object).map(\.value) == object.keys.map { object[$0] ?? .null })
    }

    @Test
    func aCopyOfALargeObjectChangesByItself() {
        var object = JSONObject((0..<40).map { ("\($0)", .int($0)) })
        #expect(object["39"] == 39)
        var copy = object
        copy["new"] = 1
        object["other"] = 2
        copy["0"] = nil
        #expect(object["new"] == nil)
        #expect(copy["other"] == nil)
        #expect(object["0"] == 0)
        #expect([object["other"], copy["new"], copy["39"]] == [2, 1, 39])
    }
}
