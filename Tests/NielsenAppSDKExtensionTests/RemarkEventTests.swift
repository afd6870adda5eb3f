// SPDX-License-Identifier: Apache-2.0

import Foundation
import HubServices
import LaunchHub
import NielsenAppApi
import NielsenAppSDKExtension
import Testing

/// Remarks as events of the hub.
struct RemarkEventTests {
    private static let data: JSONObject = [
        "identifier": "1", "code": "APPID_MASKED", "description": "why", "timestamp": 2.5,
    ]

    private func read(
        _ data: JSONObject,
        _ type: EventType = NielsenSDKRemark.type,
        _ source: EventSource = NielsenSDKRemark.source
    ) throws -> NielsenSDKRemark? {
        NielsenSDKRemark(try Event(name: "any", type: type, source: source, data: data))
    }

    @Test func aRemarkIsReadFromItsEvent() throws {
        let remark = try #require(try read(Self.data))
        #expect(remark.identifier == "1")
        #expect(remark.code.rawValue == "APPID_MASKED")
        #expect(remark.message == "why")
        #expect(remark.date == Date(timeIntervalSince1970: 2.5))
        #expect(remark.data == Self.data)
    }

    @Test func aRemarkMayLackWordsAndTime() throws {
        let remark = try #require(try read(["identifier": "1", "code": "NEW"]))
        #expect(remark.code.rawValue == "NEW")
        #expect(remark.message == "")
        #expect(remark.date == Date(timeIntervalSince1970: 0))
    }

    @Test func nothingElseIsARemark() throws {
        for key in ["identifier", "code"] {
            var data = Self.data
            data[key] = nil
            #expect(try read(data) == nil)
            #expect(try read(data.merging([key: 5])) == nil)
        }
        #expect(try read(Self.data, "com.nielsen.eventType.instanceControl") == nil)
        #expect(try read(Self.data, NielsenSDKRemark.type, NielsenSDKNotice.source) == nil)
    }
}
