// SPDX-License-Identifier: Apache-2.0

import Foundation
import HubServices
import NielsenModel
import Testing

@testable import NielsenMeasurement
@testable import NielsenPings

/// Every value of a ping, out of records that are made by hand.
struct PingMakingTests: PingMaking {
    @Test func aSessionPingHasWhatTheAppAndTheDeviceAre() throws {
        let configuration = try configuration()
        var builder = try builder(configuration)
        #expect(try values(&builder, record(.session, nil)) == [common(configuration)])
    }

    @Test func aViewHasItsAssetAndItsNumbers() throws {
        let configuration = try configuration()
        var builder = try builder(configuration)
        var view = record(.view, .content, Self.film)
        view.playhead = 7
        let asset = [
            "m": "mc", "m_content": "mc", "u": "U", "u_content": "U", "c": "own", "c_content": "own",
            "x_content": "app", "contentAssetid": "A1", "viewSession": "s1", "product": "dcrVideo", "breakout": "00",
            "isLive": "false", "playhead": "7", "seconds": "0", "totalSeconds": "0", "duration": "0",
        ]
        let first = [
            "cadence": "impression", "prefix": "V", "at": "view", "davty": "0", "segment": "0",
        ]
        var expected = common(configuration).merging(asset) { $1 }
        #expect(try values(&builder, view) == [expected.merging(first) { $1 }])
        // A minute of it, in which the player was used.
        var effects: [PingBuilder.Effect] = []
        builder.crossBoundary(.play, of: 1, playhead: 8, at: Self.start, into: &effects)
        var minute = record(.duration, .content, at: 60, Self.film)
        (minute.playhead, minute.segments, minute.seconds, minute.totalSeconds) = (67, [0, 1], 59, 60)
        expected.merge(
            [
                "cadence": "interval", "prefix": "D", "at": "timer", "davty": "1", "segment": "1", "playhead": "67",
                "seconds": "59", "totalSeconds": "60", "duration": "120", "evdata": "play,8,1700000000",
                "createTime": "1700000060", "sendTime": "1700000060", "date": "20231114", "hour": "23",
                "firstPartyAccessed": "1700000060999", "pingId": "00000000000000009e3779b97f4a7c15",
            ]
        ) { $1 }
        #expect(try values(&builder, minute) == [expected])
        var end = minute
        end.kind = .end
        end.playhead = nil
        expected["evdata"] = nil
        expected["playhead"] = nil
        expected["davty"] = "2"
        expected["segment"] = "2"
        expected["pingId"] = "00000000000000003c6ef372fe94f82a"
        #expect(try values(&builder, end) == [expected])
    }

