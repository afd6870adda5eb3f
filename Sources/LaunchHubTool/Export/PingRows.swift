// SPDX-License-Identifier: Apache-2.0

#if canImport(LaunchHubServer)

    import Foundation
    import HubServices
    import LaunchHubRecording
    import LaunchHubServer
    import NielsenAppApi

    /// Makes rows of pings, without the identifiers that are replaced.
    struct PingRows {
        /// A ping, taken apart.
        struct Result {
            let group: ExportJudges.Group
            let session: String
            /// Whether it says that a session began.
            let isBeginning: Bool
            let rows: [ExportRow]
        }

        private var reader = NielsenPingTableReader()
        private var redactor: Redactor
        private let tables: Set<ExportTable>
        /// The credited minutes of each view that goes on.
        private var credited: [String: Set<Int64>] = [:]

        init(_ redactor: Redactor, tables: Set<ExportTable>) {
            self.redactor = redactor
            self.tables = tables
        }

        /// Returns the rows of a ping.
        mutating func rows(of ping: ExportPing) -> Result {
            let table = reader.table(of: ping.request.address)
            let shown = RedactedPing(table, of: ping.request.address, body: ping.request.body, [:], &redactor)
            let facts = Facts(shown, table)
            let day = Timestamp.day(ping.time)
            let front: [ExportValue] = [
                .text(day), .optional(facts.app), .optional(facts.version), .text(ping.source),
            ]
            var rows: [ExportRow] = []
            if tables.contains(.pings) {
                var ping = ping
                ping.request.address = shown.json["url"]?.stringValue ?? ""
                ping.request.body = shown.json["body"]?.stringValue
                let partition = ExportPartition(table: .pings, day: day, app: facts.app)
                rows.append(ExportRow(partition: partition, values: front + facts.row(ping), ping: ping))
            }
            if tables.contains(.credit), let credit = facts.credit(ping, minutes: newMinutes(facts, of: ping.source)) {
                let partition = ExportPartition(table: .credit, day: day, app: facts.app)
                rows.append(ExportRow(partition: partition, values: front + credit))
            }
            return Result(
                group: ExportJudges.Group(day: day, app: facts.app, version: facts.version),
                session: facts.ping.session,
                isBeginning: facts.ping.product == .session,
                rows: rows
            )
        }

        /// Returns how many minutes a ping credits that no earlier one of its view has credited.
        private mutating func newMinutes(_ facts: Facts, of source: String) -> Int64 {
            let ping = facts.ping
            guard !ping.view.isEmpty, let minutes = facts.minutes else { return (facts.creditedSeconds ?? 0) / 60 }
            let view = "\(source) \(ping.session) \(ping.view)"
            let before = credited.removeValue(forKey: view) ?? []
            let after = before.union(minutes)
            if !ping.isEnd, !after.isEmpty { credited[view] = after }
            return Int64(after.count - before.count)
        }
    }

    /// What the parameters of a ping say.
    private struct Facts {
        let ping: SeenPing
        let product: String
        let app: String
        let version: String
        /// The credited minutes, counted from the beginning of the view; nil where the ping does not say which they are.
        let minutes: [Int64]?
        let creditedSeconds: Int64?
        private let parameters: JSONObject

        init(_ shown: RedactedPing, _ table: NielsenPingTable) {
            var parameters = JSONObject()
            for (name, value) in shown.values where !value.isEmpty && parameters[name] == nil {
                parameters[name] = .string(value)
            }
            self.parameters = parameters
            ping = SeenPing(collected: shown.json["url"]?.stringValue ?? "")
            // An ad server's own address has none of the known forms.
            product = ping.product == .other && !table.product.isEmpty ? table.product : ping.product.rawValue
            app = ping.appID ?? ""
            version = ping.text(.c12) ?? ""
            let credit = ping.cadence == "quarter-hour" ? nil : ping.credit
            minutes = credit.flatMap { $0.places == nil ? nil : $0.minutes }
            // A page's credit has no digits: 30 s of a minute credit it.
            let isPage = ping.product == .dcrStatic && ping.cadence == "duration"
            creditedSeconds =
                isPage ? ping.seconds.map { ($0 + 30) / 60 * 60 } : credit?.places.map { Int64($0.count) * 60 }
        }

        func row(_ sent: ExportPing) -> [ExportValue] {
            [
                .integer(sent.number), .optional(sent.request.key), .text(Timestamp.text(sent.time)),
                .text(Timestamp.text(sent.lastTime)), .integer(sent.doubles), .text(sent.state.rawValue),
                .optional(sent.reason), .text(sent.request.method), .text(product), .optional(ping.cadence),
            ] + view + [
                .optional(ping.credit?.window), .optional(creditedSeconds), .optional(ping.seconds),
                ping.isOptedOut.map { .boolean($0) } ?? .none, .optional(ping.text(.c16)), .text(sent.request.address),
                .optional(sent.request.body), .map(parameters),
            ]
        }

        /// Returns the values of a row of the credit; nil if the ping credits nothing and nothing was played.
        func credit(_ sent: ExportPing, minutes: Int64) -> [ExportValue]? {
            let seconds = ping.seconds ?? 0
            guard minutes > 0 || seconds > 0 else { return nil }
            let front: [ExportValue] = [
                .integer(sent.number), .optional(sent.request.key), .text(Timestamp.text(sent.time)), .text(product),
            ]
            return front + view + [.integer(minutes), .integer(seconds)]
        }

        private var view: [ExportValue] {
            [
                .optional(ping.session), .optional(ping.view), .optional(ping.plain(.ty)),
                .optional(ping.asset ?? ping.plain(.ai)),
                .optional(ping.plain(.tl)),
            ]
        }
    }

#endif
