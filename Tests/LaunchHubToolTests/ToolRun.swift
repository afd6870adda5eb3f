// SPDX-License-Identifier: Apache-2.0

import Foundation
import HubCommandLine
import HubServices
import TestSupport
import Testing

// The tool is a program, which has no public interface but its command line: `Tool.run` is that.
@testable import LaunchHubTool

/// A command of the tool that has run in this process.
struct ToolRun: Sendable {
    let code: Int32
    var output: String
    let error: String

    /// Runs a command.
    ///
    /// - Parameters:
    ///   - words: The words of the command line, without the name of the program.
    ///   - input: Standard input.
    ///   - columns: The width of the terminal that shows output and errors; nil where they go to files.
    ///   - environment: The variables that the console sees.
    /// - Throws: An error if there is no temporary file.
    init(
        _ words: [String],
        input: String = "",
        columns: Int? = nil,
        environment: [String: String] = [:]
    ) async throws {
        let file = Self.temporary("in")
        try Data(input.utf8).write(to: file)
        defer { try? FileManager.default.removeItem(at: file) }
        let sink = MemorySink(columns: columns)
        let console = Console(sink, input: try FileHandle(forReadingFrom: file), environment: environment)
        code = await SharedHub.alone { await Tool.run(words, console).rawValue }
        (output, error) = sink.texts
    }

    /// Makes what another program has done.
    init(code: Int32 = 0, output: String) { (self.code, self.output, error) = (code, output, "") }

    /// The lines of JSON that were written.
    var objects: [JSONObject] {
        get throws { try output.split(separator: "\n").map { try JSONObject(jsonText: String($0)) } }
    }

    /// The lines of JSON that a command writes, without the schema that each of them names.
    static func objects(_ words: [String], code: Int32 = 0, input: String = "") async throws -> [JSONObject] {
        let run = try await ToolRun(words + ["--json"], input: input)
        #expect(run.code == code, "\(words): \(run.error)")
        return try run.objects.map { line in
            var object = line
            #expect(object["schema"] == "launchhub/1")
            object["schema"] = JSONValue?.none
            return object
        }
    }

    /// A file that does not exist yet.
    static func temporary(_ kind: String) -> URL {
        FileManager.default.temporaryDirectory.appendingPathComponent("launchhub-\(UUID().uuidString).\(kind)")
    }

    /// The commands with their names behind `launchhub`, their help, and whether they have commands of their own.
    static let commands: [(name: String, outline: CommandOutline, isGroup: Bool)] = Tool.all.map {
        ($0.words, $0.outline, !$0.subcommands.isEmpty)
    }

    /// The rows of the tables in the article on exports: the columns that are in paths, and those of each table.
    static let exportColumns: (paths: [String], tables: [(name: String, meaning: String, rows: [String])]) = {
        func rows(_ columns: some Sequence<ExportColumn>) -> [String] {
            columns.map { "| `\($0.name)` | \($0.kind.rawValue)\($0.isOptional ? " or null" : "") | \($0.meaning) |" }
        }
        let tables = ExportTable.allCases.map { table in
            (table.rawValue, table.meaning, rows(table.columns.dropFirst(ExportColumn.partition.count)))
        }
        return (rows(ExportColumn.partition), tables)
    }()

    /// Returns what a terminal gets of a text that a command writes.
    static func shownOnATerminal(_ text: String) -> String {
        let sink = MemorySink(columns: 80)
        Console(sink, environment: [:]).write(text)
        return String(sink.texts.0.dropLast())
    }
}

/// A command that runs in this process until the test has seen enough.
final class RunningTool: Sendable {
    private let lines: AsyncStream<String>
    private let task: Task<Int32, Never>

    init(_ words: [String]) {
        let (lines, continuation) = AsyncStream.makeStream(of: String.self)
        self.lines = lines
        task = Task {
            let sink = MemorySink(columns: nil) { continuation.yield($0) }
            let code = await SharedHub.alone { await Tool.run(words, Console(sink, environment: [:])).rawValue }
            continuation.finish()
            return code
        }
    }

    deinit { task.cancel() }

    /// Waits for the next line of output, an object in JSON.
    func object() async throws -> JSONObject {
        for await line in lines { return try JSONObject(jsonText: line.trimmingCharacters(in: .newlines)) }
        throw CancellationError()
    }

    /// Ends the command, and returns its exit code.
    func stop() async -> Int32 {
        task.cancel()
        return await task.value
    }
}

/// Keeps what a command writes.
private final class MemorySink: ConsoleSink {
    private let written = Locked((output: "", error: ""))
    private let hears: @Sendable (String) -> Void
    let columns: Int?

    init(columns: Int?, hears: @escaping @Sendable (String) -> Void = { _ in }) {
        self.columns = columns
        self.hears = hears
    }

    var texts: (String, String) { written.withLock { $0 } }

    func isTerminal(_ stream: ConsoleStream) -> Bool { columns != nil }

    func write(_ text: String, to stream: ConsoleStream) {
        written.withLock { written in
            switch stream {
            case .output: written.output += text
            case .error: written.error += text
            }
        }
        if stream == .output { hears(text) }
    }
}
