// SPDX-License-Identifier: Apache-2.0

import NielsenTestSupport
import Foundation
import HubServices
import NielsenAppApi
import Testing

struct InputTests {
    private let bench = Bench()

    @Test func jsonTextIsTheSameAsADictionary() throws {
        let api = try bench.makeApi(JSONObject(untyped: Bench.appInfo).jsonText)
        api.play("{\"channelName\":\"News\"}")
        api.loadMetadata(try JSONObject(untyped: Bench.content).jsonText)
        api.playheadPosition(0)
        #expect(bench.hearing.errors.isEmpty)
        #expect(bench.records == ["view content vid345-67483#1 []"])
        #expect(bench.sink.records.last?.metadata["channelName"] == "News")
    }

    @Test func valuesThatAreNoStringsAreError2WithTheirKey() throws {
        let api = try bench.makeApi()
        var metadata: [String: Any] = Bench.content
        metadata["length"] = 3600
        api.loadMetadata(metadata)
        #expect(bench.hearing.errors == [2, 2])
        #expect(bench.hearing.texts.first?.contains("length is a number") == true)
        api.playheadPosition(0)
        #expect(bench.records == ["view content vid345-67483#1 []"])
    }

    @Test func valuesThatAreNoStringsAreError1ForPlay() throws {
        let api = try bench.makeApi()
        api.play(["channelName": 5])
        #expect(bench.hearing.errors == [1])
        #expect(api.state == .processing)
    }

    @Test func theLenientModeTakesThemWithAWarning() throws {
        let api = try bench.makeApi(Bench.appInfo) { $0.inputMode = .lenient }
        var metadata: [String: Any] = Bench.content
        metadata["length"] = 3600
        metadata["isfullepisode"] = true
        metadata["segB"] = 1.5
        metadata["segC"] = [1]
        api.loadMetadata(metadata)
        api.playheadPosition(0)
        let taken = bench.sink.records.last?.metadata
        #expect(taken?["length"] == "3600")
        #expect(taken?["isfullepisode"] == "true")
        #expect(taken?["segB"] == "1.5")
        #expect(taken?["segC"] == nil)
        // A list is not a string in any mode, and "true" is none of the values of isfullepisode.
        #expect(bench.hearing.errors == [2, 2])
        #expect(bench.logged("\"3600\" was used"))
    }

    @Test(arguments: [false, true])
    func aChannelsKeyInTheWrongCaseIsReadInTheLenientModeAlone(isLenient: Bool) throws {
        let api = try bench.makeApi(Bench.appInfo) { $0.inputMode = isLenient ? .lenient : .strict }
        api.play(["CHANNELNAME": "Live"])
        #expect(bench.logged("is read as \"channelName\"; write it so") == isLenient)
        #expect(bench.logged("is ignored; did you mean \"channelName\"?") == !isLenient)
    }

    @Test func whatIsNoObjectIsAnErrorOfItsCall() throws {
        let api = try bench.makeApi()
        let wrong: [Any?] = [
            nil, Optional<Any>.none as Any, 5, [1, 2], "text", "[1]", "{\"a\":", "", NSNull(), Date(), (),
        ]
        for value in wrong {
            let before = bench.hearing.errors.count
            api.loadMetadata(value)
            #expect(bench.hearing.errors.count == before + 1, "\(String(describing: value))")
        }
        #expect(Set(bench.hearing.errors) == [2])
        #expect(api.state == .idle)
        api.play(7)
        #expect(bench.hearing.errors.last == 1)
    }

    @Test func everyMissingKeyIsNamed() throws {
        let api = try bench.makeApi()
        api.loadMetadata(["type": "content", "title": " "])
        api.playheadPosition(0)
        #expect(
            bench.hearing.texts == [
                "content metadata has no assetid, which is required",
                "content metadata has no program, which is required",
                "content metadata has an empty title, which is required",
                "content metadata has no length, which is required",
                "content metadata has no airdate, which is required",
                "content metadata has no isfullepisode, which is required",
                "content metadata has no adloadtype, which is required",
            ]
        )
        #expect(bench.records == ["view content #1 []"])
    }

    @Test func typesInOtherSpellingsAreReadWithAWarning() throws {
        let api = try bench.makeApi()
        api.loadMetadata(["type": "pre-roll", "assetid": "a"])
        api.playheadPosition(0)
        #expect(bench.records == ["view ad a#1 []"])
        #expect(bench.hearing.errors.isEmpty)
        #expect(bench.logged("was read as preroll"))
        // What is measured, and what collectors receive, is the documented one.
        #expect(bench.sink.records.last?.metadata["type"] == "preroll")
    }

    @Test func unknownTypesAreNotMeasured() throws {
        let api = try bench.makeApi()
        api.loadMetadata(["type": "movie", "assetid": "a"])
        #expect(bench.hearing.errors == [2])
        #expect(api.state == .idle)
    }

    @Test(arguments: [
        ["ottStatus": "2"], ["ottType": "casting"], [:],
    ])
    func devicesNeedAStatus(_ info: [String: String]) throws {
        let api = try bench.makeApi()
        api.updateOTT(info)
        #expect(bench.hearing.errors == [2])
    }
}
