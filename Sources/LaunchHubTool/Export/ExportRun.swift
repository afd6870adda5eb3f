// SPDX-License-Identifier: Apache-2.0

#if canImport(LaunchHubServer)

    import Foundation
    import HubServices

    /// Writes one export.
    struct ExportRun {
        private let folder: ExportFolder
        private var rows: PingRows
        private let range: Range<Int64>
        private let app: String?

        /// Makes a run.
        ///
        /// - Parameters:
        ///   - folder: The folder of the tables.
        ///   - rows: Makes the rows.
        ///   - range: The times of the pings, in milliseconds since 1970.
        ///   - app: The app whose pings are wanted; nil for all.
        init(_ folder: ExportFolder, _ rows: PingRows, _ range: Range<Int64>, app: String?) {
            self.folder = folder
            self.rows = rows
            self.range = range
            self.app = app
        }

        /// Writes the export, all of it or nothing.
        ///
        /// - Parameters:
        ///   - sources: The files to read.
        ///   - console: Receives the progress, remarks and the summary.
        ///   - output: The folder's name, for messages.
        /// - Returns: How the command ends.
        /// - Throws: ``FileFailure`` if a file cannot be read or written.
        consuming func write(
            _ sources: [ExportSource],
            _ console: Console,
            to output: String
        ) throws -> ExitCode {
            let isStopped = Locked(false)
            let signals = StopSignals(after: nil) { isStopped.withLock { $0 = true } }
            defer { withExtendedLifetime(signals) {} }
            var run = self
            let files: Int
            do {
                for source in sources { try run.read(source, console, isStopped) }
                console.progress("")
                files = try run.folder.commit()
            } catch {
                run.folder.discard()
                console.progress("")
                guard error is Interruption else { throw error }
                console.remark("interrupted; nothing was written.")
                return .interrupted
            }
            run.summarize(files, console, output)
            return .success
        }

        /// The end of an export that the user does not want any more.
        private struct Interruption: Error {}

        private mutating func read(_ source: ExportSource, _ console: Console, _ isStopped: Locked<Bool>) throws {
            var count = 0
            try source.forEachPing(in: range, remark: console.remark) { ping in
                count += 1
                if count % 256 == 0, isStopped.withLock({ $0 }) { throw Interruption() }
                if count % 20_000 == 0 { console.progress("\(source.name): \(count) pings") }
                let result = rows.rows(of: ping)
                guard app == nil || app == result.app else { return }
                for row in result.rows { try folder.append(row) }
            }
        }

        private func summarize(_ files: Int, _ console: Console, _ output: String) {
            if console.isJSON {
                let rows = ExportTable.allCases.map { ($0.rawValue, JSONValue.int(Int64(folder.rows[$0] ?? 0))) }
                console.write([
                    "kind": "summary", "folder": .string(output), "files": .int(Int64(files)),
                    "rows": .object(JSONObject(rows)),
                ])
            } else {
                let rows = ExportTable.allCases.compactMap { table in
                    folder.rows[table].map { "\($0) of \(table.rawValue)" }
                }
                let all = rows.isEmpty ? "no rows" : "rows: " + rows.joined(separator: ", ")
                console.write("\(VisibleText.line(output)): \(files == 1 ? "1 file" : "\(files) files"), \(all).")
            }
        }
    }

#endif
