// SPDX-License-Identifier: Apache-2.0

import Foundation

/// A line of a shell, as articles and help print it, for the tests to run in this process.
///
/// The programs are `launchhub`, `echo` and `mkdir`, in pipes and with output to files. No process can have a working
/// folder for one test alone, so words that name files become paths in the test's folder.
struct ShellLine {
    let text: String

    init(_ text: String) { self.text = text }

    /// The options whose values are files that need not exist.
    private static let files: Set = [
        "-o", "--output", "--report", "--record", "--svg", "--database", "--in", "--sessions", "--ca-file",
    ]

    /// Runs the line.
    ///
    /// - Parameters:
    ///   - folder: The folder that it would be run in.
    ///   - options: Options that the last program gets, too.
    /// - Returns: The end of the last program; its output, unless that went to a file.
    /// - Throws: An error of a file.
    func run(in folder: URL, adding options: [String] = []) async throws -> ToolRun {
        var run = ToolRun(output: "")
        let programs = Self.words(text).split(separator: "|", omittingEmptySubsequences: false).map(Array.init)
        for (place, program) in programs.enumerated() {
            var words = program.filter { $0 != "source" }
            var target: String?
            if let arrow = words.firstIndex(of: ">") {
                target = words[(arrow + 1)...].first
                words = Array(words[..<arrow])
            }
            switch words.removeFirst() {
            case "echo": run = ToolRun(output: words.joined(separator: " ") + "\n")
            case "mkdir":
                try FileManager.default.createDirectory(
                    at: folder.appending(path: words.last ?? ""),
                    withIntermediateDirectories: true,
                    attributes: [.posixPermissions: 0o700]
                )
            default:
                let added = place == programs.count - 1 ? options : []
                run = try await ToolRun(Self.paths(words, in: folder) + added, input: run.output)
            }
            if let target {
                try Data(run.output.utf8).write(to: folder.appending(path: target))
                run.output = ""
            }
        }
        return run
    }

    /// The words of a command, in which those that name files are paths.
    private static func paths(_ words: [String], in folder: URL) -> [String] {
        var paths = zip(words, [""] + words).map { word, option in
            // A server need not run as long as a reader has to see it.
            if option == "--for" { return "0.01" }
            let path = folder.appending(path: word).path
            return files.contains(option) || FileManager.default.fileExists(atPath: path) ? path : word
        }
        if words.first == "config" { paths += ["--folder", folder.appending(path: "RemoteConfig").path] }
        if words.starts(with: ["extension", "new"]), !words.contains("--in") { paths += ["--in", folder.path] }
        return paths
    }

    /// Divides a line at spaces that are not quoted.
    private static func words(_ text: String) -> [String] {
        var (words, quote, isOpen) = ([String](), Character?.none, false)
        for letter in text where !"()<".contains(letter) || quote != nil {
            if let open = quote {
                if letter == open { quote = nil } else { words[words.count - 1].append(letter) }
            } else if letter == " " {
                isOpen = false
            } else {
                if !isOpen { words.append("") }
                isOpen = true
                if letter == "'" || letter == "\"" { quote = letter } else { words[words.count - 1].append(letter) }
            }
        }
        return words
    }
}
