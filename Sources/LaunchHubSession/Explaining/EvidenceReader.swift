// SPDX-License-Identifier: Apache-2.0

import HubServices
import NielsenAppApi

/// Puts together views out of the records and pings of a session that was played.
struct EvidenceReader {
    /// What is known of one view or run.
    private struct Account {
        var view: SessionView
        var journal = JournalReader()
        var credited: Set<Int64> = []
        var secondsByProduct: [NielsenProduct: Int64] = [:]
    }

    /// A view is one of an instance; a run of watermarks has a number of its own.
    private struct Key: Hashable {
        let stream: String
        let view: Int
        let run: Int
    }

    private var causes = StepCauses()
    private var accounts: [Key: Account] = [:]
    private var order: [Key] = []
    private var streams: [String] = []
    /// The instance that a session is of: sessions end while an instance goes on.
    private var streamOf: [String: String] = [:]

    /// The records of sessions that no ping has named yet: which instance they are of is not known.
    private var held: [(session: String, record: NielsenMeasurementRecord)] = []

    /// Adds a step as it came, whose call is named as a cause.
    mutating func add(_ step: SessionStep) { causes.add(step) }

    mutating func add(_ item: CreditEvidence.Item) {
        switch item {
        case .record(let record):
            if streamOf[record.session] == nil {
                held.append((record.session, record))
            } else {
                add(record)
            }
        case .ping(let ping):
            if let name = ping.session { assign(name, to: ping.stream) }
            add(ping)
        case .remark: break
        }
    }

    private mutating func assign(_ session: String, to stream: String) {
        if !streams.contains(stream) { streams.append(stream) }
        guard streamOf.updateValue(stream, forKey: session) == nil, !held.isEmpty else { return }
        let ready = held.filter { $0.session == session }
        held.removeAll { $0.session == session }
        for (_, record) in ready { add(record) }
    }

    private mutating func add(_ record: NielsenMeasurementRecord) {
        guard let lane = record.lane, record.view > 0, [.view, .duration, .end].contains(record.kind) else { return }
        let key = Key(stream: streamOf[record.session] ?? record.session, view: record.view, run: 0)
        open(key, lane, record.assetid, watermark: nil, record.metadata)
        accounts[key]?.view.seconds = Int64(record.totalSeconds)
        accounts[key]?.view.keys.formUnion(record.metadata.keys)
        accounts[key]?.view.keys.formUnion(record.content?.metadata.keys.map { $0 } ?? [])
        accounts[key]?.credited.formUnion(record.segments)
        if let journal = record.journal { accounts[key]?.journal.add(journal) }
        if record.kind == .end { accounts[key]?.view.ended = true }
    }

    private mutating func add(_ ping: NielsenPing) {
        guard let credit = ping.credit else { return }
        let isRun = credit.run > 0
        let key = Key(stream: ping.stream, view: credit.view, run: credit.run)
        if isRun { open(key, ping.lane ?? .content, ping.assetid, watermark: credit.watermark, [:]) }
        guard var account = accounts[key] else { return }
        if !account.view.products.contains(ping.product.rawValue) {
            account.view.products.append(ping.product.rawValue)
        }
        if isRun {
            let sum = account.secondsByProduct[ping.product, default: 0].addingReportingOverflow(Int64(credit.seconds))
            account.secondsByProduct[ping.product] = sum.overflow ? .max : sum.partialValue
            account.view.seconds = account.secondsByProduct.values.max() ?? 0
            account.credited.formUnion(credit.segments)
            if let journal = credit.journal { account.journal.add(journal) }
            if credit.isEnd { account.view.ended = true }
        }
        accounts[key] = account
    }

    private mutating func open(
        _ key: Key,
        _ lane: NielsenLane,
        _ assetid: String,
        watermark: String?,
        _ metadata: [String: String]
    ) {
        guard accounts[key] == nil else { return }
        if !streams.contains(key.stream) { streams.append(key.stream) }
        let title = ["title", "section", "channelName"].lazy.compactMap { metadata[$0] }.first ?? ""
        order.append(key)
        accounts[key] = Account(
            view: SessionView(
                instance: (streams.firstIndex(of: key.stream) ?? 0) + 1,
                view: key.view,
                lane: lane.rawValue,
                assetid: assetid,
                title: title,
                watermark: watermark
            )
        )
    }

    /// Returns the views, each instance's in the order of their numbers, runs behind the view in which they began.
    mutating func finish() -> [SessionView] {
        for (_, record) in held { add(record) }
        held = []
        let views = order.compactMap { key -> SessionView? in
            guard var account = accounts[key] else { return nil }
            let (segments, stretches) = account.journal.finish(credited: account.credited, cause: causes.cause)
            account.view.segments = segments
            account.view.credited = segments.filter(\.isCredited).map(\.number)
            account.view.stretches = stretches
            account.view.start = stretches.first?.start ?? account.view.start
            account.view.end = stretches.last?.end ?? account.view.end
            if key.run > 0, account.view.title.isEmpty {
                account.view.title = accounts[Key(stream: key.stream, view: key.view, run: 0)]?.view.title ?? ""
            }
            return account.view
        }
        return views.enumerated().sorted { left, right in
            (left.element.instance, left.element.view, left.element.watermark == nil ? 0 : 1, left.offset)
                < (right.element.instance, right.element.view, right.element.watermark == nil ? 0 : 1, right.offset)
        }.map(\.element)
    }
}
