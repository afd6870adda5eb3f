// SPDX-License-Identifier: Apache-2.0

import HubServices
import NielsenAppApi

/// The results of one page's messages: the latest of each kind.
final class BridgeLog: NielsenAppSDKJSHandlerDelegate, NielsenMeasurementSink, NielsenPingSink {
    private struct Kept {
        var calls: [String] = []
        var records: [NielsenMeasurementRecord] = []
        var pings: [NielsenPing] = []
        var refusals: [NielsenBridgeError] = []
        var events: [Int] = []
        var errors: [String] = []
        /// The refusals since the last message.
        var fresh: [NielsenBridgeError] = []
    }

    /// As many of each are kept.
    private static let limit = 1_000

    private let kept = Locked(Kept())
    private let forward: @Sendable (NielsenPing) -> Void

    init(forward: @escaping @Sendable (NielsenPing) -> Void) {
        self.forward = forward
    }

    func called(_ calls: [NielsenBridgeCall]) {
        kept.withLock { kept in Self.add(calls.map(\.event.rawValue), to: &kept.calls) }
    }

    func measured(_ record: NielsenMeasurementRecord) {
        kept.withLock { kept in Self.add([record], to: &kept.records) }
    }

    func send(_ ping: NielsenPing) {
        kept.withLock { kept in Self.add([ping], to: &kept.pings) }
        forward(ping)
    }

    func nielsenAppSDKJSHandler(_ handler: NielsenAppSDKJSHandler, didRefuse error: NielsenBridgeError) {
        kept.withLock { kept in
            Self.add([error], to: &kept.refusals)
            Self.add([error], to: &kept.fresh)
        }
    }

    func nielsenAppSDKJSHandler(_ handler: NielsenAppSDKJSHandler, eventOccurred event: [AnyHashable: Any]) {
        guard let code = event["eventCode"] as? Int else { return }
        kept.withLock { kept in Self.add([code], to: &kept.events) }
    }

    func nielsenAppSDKJSHandler(_ handler: NielsenAppSDKJSHandler, errorOccurred error: [AnyHashable: Any]) {
        guard let code = error["errorCode"] as? Int else { return }
        let text = error["errorDescription"] as? String ?? ""
        kept.withLock { kept in Self.add(["\(code): \(text)"], to: &kept.errors) }
    }

    /// Returns the refusals since the last call of this method.
    func removeRefusals() -> [NielsenBridgeError] {
        kept.withLock { kept in
            defer { kept.fresh = [] }
            return kept.fresh
        }
    }

    /// All results, as JSON.
    var json: JSONObject {
        let kept = kept.withLock { $0 }
        return [
            "calls": .array(kept.calls.map(JSONValue.string)),
            "records": .array(kept.records.map { .object($0.json) }),
            "pings": .array(kept.pings.map { .object($0.json) }),
            "refused": .array(kept.refusals.map { .string($0.description) }),
            "events": .array(kept.events.map { .int(Int64($0)) }),
            "errors": .array(kept.errors.map(JSONValue.string)),
        ]
    }

    private static func add<Element>(_ elements: [Element], to list: inout [Element]) {
        list += elements
        if list.count > limit { list.removeFirst(list.count - limit) }
    }
}
