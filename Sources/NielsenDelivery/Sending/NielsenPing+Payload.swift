// SPDX-License-Identifier: Apache-2.0

import Foundation
package import HubServices
import NielsenModel
package import NielsenPings

// The form of a ping in the queue. A ping may be read by a later version of the app than wrote it.
extension NielsenPing {
    /// The version of the form.
    ///
    /// A reader takes this one and all before it.
    static let payloadVersion: Int64 = 1

    /// The ping as stored in the queue: its own JSON, the version, and the place of the time of sending.
    var payload: Data {
        var object = json
        object["version"] = .int(Self.payloadVersion)
        object["send_time_position"] = sendTimePosition.map { .int(Int64($0)) }
        object["retry_position"] = retryPosition.map { .int(Int64($0)) }
        return JSONValue.object(object).jsonData()
    }

    /// Reads a ping that lay in the queue.
    ///
    /// - Throws: ``PayloadError`` that says what is wrong.
    init(payload: Data) throws(PayloadError) {
        let object: JSONObject
        do {
            object = try JSONObject(jsonData: payload)
        } catch {
            throw PayloadError("it is not a JSON object: \(error)")
        }
        guard let version = object["version"]?.intValue, (1...Self.payloadVersion).contains(version) else {
            throw PayloadError("its version is not known here; this app reads up to \(Self.payloadVersion)")
        }
        try self.init(json: object)
    }

    /// Reads the JSON of a ping.
    ///
    /// - Throws: ``PayloadError`` that says what is wrong.
    package init(json object: JSONObject) throws(PayloadError) {
        func text(_ name: String) throws(PayloadError) -> String {
            guard let text = object[name]?.stringValue else { throw PayloadError("it has no \(name)") }
            return text
        }
        guard let method = Method(rawValue: try text("method")) else {
            throw PayloadError("its method is neither GET nor POST")
        }
        let url = try text("url")
        func place(_ name: String) -> Int? {
            object[name]?.intValue.flatMap { Int(exactly: $0) }.flatMap { (0..<url.utf8.count).contains($0) ? $0 : nil }
        }
        self.init(
            // The kind only matters for reports about it, so an unknown kind is sent like all others.
            product: NielsenProduct(rawValue: try text("product")) ?? .session,
            cadence: NielsenPingCadence(rawValue: try text("cadence")) ?? .session,
            method: method,
            url: url,
            body: object["body"]?.stringValue,
            stream: try text("stream"),
            id: try text("id"),
            createdAt: object["created"]?.intValue ?? 0,
            sendTimePosition: place("send_time_position"),
            retryPosition: place("retry_position"),
            lane: object["lane"]?.stringValue.flatMap(NielsenLane.init(rawValue:)),
            assetid: object["assetid"]?.stringValue ?? "",
            creditedSegments: object["credited_segments"]?.intValue.flatMap { Int(exactly: $0) } ?? 0,
            credit: NielsenPingCredit(object)
        )
    }

    /// The reason why an entry of the queue is not a ping.
    package struct PayloadError: Error, CustomStringConvertible {
        package let description: String

        init(_ description: String) {
            self.description = description
        }
    }
}
