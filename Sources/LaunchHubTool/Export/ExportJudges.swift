// SPDX-License-Identifier: Apache-2.0

import Foundation
import HubServices
import LaunchHubCertification
import NielsenAppApi

/// Certifies the pings of each day, app and version, as `launchhub certify` does those of a whole database.
struct ExportJudges {
    /// What is certified on its own.
    struct Group: Sendable, Hashable, Comparable {
        let day: String
        let app: String
        let version: String

        static func < (left: Group, right: Group) -> Bool {
            (left.day, left.app, left.version) < (right.day, right.app, right.version)
        }
    }

    /// A ping of a session that began, which names no version; a later ping of the session does.
    private struct Waiting {
        let group: Group
        let address: String
        let number: Int
    }

    /// The largest number of groups, and of pings that wait for their version.
    static let limit = 16_384

    /// The name of the file.
    let source: String
    private var judgements: [Group: ExportJudgement] = [:]
    private var waiting: [String: Waiting] = [:]
    private var order: [String] = []

    init(of source: String) { self.source = source }

    /// Judges a ping.
    ///
    /// - Parameters:
    ///   - ping: The ping.
    ///   - group: Its day, app and version.
    ///   - session: Its session; empty if it names none.
    ///   - isBeginning: Whether it is the ping of a session that began.
    /// - Throws: ``FileFailure`` if there are too many groups.
    mutating func read(_ ping: ExportPing, _ group: Group, session: String, isBeginning: Bool) throws {
        let number = Int(clamping: ping.number)
        let name = group.app + "\u{0}" + session
        if isBeginning, group.version.isEmpty, !session.isEmpty {
            if waiting[name] == nil { order.append(name) }
            waiting[name] = Waiting(group: group, address: ping.request.address, number: number)
            if order.count > Self.limit { try judge(waiting.removeValue(forKey: order.removeFirst())) }
            return
        }
        if !group.version.isEmpty, !waiting.isEmpty, let first = waiting.removeValue(forKey: name) {
            order.removeAll { $0 == name }
            try judge(first.address, first.number, group)
        }
        try judge(ping.request.address, number, group)
    }

    /// Ends the judgement.
    ///
    /// - Returns: The judgements, in the order of days, apps and versions.
    /// - Throws: ``FileFailure`` if there are too many groups.
    mutating func finish() throws -> [(group: Group, judgement: ExportJudgement)] {
        for name in order { try judge(waiting[name]) }
        waiting = [:]
        order = []
        defer { judgements = [:] }
        return judgements.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
    }

    private mutating func judge(_ waiting: Waiting?) throws {
        guard let waiting else { return }
        try judge(waiting.address, waiting.number, waiting.group)
    }

    private mutating func judge(_ address: String, _ number: Int, _ group: Group) throws {
        if judgements[group] == nil {
            guard judgements.count < Self.limit else {
                let reason =
                    "there are more than \(Self.limit) days, apps and versions; narrow the export with --since, "
                    + "--until or --app, or leave out the verdicts with --table pings,credit"
                throw FileFailure("certify", source, reason: reason)
            }
            judgements[group] = ExportJudgement()
        }
        judgements[group]?.read(address, number)
    }
}

/// The certification of the pings of an app version, or of a session.
struct ExportJudgement {
    private var input = CheckedInput()
    private var pings: Int64 = 0

    /// Judges a ping that a collector has seen.
    mutating func read(_ address: String, _ number: Int) {
        pings += 1
        input.read(ping: address, number)
    }

    /// Judges a line of a session.
    mutating func read(line: Data, _ number: Int, isPing: Bool) {
        if isPing { pings += 1 }
        input.read(line, number)
    }

