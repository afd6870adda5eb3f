// SPDX-License-Identifier: Apache-2.0

#if canImport(LaunchHubServer)

    import Foundation
    import HubServices
    import LaunchHubCertification
    import LaunchHubRecording

    /// Writes one export.
    struct ExportRun {
        let folder: ExportFolder
        /// The tables that are wanted.
        let tables: Set<ExportTable>
        var rows: PingRows
        /// The times of the pings, in milliseconds since 1970.
        let range: Range<Int64>
        /// The app whose pings are wanted; nil for all.
        let app: String?

        /// Writes the export, all of it or nothing.
        ///
        /// - Parameters:
        ///   - sources: The files to read.
        ///   - named: The paths of the command line: a session that one of them has in its folder may be damaged.
        ///   - console: Receives the progress, remarks and the summary.
        ///   - output: The folder's name, for messages.
        /// - Returns: How the command ends.
        /// - Throws: ``FileFailure`` if a file cannot be read or written.
        consuming func write(
            _ sources: [ExportSource],
            named: Set<String>,
            _ console: Console,
            to output: String
        ) throws -> ExitCode {
            let isStopped = Locked(false)
            let signals = StopSignals(after: nil) { isStopped.withLock { $0 = true } }
            defer { withExtendedLifetime(signals) {} }
            var run = self
            let files: Int
            var failed = 0
            do {
                for source in sources {
                    if source.isSession, !named.contains(source.path), let fault = source.fault {
                        failed += 1
                        console.finding(fault, ["file": .string(source.path)])
                    } else {
                        try run.read(source, console, isStopped)
                    }
                }
                console.progress("")
                files = try run.folder.commit()
            } catch {
                run.folder.discard()
                console.progress("")
                guard error is Interruption else { throw error }
                console.remark("interrupted; nothing was written.")
                return .interrupted
            }
            run.summarize(files, failed: failed, console, output)
            return failed == 0 ? .success : .findings
        }

        /// The end of an export that the user does not want any more.
        private struct Interruption: Error {}

        private mutating func read(_ source: ExportSource, _ console: Console, _ isStopped: Locked<Bool>) throws {
            var count = 0
            var judges = ExportJudges(of: source.name)
            var session: ExportSessionJudge? = source.isSession && isJudged ? ExportSessionJudge() : nil
            let line = { (bytes: Data, number: Int, line: JSONObject) -> Void in session?.read(bytes, number, line) }
            try source.forEachPing(in: range, remark: console.remark, line: isJudged ? line : nil) { ping in
                count += 1
                if count % 256 == 0, isStopped.withLock({ $0 }) { throw Interruption() }
                if count % 20_000 == 0 { console.progress("\(source.name): \(count) pings") }
                let result = rows.rows(of: ping)
                guard app == nil || app == result.group.app else { return }
                for row in result.rows { try folder.append(row) }
                guard isJudged else { return }
                if session.map(\.hasPingsOnly) ?? true {
                    try judges.read(ping, result.group, session: result.session, isBeginning: result.isBeginning)
                } else {
                    session?.learn(app: result.group.app, version: result.group.version)
                }
            }
            for (group, judgement) in try judges.finish() { try append(judgement.rows(group, source: source.name)) }
            if let session, range.contains(session.start) {
                try append(session.rows(source: source.name, app: app))
            }
        }

        /// Adds the rows of the tables that are wanted.
        private func append(_ rows: [ExportRow]) throws {
            for row in rows where tables.contains(row.partition.table) { try folder.append(row) }
        }

        private var isJudged: Bool { !tables.isDisjoint(with: ExportTable.judged) }

        private func summarize(_ files: Int, failed: Int, _ console: Console, _ output: String) {
            if console.isJSON {
                let rows = ExportTable.allCases.map { ($0.rawValue, JSONValue.number(folder.rows[$0] ?? 0)) }
                console.write([
                    "kind": "summary", "folder": .string(output), "files": .number(files),
                    "failed": .number(failed),
                    "rows": .object(JSONObject(rows)),
                ])
            } else {
                let rows = ExportTable.allCases.compactMap { table in
                    folder.rows[table].map { "\($0) of \(table.rawValue)" }
                }
                let all = rows.isEmpty ? "no rows" : "rows: " + rows.joined(separator: ", ")
                let left = failed == 0 ? "" : " \(failed) of the sources could not be read."
                console.write(
                    "\(VisibleText.line(output)): \(CheckText.counted(files, "file")), \(all).\(left)"
                )
            }
        }
    }

#endif
