// SPDX-License-Identifier: Apache-2.0

import NielsenAppApi

/// Judges the statements of the published checklists by what a capture shows, whoever made the app and its SDK.
///
/// ```swift
/// var judge = WireJudge(list: list)
/// for request in capture { judge.read(request) }
/// let result = judge.finish()
/// print(result.verdict(isStrict: false).total)
/// ```
///
/// Memory does not grow with the capture: sessions that have been quiet for long are judged and forgotten. It makes no I/O.
package struct WireJudge: Sendable {
    /// What came of a capture.
    package struct Result: Sendable {
        /// All statements, in the order of the checklists.
        package var checks: [CheckCase] = []
        /// The views, in the order in which they began.
        package var views: [WireView] = []
        /// Whether there is a ping of what is judged.
        package var isMeasured = false
        /// The statements that a capture may decide, and this one does not.
        package var undecided: [CheckCase] = []
        /// The requests to collectors, and to other hosts.
        package var pings = 0
        package var others = 0

        /// Returns the verdict.
        ///
        /// - Parameter isStrict: Whether what is undecided fails.
        /// - Returns: The verdict.
        package func verdict(isStrict: Bool) -> CheckVerdict {
            let isMissed = isStrict && !undecided.isEmpty
            return CheckVerdict(
                hasErrors: checks.contains { $0.verdict == .fail && $0.severity == .error },
                isUndecidable: !isMeasured,
                cases: checks.map(\.verdict).filter { $0 != .fail } + (isMissed ? [.fail] : [])
            )
        }
    }

    /// The most pings of sessions that wait for their judgement.
    private static let limit = 20_000
    /// The most views that a result has.
    private static let viewLimit = 100_000

    let list: WireList
    let hasList: Bool
    private let product: WireProduct?
    // The verdicts so far, by the ids of the statements.
    var failures: [String: Failure] = [:]
    var passes: [String: (entries: [Int], message: String)] = [:]
    /// Why a statement is undecided if it neither fails nor passes.
    var doubts: [String: String] = [:]
    var facts = WireFacts()
    private var sessions: [String: WireSession] = [:]
    private var waiting = 0
    private var views: [WireView] = []
    /// Whether the capture has no end that tells anything, because it was cut off.
    private var isCutOff = false

    /// Makes a judge.
    ///
    /// - Parameters:
    ///   - list: What is known beside the capture; nil for nothing.
    ///   - product: The product whose statements are judged; nil for all that the capture has.
    package init(list: WireList? = nil, product: WireProduct? = nil) {
        self.list = list ?? WireList()
        hasList = list != nil
        self.product = product
    }

    /// Reads the next entry.
    package mutating func read(_ request: SeenRequest) {
        facts.add(request)
        guard case .ping(let ping) = request.kind, ping.product != .provider else { return }
        judgeAlone(request, ping)
        guard ping.product.isMeasurement || ping.product == .dar else { return }
        let session = ping.session
        let key = session.isEmpty ? "\(ping.appID ?? "")|\(ping.text(.c29) ?? "")" : session
        sessions[key, default: WireSession(key: key)].pings.append(WirePing(request, ping))
        waiting += 1
        if waiting >= Self.limit { judgeQuietSessions() }
    }

    /// Says that the capture ends in its middle.
    package mutating func cutOff() { isCutOff = true }

    /// Ends the judgement.
    package mutating func finish() -> Result {
        for session in sessions.values.sorted(by: { $0.pings.first?.entry ?? 0 < $1.pings.first?.entry ?? 0 }) {
            judge(session)
        }
        sessions = [:]
        judgeCapture()
        judgeChoices()
        var result = Result()
        result.pings = facts.pings
        result.others = facts.others
        result.views = views
        result.checks = WireStatement.all.map { statement in
            guard applies(statement) else {
                let reason = "It is not a statement about the chosen product."
                return CheckCase(id: statement.id, verdict: .undecidable, reason: reason)
            }
            return check(statement.id, otherwise: reason(statement))
        }
        let chosen = product ?? list.product
        result.isMeasured = facts.measurements.keys.contains { product == nil || $0.isJudged(as: product) }
        result.undecided = zip(result.checks, WireStatement.all).compactMap { check, statement in
            guard check.verdict == .undecidable, statement.isDecidable else { return nil }
            let family = statement.family
            let isGeneral = ["GE", "OO"].contains(family)
            let isMeant = isGeneral || chosen.map { $0.families.contains(family) } ?? applies(statement)
            return isMeant ? check : nil
        }
        return result
    }

    // MARK: - Sessions

    /// Judges the half of the sessions that have been quiet for longest; if there is one alone, what there is of it.
    private mutating func judgeQuietSessions() {
        let byLast = sessions.values.sorted { $0.pings.last?.entry ?? 0 < $1.pings.last?.entry ?? 0 }
        var left = waiting / 2
        for session in byLast where left > 0 {
            left -= session.pings.count
            waiting -= session.pings.count
            judge(session)
            sessions[session.key] = nil
            if byLast.count == 1 || left <= 0 {
                // What comes later of it has its beginning here.
                var rest = WireSession(key: session.key)
                rest.isCut = true
                sessions[session.key] = rest
            }
        }
        if sessions.count > Self.limit { sessions = sessions.filter { !$0.value.pings.isEmpty } }
    }

    private mutating func judge(_ session: WireSession) {
        var session = session
        session.rebuild()
        judgeAnnouncement(of: session)
        judgeRequests(of: session)
        judgeVideo(session)
        judgePages(session)
        judgeStreams(session)
        judgeAds(session)
        for view in session.views where view.product.isMeasurement && views.count < Self.viewLimit {
            var view = view
            if let asset = view.asset, list.row(of: asset)?.isAd == true, view.isAd == false { view.isAdByList = true }
            // Of what is not needed any more nothing is kept.
            views.append(view)
        }
    }

    /// A session that began after another one was announced has to be announced as well.
    private mutating func judgeAnnouncement(of session: WireSession) {
        guard let first = session.pings.first, !first.ping.session.isEmpty, facts.sessions[session.key] == nil,
            let start = facts.sessions.values.min(), !first.isOffline, first.time > start
        else { return }
        fail("GE10", [first], "The sessionId of entry \(first.entry) is not that of a session ping.")
    }

    /// Whether the capture shows what was before a moment, so that what is missing was not sent.
    func shows(_ seconds: Int64, of session: WireSession) -> Bool {
        guard !session.isCut, let start = facts.start else { return false }
        return seconds > start / 1000 + 1
    }

    /// When the capture ends, in milliseconds since 1970; nil if it was cut off.
    var end: Int64? { isCutOff ? nil : facts.end }

    // MARK: - Statements

    private func applies(_ statement: WireStatement) -> Bool {
        guard !["GE", "OO"].contains(statement.family), let product else { return true }
        return product.families.contains(statement.family)
    }

    private func reason(_ statement: WireStatement) -> String {
        switch statement.source {
        case .calls: return "Pings do not show it; certify the log of the app's calls."
        case .nothing: return "No traffic shows it."
        case .list where !hasList: return "It needs a list: name one with --list."
        case .list, .pings, .capture: break
        }
        let product = WireProduct.allCases.first { $0.family == statement.family }
        if let product, !facts.measurements.keys.contains(where: { $0.isJudged(as: product) }) {
            return "The capture has no ping of this product."
        }
        if let occasion = Self.occasions[statement.id] { return occasion }
        return statement.family == "OO"
            ? "Nothing in the capture shows a choice of the user." : "The capture has no ping that decides it."
    }

    /// What has to happen in a capture for a statement to be decided, said of one in which it did not.
    private static let occasions = [
        "GE3": "No address has the host of a collector; what a proxy has sent on to this machine has lost it.",
        "GE8": "The list has no device_id.",
        "GE10": "No ping of a measurement has a sessionId.",
        "DV7": "The capture has no ad.",
        "DV12": "No view has a pause of 30 s or more, with requests for media before and after it.",
        "DV14": "No ping reports a seek: RW or FW in evdata.",
        "DV15": "The capture has one view of content.",
        "DV17": "No view is live.",
        "DV19": "No content has a D ping after an ad.",
        "DS4": "The capture has one page.",
        "DA3": "The capture has one exposure.",
        "DA5": "No exposure was sent after an opt-out.",
        "DA7": "The capture has no view of an ad beside the exposures.",
        "TV9": "Less than five minutes of a quarter hour are credited.",
        "TV10": "The capture has no content with a linear ad load, c57=1, beside the stream.",
        "TS1": "The capture has no tsv request.",
        "OO1": "No opt-out page was opened.",
    ]
}

extension WireProduct {
    /// The families of statements that are about it.
    var families: [String] { self == .dtvr || self == .vod ? ["TV", "TS"] : [family] }
}

extension SeenPing.Product {
    func isJudged(as product: WireProduct?) -> Bool {
        switch product {
        case nil: true
        case .dcr: self == .dcrVideo
        case .dcrStatic: self == .dcrStatic
        case .dtvr, .vod: self == .dtvr
        case .dar: self == .dar
        }
    }
}
