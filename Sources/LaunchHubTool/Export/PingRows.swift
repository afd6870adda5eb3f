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
            let table = reader.table(of: ping.address)
            let shown = RedactedPing(table, of: ping.address, body: ping.body, [:], &redactor)
            let facts = Facts(shown, table, path: Self.path(of: ping.address))
            let day = ExportTime.day(ping.time)
            let front: [ExportValue] = [
                .text(day), .optional(facts.app), .optional(facts.version), .text(ping.source),
            ]
            var rows: [ExportRow] = []
            if tables.contains(.pings) {
                var ping = ping
                ping.address = shown.json["url"]?.stringValue ?? ""
                ping.body = shown.json["body"]?.stringValue
                let partition = ExportPartition(table: .pings, day: day, app: facts.app)
                rows.append(ExportRow(partition: partition, values: front + facts.ping(ping), ping: ping))
            }
            if tables.contains(.credit), let credit = facts.credit(ping, minutes: newMinutes(of: ping)) {
                let partition = ExportPartition(table: .credit, day: day, app: facts.app)
                rows.append(ExportRow(partition: partition, values: front + credit))
            }
            return Result(
                group: ExportJudges.Group(day: day, app: facts.app, version: facts.version),
                session: facts.kind.session,
                isBeginning: facts.product == "session",
                rows: rows
            )
        }

        /// Returns how many minutes a ping credits that no earlier one of its view has credited; nil where it does not say
        /// which they are.
        private mutating func newMinutes(of ping: ExportPing) -> Int64? {
            guard let seen = SeenPing(ping.address, isKnown: true), seen.cadence != "quarter-hour", !seen.view.isEmpty,
                let credit = seen.credit, credit.places != nil
            else { return nil }
            let view = "\(ping.source) \(seen.session) \(seen.view)"
            let before = credited.removeValue(forKey: view) ?? []
            let after = before.union(credit.minutes)
            if !seen.isEnd, !after.isEmpty { credited[view] = after }
            return Int64(after.count - before.count)
        }

        /// Returns the path of an address, without its host.
        private static func path(of address: String) -> String {
            let address = address.prefix { $0 != "?" && $0 != "#" }
            guard let host = address.range(of: "://") else { return String(address) }
            return String(address[host.upperBound...].drop { $0 != "/" })
        }
    }

    /// What the parameters of a ping say.
    private struct Facts {
        let parameters: JSONObject
        let kind: PingKind
        let product: String
        let app: String
        let version: String
        /// The number of the five-minute window, and the seconds that the ping credits.
        private let segment: Int64?
        private let creditedSeconds: Int64?
        private let playedSeconds: Int64?

        init(_ ping: RedactedPing, _ table: NielsenPingTable, path: String) {
            var parameters = JSONObject()
            for (name, value) in ping.values where !value.isEmpty && parameters[name] == nil {
                parameters[name] = .string(value)
            }
            self.parameters = parameters
            kind = PingKind(path: path) { parameters[$0]?.stringValue ?? "" }
            // A template without constants, as that of ad servers' addresses, is like many.
            product = kind.product == "other" && !table.product.isEmpty ? table.product : kind.product
            app = Self.value("c13", front: "asid,", parameters) ?? ""
            version = Self.value("c12", front: "apv,", parameters) ?? ""
            let (segment, credited) = Self.credit(parameters["cr"]?.stringValue ?? "")
            let played = Self.value("c27", front: "cln,", parameters).flatMap(Self.seconds)
            // A page's credit has no seconds: 30 s of a minute credit it.
            let isPage = kind.product == "dcrStatic" && kind.cadence == "interval"
            self.segment = segment
            creditedSeconds = isPage ? played.map { ($0 + 30) / 60 * 60 } : credited
            playedSeconds = played
        }

        func ping(_ ping: ExportPing) -> [ExportValue] {
            [
                .integer(ping.number), .optional(ping.id), .text(ExportTime.text(ping.time)),
                .text(ExportTime.text(ping.lastTime)), .integer(ping.doubles), .text(ping.state.rawValue),
                .optional(ping.reason), .text(ping.method), .text(product), .optional(kind.cadence),
            ] + view + [
                .optional(segment), .optional(creditedSeconds), .optional(playedSeconds), optedOut,
                .optional(Self.value("c16", front: "sdkv,", parameters)), .text(ping.address),
                .optional(ping.body), .map(parameters),
            ]
        }

        /// Makes a row of the credit.
        ///
        /// - Parameters:
        ///   - ping: The ping.
        ///   - minutes: How many minutes it credits; nil to take them from its seconds.
        /// - Returns: The values; nil if the ping credits nothing and nothing was played.
        func credit(_ ping: ExportPing, minutes: Int64?) -> [ExportValue]? {
            let minutes = minutes ?? (creditedSeconds ?? 0) / 60
            let seconds = playedSeconds ?? 0
            guard minutes > 0 || seconds > 0 else { return nil }
            let front: [ExportValue] = [
                .integer(ping.number), .optional(ping.id), .text(ExportTime.text(ping.time)), .text(product),
            ]
            return front + view + [.integer(minutes), .integer(seconds)]
        }

        private var view: [ExportValue] {
            let asset = parameters["ai"] ?? (product == "dtvr" ? parameters["ca"] : nil)
            return [
                .optional(kind.session), .optional(Self.value("c59", front: "sesid,", parameters)),
                .optional(parameters["ty"]?.stringValue), .optional(asset?.stringValue),
                .optional(parameters["tl"]?.stringValue),
            ]
        }

        private var optedOut: ExportValue {
            switch parameters["uoo"]?.stringValue {
            case "true": .boolean(true)
            case "false": .boolean(false)
            default: .none
            }
        }

        /// Reads a credit such as `4_00_99_D2_11000`: the number of the window behind the letter of the occasion, then a
        /// digit for each minute; pings of an earlier form have seconds there.
        private static func credit(_ text: String) -> (segment: Int64?, seconds: Int64?) {
            let parts = text.split(separator: "_", omittingEmptySubsequences: false)
            let place = parts.firstIndex { part in
                part.first.map("VIDSQ".contains) ?? false && part.dropFirst().allSatisfy(\.isNumber)
            }
            guard let place else { return (nil, nil) }
            let next = place + 1
            guard next < parts.count, parts[place].first != "Q" else { return (nil, nil) }
            let isMap = parts[next].count == 5 && parts[next].allSatisfy { $0 == "0" || $0 == "1" }
            let seconds = isMap ? Int64(parts[next].count { $0 == "1" }) * 60 : seconds(String(parts[next]))
            return (seconds.flatMap { _ in Int64(parts[place].dropFirst()) }, seconds)
        }

        /// Reads a number of seconds that a view may have.
        private static func seconds(_ text: String) -> Int64? {
            Int64(text).flatMap { (0...315_360_000).contains($0) ? $0 : nil }
        }

        /// Returns the value of a parameter, without the word that templates put in front of it.
        private static func value(_ name: String, front: String, _ parameters: JSONObject) -> String? {
            parameters[name]?.stringValue.map { $0.hasPrefix(front) ? String($0.dropFirst(front.count)) : $0 }
        }
    }

#endif
