// SPDX-License-Identifier: Apache-2.0

import HubServices
import NielsenAppApi

/// Puts together views out of the records and pings of a session that was played.
struct EvidenceReader {
    /// What is known of one view or run.
    private struct Account {
        var view: ExplainedView
        var journals: [CreditJournal] = []
        var credited: Set<Int64> = []
        var secondsByProduct: [NielsenProduct: Int64] = [:]
    }

    /// A view is one of an instance; a run of watermarks has a number of its own.
    private struct Key: Hashable {
        let stream: String
        let view: Int
        let run: Int
    }

    private let steps: [SessionStep]
    private var accounts: [Key: Account] = [:]
    private var order: [Key] = []
    private var streams: [String] = []
    /// The instance that a session is of: sessions end while an instance goes on.
    private var streamOf: [String: String] = [:]

    /// Makes a reader.
    ///
    /// - Parameter session: The session as it came, whose calls are named as causes.
    init(_ session: Session) {
        steps = session.steps
        for (_, ping) in session.pings {
            guard let ping = try? NielsenPing(json: ping), let name = ping.session else { continue }
            streamOf[name] = ping.stream
            if !streams.contains(ping.stream) { streams.append(ping.stream) }
        }
    }

    mutating func add(_ item: CreditEvidence.Item) {
        switch item {
        case .record(let record): add(record)
        case .ping(let ping): add(ping)
        case .remark: break
        }
    }

    private mutating func add(_ record: NielsenMeasurementRecord) {
        guard let lane = record.lane, record.view > 0, [.view, .duration, .end].contains(record.kind) else { return }
        let key = Key(stream: streamOf[record.session] ?? record.session, view: record.view, run: 0)
        open(key, lane, record.assetid, watermark: nil, record.metadata)
        accounts[key]?.view.seconds = Int64(record.totalSeconds)
        accounts[key]?.view.keys.formUnion(record.metadata.keys)
        accounts[key]?.view.keys.formUnion(record.content?.metadata.keys.map { $0 } ?? [])
        accounts[key]?.credited.formUnion(record.segments)
        if let journal = record.journal { accounts[key]?.journals.append(journal) }
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
            if let journal = credit.journal { account.journals.append(journal) }
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
            view: ExplainedView(
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
    func finish() -> [ExplainedView] {
        let views = order.compactMap { key -> ExplainedView? in
            guard var account = accounts[key] else { return nil }
            account.view.explain(account.journals, credited: account.credited, cause: cause)
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

    // MARK: - Causes

    /// What the app asked for at a time, in a few words; empty where it asked for nothing then.
    private func cause(at time: Int64) -> String {
        let after = firstStep(after: time)
        let there = steps[..<after].reversed().prefix { $0.time == time }
        let words = there.compactMap { $0.command.map(Self.text) }
        // Of several calls at one moment the first that is no playhead of the content is it, where there is one.
        return words.last { !$0.hasPrefix(Self.playhead) } ?? words.last ?? ""
    }

    /// The place of the first step after a time.
    private func firstStep(after time: Int64) -> Int {
        var (low, high) = (0, steps.count)
        while low < high {
            let middle = (low + high) / 2
            if steps[middle].time > time { high = middle } else { low = middle + 1 }
        }
        return low
    }

    private static func text(_ command: SessionCommand) -> String {
        guard let track = command.track else {
            switch DocumentedCall(event: command.name) {
            case .remove: return "the instance is removed"
            case .setAppDisable: return "appDisableApi"
            case let call: return call?.call ?? command.name
            }
        }
        if let choice = track.optOut { return "the user's choice, optout \(choice)" }
        guard track.event == "playhead" else { return track.event }
        let asset = track.asset.isEmpty ? "" : " \(track.asset)"
        return track.lane == "content" ? playhead + asset : "the \(track.lane)\(asset) begins"
    }

    private static let playhead = "a playhead of the content"
}
