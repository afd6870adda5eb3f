// SPDX-License-Identifier: Apache-2.0

#if canImport(LaunchHubServer)

    import Foundation
    import HubCommandLine
    import HubServices
    import LaunchHubCertification
    import LaunchHubServer

    /// The command `launchhub serve`.
    struct ServeCommand: Command {
        static let syntax = CommandSyntax(
            name: "serve",
            summary: "collect pings, serve configurations and fail on purpose, on this machine",
            discussion: [
                "A server on 127.0.0.1 and ::1 for trying an app: it stores every request under /cgi-bin/, serves",
                "the files of a folder, and returns errors, delays answers and drops connections on request. The",
                "page at / shows what comes in. It runs until SIGINT (Ctrl-C) or SIGTERM, or until its time is over.",
            ],
            examples: [
                "launchhub serve --port 0 --for 1",
                "launchhub serve --port 0 --for 1 --fail 503:3 --database pings.sqlite",
            ],
            for: ServeCommand.init
        ) {
            $0.option(
                "--port",
                \.port,
                .number("N", in: 0...65_535),
                "the port for HTTP, 0 for a free one (default: 8642)"
            )
            $0.option(
                "--https-port",
                \.securePort,
                .securePort,
                "the port for HTTPS (default: the next one; 0 with --port 0)"
            )
            $0.option("--host", \.host, .text("HOST"), "127.0.0.1, ::1, or localhost for both (default)")
            $0.option(
                "--root",
                \.root,
                .text("FOLDER"),
                "the files that are served (default: RemoteConfig, if it is there)"
            )
            $0.option("--database", \.database, .text("FILE"), "where pings are kept (default: in memory)")
            $0.option(
                "--sessions",
                \.sessions,
                .text("FOLDER"),
                "where recorded sessions are kept (default: in memory)"
            )
            $0.option(
                "--ca-file",
                \.authorityFile,
                .text("FILE"),
                "write the authority that HTTPS clients have to trust, as PEM"
            )
            $0.force(\.force)
            $0.option(
                "--certificate",
                \.certificate,
                .text("FILE"),
                "a certificate as PEM, instead of one that is made now"
            )
            $0.option("--key", \.key, .text("FILE"), "its key as PEM")
            $0.option("--name", \.names, .text("NAMES"), "extra host names of this machine, separated by commas")
            $0.option("--tsv-flag", \.tsvFlag, .text("NN"), "the answer to TSV requests (default: 99)")
            $0.option("--fail", \.failure, .failure, "answer pings, or the first N, with a status")
            $0.option("--delay", \.delay, .seconds("SECONDS", atMost: 3_600), "hold the answers to pings back")
            $0.flag("--cut-off", \.cutsOff, "close the connections of pings before they are looked at")
            $0.option("--for", \.duration, .seconds("SECONDS", atMost: 31_536_000), "end by itself after that time")
        }

        /// A port for HTTPS, or none.
        enum SecurePort: Hashable {
            case number(UInt16)
            case off
        }

        /// The failure of the first pings, or of all.
        struct Failure: Hashable {
            let status: Int
            let times: Int?
        }

        var common = CommonOptions()
        private(set) var port: UInt16?
        private(set) var securePort: SecurePort?
        private(set) var host = "localhost"
        private(set) var root: String?
        private(set) var database: String?
        private(set) var sessions: String?
        private(set) var authorityFile: String?
        private(set) var force = false
        private(set) var certificate: String?
        private(set) var key: String?
        private(set) var names = ""
        private(set) var tsvFlag = Collector.usualTSVFlag
        private(set) var failure: Failure?
        private(set) var delay: Duration?
        private(set) var cutsOff = false
        private(set) var duration: Duration?

        func run(_ console: Console) async throws -> ExitCode {
            let plan = try ServePlan(self)
            let authorityFile = try authorityFile.map { path in
                try OutputFile(path, .authority, force: force, inputs: [database, certificate, key].compactMap(\.self))
            }
            let began = ContinuousClock.now
            let signals = StopSignals(after: duration)
            let collector = try Collector(file: plan.database, tsvFlag: tsvFlag) { ping in
                console.write(JSONObject([("kind", "ping")]).merging(ping.json), or: ServeText.line(ping))
            }
            let server = DevelopmentServer(
                plan.configuration,
                collector: collector,
                faults: Faults(plan.faults),
                folder: plan.folder,
                routes: BridgeHost(collector: collector).routes + SessionShelf(folder: plan.sessions).routes
            )
            let addresses = try server.start()
            plan.remarks.forEach(console.remark)
            if let authorityFile, let authority = plan.configuration.certificate?.authority {
                try authorityFile.write(authority)
            }
            sayReady(addresses, plan, console)
            let reason = await signals.wait()
            server.stop()
            let after = (ContinuousClock.now - began).components.seconds
            console.remark("stopped after \(after) s (\(reason.rawValue))")
            let summary = try collector.summary()
            console.write(JSONObject([("kind", "summary")]).merging(summary.json), or: ServeText.summary(summary))
            return .success
        }

        private func sayReady(_ addresses: [ServerAddress], _ plan: ServePlan, _ console: Console) {
            guard console.isJSON else {
                console.write(ServeText.ready(addresses, plan, authorityFile))
                return
            }
            var ready: JSONObject = [
                "kind": "ready", "addresses": .array(addresses.map { .string($0.description) }),
                "faults": .array(plan.faults.map { .object($0.json) }), "tsvFlag": .string(tsvFlag),
            ]
            ready["root"] = plan.folder.map { .string($0.root.path) }
            ready["database"] = plan.database.map { .string($0.path) }
            ready["sessions"] = plan.sessions.map { .string($0.path) }
            ready["authority"] = authorityFile.map(JSONValue.string)
            console.write(ready)
        }
    }

    extension ValueForm<ServeCommand.SecurePort> {
        fileprivate static var securePort: ValueForm {
            ValueForm("N|off", expected: "off, or a number from 0 to 65535") { text in
                text == "off" ? .off : UInt16(text).map(Value.number)
            }
        }
    }

    extension ValueForm<ServeCommand.Failure> {
        fileprivate static var failure: ValueForm {
            ValueForm("STATUS[:N]", expected: "a status from 200 to 599, and a count as in 503:3") { text in
                let parts = text.split(separator: ":", omittingEmptySubsequences: false)
                let times = parts.count == 2 ? Int(parts[1]) : nil
                guard let status = Int(parts[0]), (200...599).contains(status), parts.count == 1 || times ?? 0 > 0
                else { return nil }
                return ServeCommand.Failure(status: status, times: times)
            }
        }
    }

    /// The messages of a running server.
    enum ServeText {
        static func ready(_ addresses: [ServerAddress], _ plan: ServePlan, _ authorityFile: String?) -> [String] {
            let first = addresses.first.map(\.description) ?? ""
            var lines = ["Serving on"] + addresses.map { "  \($0)" }
            lines.append("Pings go to \(first)cgi-bin/, and \(first) shows them.")
            if let folder = plan.folder { lines.append("Files are those of \(VisibleText.line(folder.root.path)).") }
            if let database = plan.database { lines.append("Pings are kept in \(VisibleText.line(database.path)).") }
            if let file = authorityFile { lines.append("HTTPS clients have to trust \(VisibleText.line(file)).") }
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
            let counted = CheckText.counted
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

        private static func time(_ milliseconds: Int64) -> String {
            Timestamp.text(milliseconds).dropFirst(11).prefix(8) + "Z"
        }

        private static func pad(_ text: String, _ width: Int) -> String {
            text + String(repeating: " ", count: max(0, width - text.count))
        }
    }

#endif