    /// Ends the judgement.
    ///
    /// - Parameters:
    ///   - group: The day, app and version.
    ///   - source: The name of the file.
    /// - Returns: The rows of the verdict, of the cases and of the findings.
    func rows(_ group: ExportJudges.Group, source: String) -> [ExportRow] {
        let certification = Certification(input)
        let (cases, findings) = (certification.cases, certification.findings)
        let errors = findings.count { $0.severity == .error }
        let whole = CheckVerdict(
            hasErrors: errors > 0,
            isUndecidable: !certification.isDecidable,
            cases: cases.map(\.verdict)
        )
        let count = { (verdict: CheckCase.Verdict) in ExportValue.integer(Int64(cases.count { $0.verdict == verdict }))
        }
        let row = { (table: ExportTable, values: [ExportValue]) in
            ExportRow(
                partition: ExportPartition(table: table, day: group.day, app: group.app),
                values: [.text(group.day), .optional(group.app), .optional(group.version), .text(source)] + values
            )
        }
        let values: [ExportValue] = [
            .text(whole.total.rawValue), .integer(pings), .integer(Int64(errors)),
            .integer(Int64(findings.count - errors)), count(.pass), count(.fail), count(.undecidable),
        ]
        return [row(.verdicts, values)]
            + cases.map { row(.cases, [.text($0.id), .text($0.verdict.rawValue), .text($0.reason)]) }
            + findings.map { row(.findings, $0.values) }
    }
}

extension Finding {
    /// The values of the finding's own columns.
    fileprivate var values: [ExportValue] {
        [
            .text(rule), .text(severity.rawValue), .optional(line.map(Int64.init)), .optional(Self.milliseconds(time)),
            .text(message), .optional(cure), .optional(Self.milliseconds(cost)),
        ]
    }

    private static func milliseconds(_ seconds: Double?) -> Int64? {
        seconds.flatMap { Int64(exactly: ($0 * 1_000).rounded()) }
    }
}

/// Certifies a session, whose app and version are those of its first instance.
struct ExportSessionJudge {
    private var judgement = ExportJudgement()
    /// What the pings say.
    private var sent = (app: "", version: "")
    /// What an instance, or the configuration, was given.
    private var given = (app: "", version: "")
    private(set) var start: Int64 = 0

    /// Whether the session holds nothing but the pings that a collector has seen, possibly of many apps.
    private(set) var hasPingsOnly = false

    /// Judges a line.
    ///
    /// - Parameters:
    ///   - bytes: The line.
    ///   - number: The number of the line, from 1.
    ///   - line: The line as an object.
    mutating func read(_ bytes: Data, _ number: Int, _ line: JSONObject) {
        if line["schema"] != nil {
            hasPingsOnly = line["source"] != nil
            start = line["start"]?.intValue ?? 0
            use(line["configuration"]?["nielsen.ios"])
        }
        if hasPingsOnly { return }
        if line["name"]?.stringValue?.hasPrefix("InstantiateSDK") == true { use(line["data"]?["data"]) }
        judgement.read(line: bytes, number, isPing: line["kind"] == "ping")
    }

    /// Learns the app and its version from a ping, unless they are known.
    mutating func learn(app: String, version: String) {
        if sent.app.isEmpty { sent.app = app }
        if sent.version.isEmpty { sent.version = version }
    }

    private mutating func use(_ appInfo: JSONValue?) {
        // An instance comes after the configuration, and says better which app it is.
        guard let app = appInfo?["appid"]?.stringValue else { return }
        given = (app, appInfo?["appversion"]?.stringValue ?? "")
    }

    /// Ends the judgement.
    ///
    /// - Parameters:
    ///   - source: The name of the file.
    ///   - wanted: The app that is wanted; nil for all.
    /// - Returns: The rows; empty if the session is not of the app, or is one of pings only.
    func rows(source: String, app wanted: String?) -> [ExportRow] {
        let app = sent.app.isEmpty ? given.app : sent.app
        guard !hasPingsOnly, wanted == nil || wanted == app else { return [] }
        let version = sent.version.isEmpty ? given.version : sent.version
        let group = ExportJudges.Group(day: Timestamp.day(start), app: app, version: version)
        return judgement.rows(group, source: source)
    }
}
