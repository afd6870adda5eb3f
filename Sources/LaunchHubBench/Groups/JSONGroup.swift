// SPDX-License-Identifier: Apache-2.0

import Foundation
import HubServices
import NielsenAppApi

extension BenchGroup {
    /// The cost of each JSON reader by the size and the depth of a text.
    static let json = BenchGroup("json", "JSON read by size and depth, and the largest messages of a page") { session in
        for shape in JSONShape.all {
            for bytes in [1_000, 30_000, 250_000] {
                let data = Data(shape.text(bytes: bytes).utf8)
                let count = session.count(max(40, 20_000_000 / bytes / 20))
                let (own, system) = session.measure {
                    CallCost(count) { _ in precondition((try? JSONValue(jsonData: data)) != nil) }.microseconds
                } against: {
                    CallCost(count) { _ in precondition((try? JSONSerialization.jsonObject(with: data)) != nil) }
                        .microseconds
                }
                let ratio = own.median / max(0.001, system.median)
                session.report(
                    "json_\(shape.name)_\(bytes / 1_000)kB",
                    own,
                    "us",
                    .atMostTimes(1, of: "JSONSerialization", is: ratio)
                )
            }
        }
        for shape in JSONShape.all {
            let text = message(shape)
            let cost = session.measure {
                CallCost(session.count(40)) { _ in _ = try? NielsenBridgeMessage(text) }.microseconds / 1_000
            }
            session.report("json_page_message_\(shape.name)", cost, "ms", .atMost(10))
        }
    }

    /// The largest message that a page may send, of one shape.
    private static func message(_ shape: JSONShape) -> String {
        let head = #"{"version":1,"event":"trackEvent","param":"#
        return head + shape.text(bytes: NielsenBridgeMessage.maximumBytes - head.utf8.count - 81) + "}"
    }
}