    @Test func anAdIsCountedInItsContent() throws {
        var builder = try builder(try configuration())
        let ad = ["type": "midroll", "assetid": "ad", "meta": "ma"]
        func names(_ record: NielsenMeasurementRecord) throws -> [String?] {
            let values = try values(&builder, record).first
            return ["adCount", "adSeconds", "contentAssetid", "c", "m", "m_ad", "segment", "viewSession"].map {
                values?[$0]
            }
        }
        // Before its content.
        var first = record(.view, .ad, view: 1, ad)
        #expect(try names(first) == ["1", "0", nil, nil, "ma", "ma", "0", "s1"])
        first.kind = .end
        (first.seconds, first.totalSeconds) = (9, 10)
        #expect(try names(first) == ["1", "10", nil, nil, "ma", "ma", "1", "s1"])
        #expect(
            try names(record(.view, .content, view: 2, Self.film)) == ["1", "9", "A1", "own", "mc", "ma", "0", "s2"]
        )
        // Within it.
        var second = record(.view, .ad, view: 3, ad)
        second.content = NielsenMeasurementRecord.Content(view: 2, metadata: Self.film)
        #expect(try names(second) == ["1", "0", "A1", "own", "ma", "ma", "0", "s3"])
        second.kind = .end
        (second.seconds, second.totalSeconds) = (4, 5)
        #expect(try names(second) == ["1", "5", "A1", "own", "ma", "ma", "1", "s3"])
        // After it.
        var third = record(.view, .ad, view: 4, ad)
        third.content = NielsenMeasurementRecord.Content(view: 0, metadata: Self.film)
        #expect(try names(third) == ["1", "0", "A1", "own", "ma", "ma", "0", "s4"])
        #expect(
            try names(record(.duration, .content, view: 2, Self.film)) == [
                "2", "13", "A1", "own", "mc", "ma", "1", "s2",
            ]
        )
        // The next content begins without ads, also where one ran before the end of the stream.
        #expect(try names(record(.view, .content, view: 5, Self.film)).prefix(2) == ["0", "0"])
        var fourth = record(.view, .ad, view: 6, ad)
        fourth.seconds = 3
        _ = try names(fourth)
        var effects: [PingBuilder.Effect] = []
        builder.crossBoundary(.end, of: nil, playhead: nil, at: Self.start, into: &effects)
        #expect(try names(record(.view, .content, view: 7, Self.film)).prefix(2) == ["0", "0"])
        // An ad may run in a view that has made no ping.
        second.kind = .view
        second.content?.view = 8
        _ = try names(second)
        #expect(try names(record(.view, .content, view: 8, Self.film)).prefix(2) == ["1", "4"])
    }

    @Test func viewsAreNumberedInTheirSession() throws {
        var builder = try builder(try configuration())
        func name(_ view: Int, _ session: String) throws -> String? {
            try values(&builder, record(.view, .content, view: view, session: session, Self.film)).first?["viewSession"]
        }
        #expect(try name(1, "a") == "a1")
        #expect(try name(2, "a") == "a2")
        #expect(try name(3, "b") == "b1")
        #expect(try name(2, "b") == "b0")
        #expect(try name(4, "c") == "c1")
    }

    @Test(
        arguments: [
            ([:], 99_999_999, "false"), ([:], 100_000_000, "true"), (["length": "0"], 1, "true"),
            (["length": "86400"], 1, "true"), (["length": "86401"], 1, "false"), (["length": "100"], nil, "false"),
        ] as [([String: String], Int64?, String)]
    )
    func aStreamIsLiveByItsLengthOrItsPlayhead(_ metadata: [String: String], _ playhead: Int64?, _ isLive: String)
        throws
    {
        var builder = try builder(try configuration())
        var view = record(.view, .content, metadata)
        view.playhead = playhead
        #expect(try values(&builder, view).first?["isLive"] == isLive)
    }

    @Test func aPageHasTheSlotsOfItsLane() throws {
        var builder = try builder(try configuration())
        let page = try values(&builder, record(.view, .static, ["type": "static", "meta": "mp", "uid2": "U"])).first
        let names = [
            "product", "prefix", "m", "m_static", "m_content", "u_static", "x_static", "adCount", "contentAssetid",
        ]
        #expect(names.map { page?[$0] } == ["dcrStatic", "P", "mp", "mp", nil, "U", "app", "0", nil])
    }

    @Test func aConnectedDeviceIsToldWholeEachTimeItChanges() throws {
        let names = [
            "ottStatus", "ottType", "ottDevice", "ottDeviceName", "ottDeviceID", "ottDeviceManufacturer",
            "ottDeviceModel", "ottDeviceVersion",
        ]
        var builder = try builder(try configuration())
        func told(_ ott: [String: String]) throws -> [String?] {
            var view = record(.view, .content, Self.film)
            view.ott = ott
            let values = try values(&builder, view).first
            return names.map { values?[$0] }
        }
        let all = Dictionary(uniqueKeysWithValues: names.map { ($0, $0 == "ottStatus" ? "1" : "of" + $0) })
        #expect(try told(all) == names.map { all[$0] })
        #expect(try told(["ottStatus": "1", "ottType": "t"]) == ["1", "t"] + Array(repeating: nil, count: 6))
        #expect(try told([:]) == ["0"] + Array(repeating: nil, count: 7))
    }

    /// Without permission to track, what is for tracking stays here, and so does each lane of what the app passed.
    @Test func withoutPermissionNothingFollowsTheUser() throws {
        var builder = try builder(try configuration(), .notDetermined)
        let page = try values(&builder, record(.view, .static, ["type": "static", "meta": "mp", "uid2": "U"])).first
        #expect(page?["m_static"] == "mp")
        #expect(page?["u_static"] == nil)
        var view = record(.view, .content, view: 2, Self.film)
        view.ott = ["ottStatus": "1", "ottDeviceName": "tv"]
        let values = try #require(try values(&builder, view).first)
        let withheld = ["deviceId", "vendorId", "demographicId", "latitude", "longitude", "u", "u_content"]
        #expect(withheld.map { values[$0] } == Array(repeating: nil, count: 7))
        #expect(values["encrypted"] == "false")
        #expect(values["deviceName"] == "Model")
        #expect(values["x"] == "app")
        #expect(values["nuid"] == sealed("N1"))
        #expect(values["firstPartyId"] == "F1")
        #expect(values["ottDeviceName"] == "tv")
        #expect(values["m"] == "mc")
    }

    @Test func aChoiceWithholdsAndGivesBack() throws {
        let configuration = try configuration()
        var builder = try builder(configuration)
        var view = record(.view, .content, Self.film)
        let before = try #require(try values(&builder, view).first)
        view.kind = .duration
        view.optedOut = true
        let during = try #require(try values(&builder, view).first)
        let names = [
            "deviceId", "nuid", "firstPartyId", "firstPartyCreated", "firstPartyAccessed", "vendorId", "demographicId",
            "latitude", "longitude", "u", "u_content",
        ]
        #expect(names.map { during[$0] } == Array(repeating: nil, count: 11))
        #expect(
            [during["uoo"], during["deviceName"], during["encrypted"], during["x"]] == [
                "true", "Model", "false", "app",
            ]
        )
        view.optedOut = false
        let after = try #require(try values(&builder, view).first)
        #expect(
            (names + ["uoo", "deviceName", "encrypted"]).allSatisfy { after[$0] == before[$0] && after[$0] != nil }
        )
        builder.forget(NielsenPrivacy(flavor: .ad, device: try device()))
        let forgotten = try #require(try values(&builder, view).first)
        #expect([forgotten["nuid"], forgotten["firstPartyId"], forgotten["demographicId"]] == [nil, nil, nil])
        #expect(forgotten["firstPartyCreated"] == "0")
        #expect(forgotten["deviceId"] == sealed("A1"))
        builder.forget(NielsenPrivacy(flavor: .noID))
        let none = try #require(try values(&builder, view).first)
        #expect(["deviceId", "vendorId", "firstPartyCreated", "u", "latitude"].allSatisfy { none[$0] == nil })
    }

    @Test func aPingHasANameThatNoOtherHas() throws {
        let configuration = try configuration()
        var builder = try builder(configuration) { 0xABC }
        let view = record(.view, .content, Self.film)
        #expect(try values(&builder, view).first?["pingId"] == "0000000000000abc0000000000000abc")
        builder.stopGuessing()
        #expect(try values(&builder, view).first?["pingId"] == "00000000000000009e3779b97f4a7c15")
        builder.noteCrash()
        #expect(try values(&builder, view).first?["crash"] == "1")
    }

    @Test func anotherConfigurationGoesOnWithTheCounts() throws {
        let configuration = try configuration()
        var before = try builder(configuration)
        var ad = record(.view, .ad, view: 1, ["type": "preroll"])
        ad.seconds = 2
        _ = try values(&before, ad)
        _ = try values(&before, record(.view, .content, view: 2, Self.film))
        _ = try values(&before, record(.view, .ad, view: 3, session: "t", ["type": "preroll"]))
        before.noteButton(.mute, of: 2, playhead: 4, at: 5_000)
        var after = try builder(configuration)
        after.goOn(from: before)
        var effects: [PingBuilder.Effect] = []
        after.crossBoundary(.stop, of: 2, playhead: 5, at: 6_000, into: &effects)
        let minute = try #require(
            try values(&after, record(.duration, .content, view: 2, session: "t", Self.film)).first
        )
        #expect(minute["pingId"] == "0000000000000000daa66d2c7ddf743f")
        #expect(minute["viewSession"] == "t0")
        #expect(minute["sessionId"] == "t")
        #expect(minute["adCount"] == "1")
        #expect(minute["adSeconds"] == "2")
        #expect(minute["evdata"] == "mute,4,5")
        after.endButton()
        after.crossBoundary(.stop, of: 2, playhead: 5, at: 6_000, into: &effects)
        #expect(
            try values(&after, record(.end, .content, view: 2, session: "t", Self.film)).first?["evdata"] == "stop,5,6"
        )
        #expect(try values(&after, record(.view, .content, view: 4, session: "u", Self.film)).first?["adCount"] == "1")
    }

    /// What the player did is kept for sixteen views, the first of which is left out for another one.
    @Test(arguments: [(16, true), (17, false)])
    func sixteenViewsAreReportedOnAtOnce(_ count: Int, _ isKept: Bool) throws {
        var builder = try builder(try configuration())
        for view in 1...count { builder.noteButton(.mute, of: view, playhead: 1, at: 5_000) }
        // A view that is known takes no place.
        builder.noteButton(.mute, of: count, playhead: 1, at: 5_000)
        let last = try values(&builder, record(.duration, .content, view: count, Self.film)).first
        #expect(last?["evdata"] == "mute,1,5~mute,1,5")
        let second = try values(&builder, record(.end, .content, view: 2, Self.film)).first
        #expect(second?["evdata"] == "mute,1,5")
        let first = try values(&builder, record(.duration, .content, view: 1, Self.film)).first
        #expect(first?["evdata"] == (isKept ? "mute,1,5" : nil))
    }

    // MARK: - Errors

    /// What is wrong with the addresses of ads is told once each, and of sixty-four.
    @Test(arguments: [63, 64, 65])
    func sixtyFourWrongAddressesAreToldOf(_ count: Int) throws {
        var builder = try builder(NielsenConfiguration())
        var effects: [PingBuilder.Effect] = []
        for _ in 0..<2 {
            for number in 0..<count {
                let metadata = ["type": "preroll", "ocrtag": "ftp://h/\(number)"]
                builder.addRecord(record(.view, .ad, view: number + 1, metadata), into: &effects)
            }
        }
        let messages = effects.compactMap { effect in
            if case .error(let error, let time) = effect, time == Self.start { error.message } else { nil }
        }
        let message = "neither an https: address nor an http: one of this machine; no ad ping was made"
        #expect(messages == (0..<min(count, 64)).map { "ocrtag \"ftp://h/\($0)\" is \(message)" })
    }
}
