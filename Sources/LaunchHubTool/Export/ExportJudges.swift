// SPDX-License-Identifier: Apache-2.0

import HubServices
import LaunchHubCertification

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

    private let source: String
    private var judgements: [Group: ExportJudgement] = [:]
    private var waiting: [String: Waiting] = [:]
    private var order: [String] = []

    /// Makes the judges of a file.
    ///
    /// - Parameter source: The name of the file.
    init(of source: String) {
        self.source = source
    }

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
            waiting[name] = Waiting(group: group, address: ping.address, number: number)
            if order.count > Self.limit { try judge(waiting.removeValue(forKey: order.removeFirst())) }
            return
        }
        if !group.version.isEmpty, !waiting.isEmpty, let first = waiting.removeValue(forKey: name) {
            order.removeAll { $0 == name }
            try judge(first.address, first.number, group)
        }
        try judge(ping.address, number, group)
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
                throw FileFailure(
                    "certify",
                    source,
                    reason:
                        "there are more than \(Self.limit) days, apps and versions; narrow the export with --since, "
                        + "--until or --app, or leave out the verdicts with --table pings,credit"
                )
            }
            judgements[group] = ExportJudgement()
        }
        judgements[group]?.read(address, number)
    }
}
