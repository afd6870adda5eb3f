// SPDX-License-Identifier: Apache-2.0

// Pings name the system on which they are made.
#if os(Linux)
    import Foundation
    import HubServices
    import TestSupport
    import Testing

    /// What commands write, whole: each folder below `Golden` that has a file `arguments` is a case.
    ///
    /// - `arguments`: a word of the command line a line. An empty line ends a command, and the next one begins behind it.
    ///   `{case}` stands for a copy of the case's folder, in which a command may write, and `{inputs}` for
    ///   `Golden/Inputs`, the files that several cases read.
    /// - `stdin`: standard input; empty without it.
    /// - `stdout`, `stderr`, `exit`: what has to come; empty, empty and 0 without them. Of several commands, each begins
    ///   with a line `$ launchhub …`, and has an exit code.
    /// - `written`: the files that have to be in the copy afterwards, and their text.
    ///
    /// `UPDATE_GOLDEN=1 swift test --filter GoldenTests` writes what came into these files. In them `{version}` and `{time}`
    /// stand for what changes.
    struct GoldenTests {
        private static let golden = PackageFolder.root.appending(path: "Tests/LaunchHubToolTests/Golden")
        private static let updates = ProcessInfo.processInfo.environment["UPDATE_GOLDEN"] == "1"

        private static let cases: [String] = {
            let names = (try? FileManager.default.contentsOfDirectory(atPath: golden.path)) ?? []
            return names.filter { FileManager.default.fileExists(atPath: "\(golden.path)/\($0)/arguments") }.sorted()
        }()

        @Test func thereAreCases() { #expect(Self.cases.count > 40) }

        @Test(arguments: cases)
        func theCommandWritesWhatItWrote(name: String) async throws {
            let folder = Self.golden.appending(path: name)
            let copy = ToolRun.temporary("case")
            try FileManager.default.copyItem(at: folder, to: copy)
            defer { try? FileManager.default.removeItem(at: copy) }
            let places = [("{case}", copy.path), ("{inputs}", Self.golden.appending(path: "Inputs").path)]
            let commands = try Self.text(folder, "arguments").components(separatedBy: "\n\n")
            var (output, error, codes) = ("", "", [Int32]())
            for command in commands {
                let words = command.split(separator: "\n").map(String.init)
                let head = commands.count > 1 ? "$ launchhub \(words.joined(separator: " "))\n" : ""
                let run = try await ToolRun(
                    words.map { word in places.reduce(word) { $0.replacingOccurrences(of: $1.0, with: $1.1) } },
                    input: Self.text(folder, "stdin")
                )
                output += head + run.output
                error += run.error.isEmpty ? "" : head + run.error
                codes.append(run.code)
            }
            func plain(_ text: String) -> String {
                places.reduce(Self.withoutChanges(text)) { $0.replacingOccurrences(of: $1.1, with: $1.0) }
            }
            try Self.compare(plain(output), folder, "stdout")
            try Self.compare(plain(error), folder, "stderr")
            let exit = codes.map { "\($0)\n" }.joined()
            try Self.compare(codes.allSatisfy { $0 == 0 } ? "" : exit, folder, "exit")
            for file in try Self.files(folder.appending(path: "written")) {
                let came = try String(contentsOf: copy.appending(path: file), encoding: .utf8)
                try Self.compare(plain(came), folder, "written/\(file)")
            }
        }

        private static func withoutChanges(_ text: String) -> String {
            let version = NSRegularExpression.escapedPattern(for: HubPackage.version)
            return [
                (#"(launchhub |record |hub\.|"version":")\#(version)"#, "$1{version}"),
                (#"took \d+ ms"#, "took {time} ms"),
            ].reduce(text) { text, change in
                text.replacingOccurrences(of: change.0, with: change.1, options: .regularExpression)
            }
        }

        /// The paths of the files in a folder.
        private static func files(_ folder: URL) throws -> [String] {
            guard FileManager.default.fileExists(atPath: folder.path) else { return [] }
            return try FileManager.default.subpathsOfDirectory(atPath: folder.path).filter {
                try folder.appending(path: $0).resourceValues(forKeys: [.isRegularFileKey]).isRegularFile == true
            }.sorted()
        }

        private static func text(_ folder: URL, _ file: String) throws -> String {
            let url = folder.appending(path: file)
            return FileManager.default.fileExists(atPath: url.path) ? try String(contentsOf: url, encoding: .utf8) : ""
        }

        /// Compares a text with that of a file, or writes it there.
        private static func compare(_ came: String, _ folder: URL, _ file: String) throws {
            let expected = try text(folder, file)
            guard came != expected else { return }
            guard updates else {
                let name = "\(folder.lastPathComponent)/\(file)"
                Issue.record("\(name) (UPDATE_GOLDEN=1 writes what came)\n\(difference(expected, came))")
                return
            }
            let url = folder.appending(path: file)
            if came.isEmpty {
                try FileManager.default.removeItem(at: url)
            } else {
                try Data(came.utf8).write(to: url)
            }
        }

        /// The lines that are gone with `-` and those that are new with `+`, with the numbers that they have.
        private static func difference(_ old: String, _ new: String) -> String {
            let (old, new) = (old.components(separatedBy: "\n"), new.components(separatedBy: "\n"))
            let changes = new.difference(from: old).map { change in
                switch change {
                case .remove(let offset, let line, _): (offset, "- \(offset + 1): \(line)")
                case .insert(let offset, let line, _): (offset, "+ \(offset + 1): \(line)")
                }
            }
            let lines = changes.enumerated().sorted { ($0.element.0, $0.offset) < ($1.element.0, $1.offset) }
            let shown = lines.prefix(60).map(\.element.1)
            return shown.joined(separator: "\n") + (lines.count > 60 ? "\n… and \(lines.count - 60) lines" : "")
        }
    }
#endif
