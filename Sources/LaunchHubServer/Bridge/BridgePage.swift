// SPDX-License-Identifier: Apache-2.0

import Dispatch
import Foundation
import HubServices
import NielsenAppApi

/// One load of one page: its handler, and which of its calls have arrived.
///
/// Calls are numbered from 1. A page that got no answer sends calls again; those that are known already have no effect.
final class BridgePage: Sendable {
    /// The outcome of a message.
    struct Outcome {
        var refusals: [(index: Int?, error: NielsenBridgeError)]
        /// The number of the call that comes next.
        var next: Int64
        /// The number of calls that were known already.
        var skipped: Int
        /// Whether the message could be read as a whole; if not, no call of it was applied.
        var isRead = true
        /// Whether the instance has its app information.
        var isInitialized: Bool
    }

    let name: String
    let handler: NielsenAppSDKJSHandler
    private let log: BridgeLog
    /// Messages of a page are taken one after the other, whatever the threads that bring them.
    private let serialQueue = DispatchQueue(label: "bridge page", target: .global())
    private let next = Locked<Int64>(1)

    init(
        _ name: String,
        apiType: String?,
        environment: NielsenEnvironment,
        forward: @escaping @Sendable (NielsenPing) -> Void
    ) {
        self.name = name
        log = BridgeLog(forward: forward)
        var environment = environment
        environment.sink = log
        environment.pings = log
        handler = NielsenAppSDKJSHandler(apiType: apiType, environment: environment, delegate: log)
    }

    /// Handles a message.
    ///
    /// - Parameters:
    ///   - body: JSON text, as the page would pass it to a native handler.
    ///   - number: The number of the message's first call; nil if the page does not count.
    ///   - count: The number of calls that the page says the message has; a message with more than one that cannot be
    ///     read counts for none, so that the page can send them one by one.
    /// - Returns: Which calls were refused or skipped, and the number of the next call.
    func handle(_ body: Data, number: Int64?, count: Int64 = 1) -> Outcome {
        serialQueue.sync { apply(body, number, count) }
    }

    private func apply(_ body: Data, _ number: Int64?, _ count: Int64) -> Outcome {
        guard let text = String(validatingUTF8Bytes: Array(body)) else {
            return outcome([(nil, NielsenBridgeError(.malformed("the bytes are not UTF-8")))], 0, isRead: false)
        }
        let first = number ?? next.withLock { $0 }
        let known = max(0, next.withLock { $0 } - first)
        let message: NielsenBridgeMessage
        do {
            message = try NielsenBridgeMessage(text)
        } catch {
            guard count == 1 else { return outcome([(nil, error)], 0, isRead: false) }
            // The handler reports why to its delegate.
            if known == 0 { receive(text, [], from: first, count: 1) }
            return outcome(log.removeRefusals().map { ($0.index, $0) }, known > 0 ? 1 : 0, isRead: false)
        }
        guard known > 0 else {
            receive(text, message.calls, from: first, count: Self.count(of: text))
            return outcome(log.removeRefusals().map { ($0.index, $0) }, 0)
        }
        guard let queue = (try? JSONObject(jsonText: text))?["queue"]?.arrayValue else {
            // One call without a queue, and it is known.
            return outcome([], 1)
        }
        let skipped = Int(min(Int64(queue.count), known))
        guard skipped < queue.count else { return outcome([], skipped) }
        var remaining: JSONObject = [
            "version": .int(NielsenBridgeMessage.version), "queue": .array(Array(queue[skipped...])),
        ]
        remaining["sent"] = (try? JSONObject(jsonText: text))?["sent"]
        let rest = JSONValue.object(remaining)
        let calls = (try? NielsenBridgeMessage(rest.jsonText))?.calls ?? []
        receive(rest.jsonText, calls, from: first + Int64(skipped), count: queue.count - skipped)
        return outcome(log.removeRefusals().map { ($0.index.map { $0 + skipped }, $0) }, skipped)
    }

    private func receive(_ text: String, _ calls: [NielsenBridgeCall], from first: Int64, count: Int) {
        log.called(calls)
        handler.receive(text)
        next.withLock { next in next = max(next, first + Int64(count)) }
    }

    private func outcome(
        _ refusals: [(index: Int?, error: NielsenBridgeError)],
        _ skipped: Int,
        isRead: Bool = true
    ) -> Outcome {
        Outcome(
            refusals: refusals,
            next: next.withLock { $0 },
            skipped: skipped,
            isRead: isRead,
            isInitialized: handler.api != nil || handler.tracker != nil
        )
    }

    /// Returns how many calls a message counts as: those of its queue, or one.
    private static func count(of text: String) -> Int {
        (try? JSONObject(jsonText: text))?["queue"]?.arrayValue?.count ?? 1
    }

    /// The results of the messages, as JSON.
    var json: JSONObject {
        let credits = handler.api?.creditSummary ?? handler.tracker?.creditSummary ?? []
        var object: JSONObject = [
            "page": .string(name),
            "apiType": .string(handler.interface.rawValue),
            "next": .int(next.withLock { $0 }),
            "credits": .array(credits.map { .object($0.json) }),
        ]
        object["state"] = (handler.api?.state ?? handler.tracker?.state).map { .string($0.rawValue) }
        return object.merging(log.json)
    }
}

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
