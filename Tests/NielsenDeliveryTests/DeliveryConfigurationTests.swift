// SPDX-License-Identifier: Apache-2.0

import Foundation
import HubServices
import NielsenAppApi
import Testing

struct DeliveryConfigurationTests {
    private static func read(_ members: String) throws -> NielsenConfiguration {
        try NielsenConfiguration(
            jsonData: Data(#"{"schema": "launch-hub.sdk-configuration", "version": 1, \#(members)}"#.utf8)
        )
    }

    @Test func everySettingCanBeChangedInAFile() throws {
        let names = [
            "requestTimeout", "redirectLimit", "maximumTries", "retryBase", "retryMaximum", "retryAfterMaximum",
            "waitingPingsLimit", "waitingBytesLimit", "pingLifetime", "setAsideLimit", "memoryPingsLimit",
            "databaseBytesLimit", "databaseBusyTimeout", "databaseRetry", "databasePatience",
        ]
        for name in names {
            let value =
                name == "waitingBytesLimit" ? 65_536 : name == "retryBase" ? 2 : name == "redirectLimit" ? 3 : 99
            let read = try Self.read(#""delivery": {"\#(name)": \#(value)}"#)
            #expect(read.delivery != NielsenDeliverySettings(), "\(name)")
        }
        let others = try Self.read(#""delivery": {"durability": "power", "receiptTypes": ["Image/GIF"]}"#).delivery
        #expect(others.durability == .power)
        #expect(others.receiptTypes == ["image/gif"])
        #expect(Mirror(reflecting: NielsenDeliverySettings()).children.count == names.count + 2)
    }

    @Test(arguments: [
        (#"{"maximumTries": 0}"#, ".delivery.maximumTries"),
        (#"{"requestTimeout": "30"}"#, ".delivery.requestTimeout"),
        (#"{"retryBase": 400}"#, ".delivery.retryBase"),
        (#"{"durability": "forever"}"#, ".delivery.durability"),
        (#"{"receiptTypes": ["gif"]}"#, ".delivery.receiptTypes"),
        (#"[]"#, ".delivery"),
    ])
    func aWrongSettingIsNamed(text: String, path: String) {
        let error = #expect(throws: NielsenConfigurationError.self) { try Self.read(#""delivery": \#(text)"#) }
        #expect(error?.path == path)
    }

    @Test func theSettingsOfAFileReachTheRequests() throws {
        let configuration = try Self.read(#""delivery": {"requestTimeout": 7, "redirectLimit": 1}"#)
        let rig = DeliveryRig()
        rig.delivery.attach(stream: "a", configuration: configuration) { _ in }
        rig.send()
        #expect(rig.collector.requests.first?.limits.timeout == .seconds(7))
        #expect(rig.collector.requests.first?.limits.redirects == 1)
    }

    @Test func theConfigurationThatComesLaterHoldsForWhatWaitsAlready() throws {
        let rig = DeliveryRig(answer: { _ in .failure(.connection("refused")) })
        rig.send(20)
        #expect(rig.delivery.summary().pending == 20)
        let configuration = try Self.read(#""delivery": {"waitingPingsLimit": 4}"#)
        rig.delivery.attach(stream: "b", configuration: configuration) { _ in }
        rig.settle()
        #expect(rig.delivery.summary().pending == 4)
    }

    @Test func theNumberOfTriesOfALaterConfigurationHolds() throws {
        let rig = DeliveryRig(answer: { _ in .status(500) })
        rig.delivery.attach(stream: "b", configuration: try Self.read(#""delivery": {"maximumTries": 2}"#)) { _ in }
        rig.send()
        rig.advance(bySeconds: 7 * 3_600, step: .seconds(600))
        #expect(rig.delivery.summary().setAside == 1)
        #expect(rig.delivery.summary().pending == 0)
    }
}
