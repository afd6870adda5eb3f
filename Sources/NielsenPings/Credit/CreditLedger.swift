// SPDX-License-Identifier: Apache-2.0

import HubServices
package import NielsenMeasurement
import NielsenModel

/// A ledger that sums the credits of pings, view by view and run by run.
///
/// The displayed credit is read here, so that it shows what a collector receives rather than what a meter assumes.
package struct CreditLedger: Sendable {
    /// The unit of credit: a view, or a run of watermarks.
    private struct Key: Hashable {
        let stream: String
        let view: Int
        let run: Int
    }

    private struct Account: Sendable {
        var credit: NielsenCredit
        /// The seconds by product: each reports the whole view.
        var seconds: [NielsenProduct: Int] = [:]
        var segments: Set<Int64> = []

        mutating func add(_ product: NielsenProduct, _ told: NielsenPingCredit, isForeseen: Bool) {
            if !credit.products.contains(product) { credit.products.append(product) }
            let (sum, overflows) = seconds[product, default: 0].addingReportingOverflow(told.seconds)
            seconds[product] = overflows ? .max : sum
            credit.seconds = seconds.values.max() ?? 0
            segments.formUnion(told.segments)
            if told.isEnd, !isForeseen { credit.ended = true }
        }
    }

    private var accounts: [Key: Account] = [:]
    private var order: [Key] = []
    /// The last view of those that were forgotten.
    private var lastForgotten = 0
    private let limit: Int

    /// Makes an empty ledger.
    ///
    /// - Parameter limit: The largest number of views and runs that are stored; the earliest are removed beyond it.
    package init(limit: Int = .max) {
        self.limit = max(1, limit)
    }

    /// Adds a ping; one that credits nothing has no effect.
    ///
    /// - Parameters:
    ///   - ping: Any ping.
    ///   - isForeseen: Whether the ping has not been made, but would be if everything ended now.
    package mutating func add(_ ping: NielsenPing, isForeseen: Bool = false) {
        guard let told = ping.credit else { return }
        let key = Key(stream: ping.stream, view: told.run > 0 ? 0 : told.view, run: told.run)
        if accounts[key] == nil { begin(key, ping, told) }
        accounts[key]?.add(ping.product, told, isForeseen: isForeseen)
    }

    private mutating func begin(_ key: Key, _ ping: NielsenPing, _ told: NielsenPingCredit) {
        if order.count >= limit {
            // Half at once: forgetting one each time would move all others each time.
            let count = max(1, limit / 2)
            for old in order.prefix(count) {
                accounts[old] = nil
                lastForgotten = max(lastForgotten, old.view)
            }
            order.removeFirst(count)
        }
        order.append(key)
        accounts[key] = Account(
            credit: NielsenCredit(
                lane: ping.lane ?? .content,
                assetid: ping.assetid,
                view: told.view,
                watermark: told.watermark
            )
        )
    }

    /// Returns everything that was credited in a stream.
    ///
    /// - Parameter stream: The ``NielsenPing/stream`` of an instance.
    /// - Returns: The credits, in the order in which they began, each with its segments in ascending order.
    package func credits(of stream: String) -> [NielsenCredit] {
        order.compactMap { key in
            guard key.stream == stream, let account = accounts[key] else { return nil }
            var credit = account.credit
            // Here and not with each ping: a view may have a thousand minutes.
            credit.segments = account.segments.sorted()
            return credit
        }
    }

    /// Returns what was measured in a stream and what was sent of it.
    ///
    /// - Parameters:
    ///   - stream: The ``NielsenPing/stream`` of an instance.
    ///   - measured: The measured views of that instance, without products.
    /// - Returns: Views as pings credit them, or as they were measured if no ping reports them; runs of watermarks
    ///   follow the view in which they began.
    package func credits(of stream: String, measured: [NielsenCredit]) -> [NielsenCredit] {
        let sent = credits(of: stream)
        var views: [Int: NielsenCredit] = [:]
        for credit in sent where credit.watermark == nil { views[credit.view] = credit }
        let known = measured.filter { views[$0.view] != nil || $0.view > lastForgotten }
        let all = known.map { views[$0.view] ?? $0 } + sent.filter { $0.watermark != nil }
        return all.enumerated().sorted { ($0.element.view, $0.offset) < ($1.element.view, $1.offset) }.map(\.element)
    }
}
