// SPDX-License-Identifier: Apache-2.0

#if canImport(LaunchHubServer)

    import Foundation
    import HubServices
    import LaunchHubServer

    /// The messages of a running server.
    enum ServeText {
        static func ready(_ addresses: [ServerAddress], _ plan: ServePlan) -> [String] {
            let first = addresses.first.map(\.description) ?? ""
            var lines = ["Serving on"] + addresses.map { "  \($0)" }
            lines.append("Pings go to \(first)cgi-bin/, and \(first) shows them.")
            if let folder = plan.folder { lines.append("Files are those of \(VisibleText.line(folder.root.path)).") }
            if let database = plan.database { lines.append("Pings are kept in \(VisibleText.line(database.path)).") }
            if let file = plan.authorityFile { lines.append("HTTPS clients have to trust \(VisibleText.line(file)).") }
            lines += plan.faults.map { "On purpose: \($0.json.jsonText)" }
            return lines
        }

        /// A ping in one line.
        static func line(_ ping: CollectedPing) -> String {
            let kind = PingKind(ping)
            let again = ping.doubles > 0 ? "  duplicates: \(ping.doubles)" : ""
            let what = [kind.product, kind.cadence].filter { !$0.isEmpty }.joined(separator: " ")
            let query = ping.query.map { "?\($0)" } ?? ""
            return VisibleText.line(
                "\(pad("\(ping.number)", 6)) \(time(ping.lastTime))  \(pad(what, 24)) \(ping.method) "
                    + String((ping.path + query).prefix(160)) + again
            )
        }

        static func summary(_ summary: PingSummary) -> [String] {
            func counted(_ number: Int, _ what: String) -> String { number == 1 ? "1 \(what)" : "\(number) \(what)s" }
            var lines = [
                "",
                counted(summary.pings, "ping") + ", " + counted(summary.sessions, "session") + ", "
                    + counted(summary.doubles, "duplicate")
                    + (summary.dropped > 0 ? ", \(summary.dropped) dropped (over limit)" : "") + ".",
            ]
            var counts: [String: Int] = [:]
            for (kind, count) in summary.kinds { counts["\(kind.product) \(kind.cadence)", default: 0] += count }
            lines += counts.sorted { $0.key < $1.key }.map { VisibleText.line("  \(pad($0.key, 26))\($0.value)") }
            return lines
        }

        /// A time in whole seconds.
        static func seconds(_ duration: Duration) -> String { "\(duration.components.seconds)" }

        private static func time(_ milliseconds: Int64) -> String {
            let seconds = milliseconds / 1000 % 86_400
            let parts = [seconds / 3_600, seconds / 60 % 60, seconds % 60].map { $0 < 10 ? "0\($0)" : "\($0)" }
            return parts.joined(separator: ":") + "Z"
        }

        private static func pad(_ text: String, _ width: Int) -> String {
            text + String(repeating: " ", count: max(0, width - text.count))
        }
    }

#endif
