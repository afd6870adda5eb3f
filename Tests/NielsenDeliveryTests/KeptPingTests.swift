// SPDX-License-Identifier: Apache-2.0

import HubServices
import NielsenAppApi
import Testing

@testable import NielsenDelivery

/// Pings as they lie in the queue: what may be missing, and what is read then.
struct KeptPingTests {
    /// The url has twelve bytes.
    private static let least: JSONObject = [
        "version": 1, "product": "dar", "cadence": "impression", "method": "GET", "url": "http://c.ex/", "stream": "s",
        "id": "i",
    ]

    private func read(_ changes: JSONObject) throws -> NielsenPing {
        try NielsenPing(payload: JSONValue.object(Self.least.merging(changes)).jsonData())
    }

    @Test func whatMayBeMissingHasItsDefault() throws {
        let expected = NielsenPing(
            product: .dar,
            cadence: .impression,
            method: .get,
            url: "http://c.ex/",
            body: nil,
            stream: "s",
            id: "i",
            createdAt: 0
        )
        let ping = try read([:])
        #expect(ping == expected)
        #expect(ping.createdAt == 0 && ping.creditedSegments == 0 && ping.assetid == "")
        #expect(ping.sendTimePosition == nil && ping.retryPosition == nil && ping.lane == nil && ping.credit == nil)
    }

    @Test func kindsThatAreNotKnownAreThoseOfASession() throws {
        let ping = try read(["product": "future", "cadence": "never", "lane": "fast"])
        #expect(ping.product == .session && ping.cadence == .session && ping.lane == nil)
    }

    /// A position lies within the address.
    @Test(arguments: [(-1, nil), (0, 0), (1, 1), (11, 11), (12, nil), (13, nil)] as [(Int64, Int?)])
    func aPositionLiesWithinTheAddress(_ position: Int64, _ expected: Int?) throws {
        let ping = try read(["send_time_position": .int(position), "retry_position": .int(position)])
        #expect(ping.sendTimePosition == expected)
        #expect(ping.retryPosition == expected)
    }

    @Test(arguments: [
        ("method", "it has no method"), ("url", "it has no url"), ("product", "it has no product"),
        ("cadence", "it has no cadence"), ("stream", "it has no stream"), ("id", "it has no id"),
        ("version", "its version is not known here; this app reads up to 1"),
    ])
    func whatMustNotBeMissingIsNamed(_ name: String, _ text: String) {
        var object = Self.least
        object[name] = nil
        let payload = JSONValue.object(object).jsonData()
        let error = #expect(throws: NielsenPing.PayloadError.self) { try NielsenPing(payload: payload) }
        #expect(error?.description == text)
    }

    @Test func aMethodIsOneOfTwo() throws {
        #expect(try read(["method": "POST"]).method == .post)
        let error = #expect(throws: NielsenPing.PayloadError.self) { try read(["method": "PUT"]) }
        #expect(error?.description == "its method is neither GET nor POST")
    }
}
