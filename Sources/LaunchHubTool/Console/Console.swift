// SPDX-License-Identifier: Apache-2.0

import Foundation
import HubCommandLine
import HubServices
import LaunchHubCertification
import LaunchHubSession

/// The input and output of the tool.
struct Console: Sendable {
    /// Where the commands read what a person or another program gives them.
    let input: FileHandle
    private let sink: any ConsoleSink
    /// Whether to write lines of JSON.
    private(set) var isJSON = false
    /// The colours and the width of standard output.
    private(set) var style: TextStyle
    /// The colours of standard error.
    private var errorStyle: TextStyle
    private var isQuiet = false
    private var isVerbose = false

    /// Makes a console.
    ///
    /// - Parameters:
    ///   - sink: Where output goes; the standard streams of this process by default.
    ///   - input: Where commands read what they are given without a file.
    ///   - environment: The variables that turn colors off: `NO_COLOR`, `TERM`.
    init(
        _ sink: any ConsoleSink = StandardStreams(),
        input: FileHandle = .standardInput,
        environment: [String: String] = ProcessInfo.processInfo.environment
    ) {
        self.sink = sink
        self.input = input
        let wantsColour = environment["NO_COLOR"]?.isEmpty ?? true && environment["TERM"] != "dumb"
        let isTerminal = sink.isTerminal(.output)
        style = TextStyle(isColoured: isTerminal && wantsColour, columns: isTerminal ? sink.columns ?? .max : .max)
        errorStyle = TextStyle(isColoured: sink.isTerminal(.error) && wantsColour)
    }

    /// The columns that help is wrapped to: those of the terminal, unless nobody could read it then.
    var helpWidth: Int { min(max(style.columns, 40), HelpText.width) }

    /// Returns the console that a command's options ask for.
    func with(_ options: CommonOptions) -> Console {
        var console = self
        console.isJSON = options.isJSON
        console.isQuiet = options.isQuiet
        console.isVerbose = options.isVerbose
        if options.colour != .auto {
            let isColoured = options.colour == .always
            console.style = TextStyle(isColoured: isColoured, columns: style.columns)
            console.errorStyle = TextStyle(isColoured: isColoured)
        }
        return console
    }

    // MARK: - Writing

    /// Writes a line of text.
    func write(_ line: String) {
        write(line + "\n", to: .output)
    }

    /// Writes lines of text.
    func write(_ lines: [String]) {
        write(lines.map { $0 + "\n" }.joined(), to: .output)
    }

    /// Writes a line of JSON, with the schema of the tool's lines unless it names another.
    func write(_ object: JSONObject) {
        write(Self.withSchema(object).jsonText)
    }

    /// Writes a line of JSON where those are asked for, and text otherwise.
    func write(_ object: @autoclosure () -> JSONObject, or text: @autoclosure () -> String) {
        if isJSON { write(object()) } else { write(text()) }
    }

    /// Writes a line of JSON where those are asked for, and lines of text otherwise.
    func write(_ object: @autoclosure () -> JSONObject, or text: @autoclosure () -> [String]) {
        if isJSON { write(object()) } else { write(text()) }
    }

    /// Returns a writer of what a check finds, whose output is that of the command.
    func checkWriter(_ form: CheckForm, command: String, showsFiles: Bool = false) -> CheckWriter {
        let style = style
        return CheckWriter(
            form,
            command: command,
            style: CheckTextStyle(bold: { style.bold($0) }, dim: { style.dim($0) }),
            showsFiles: showsFiles,
            write: write
        )
    }

    /// Writes a remark that is not part of the command's output.
    func remark(_ text: String) {
        guard !isQuiet else { return }
        writeError("remark", text)
    }

    /// Writes what is done, where that is asked for.
    func detail(_ text: @autoclosure () -> String) {
        guard isVerbose else { return }
        writeError("detail", text())
    }

    /// Writes a finding that is not part of the command's output.
    ///
    /// - Parameters:
    ///   - text: What was found and where, for people.
    ///   - members: The same for programs, without the kind.
    func finding(_ text: String, _ members: JSONObject = [:]) {
        writeError("finding", text, members)
    }

    /// Writes why the command ends without having done its work.
    ///
    /// - Parameters:
    ///   - text: What is wrong.
    ///   - help: The command line whose output says what would be right.
    func fail(_ text: String, help: String? = nil) {
        writeError(
            "error",
            isJSON ? text : text + (help.map { " See \($0)." } ?? ""),
            help.map { ["help": .string($0)] } ?? [:]
        )
    }

    /// Writes a line about the command's work to standard error.
    private func writeError(_ kind: String, _ text: String, _ members: JSONObject = [:]) {
        guard isJSON else {
            let name = kind == "error" ? errorStyle.bad("launchhub:") : errorStyle.dim("launchhub:")
            return write("\(name) \(text)\n", to: .error)
        }
        let line = JSONObject([("kind", .string(kind)), ("message", .string(text))]).merging(members)
        write(Self.withSchema(line).jsonText + "\n", to: .error)
    }

    private static func withSchema(_ object: JSONObject) -> JSONObject {
        guard object["schema"] == nil else { return object }
        var object = object
        object["schema"] = .string(CheckJSON.schema)
        return object
    }

    /// Shows the progress of a command, in place; writes nothing unless a terminal shows it.
    func progress(_ text: String) {
        guard !isQuiet, sink.isTerminal(.error) else { return }
        sink.write("\r\u{1B}[2K", to: .error)
        write(text, to: .error)
    }

    /// Writes a text, made safe for a terminal that shows it; files and pipes get every byte.
    private func write(_ text: String, to stream: ConsoleStream) {
        sink.write(sink.isTerminal(stream) ? TerminalText.safe(text) : text, to: stream)
    }
}

/// The exit code of a command, for the shell.
enum ExitCode: Int32, Sendable {
    case success = 0
    /// The command did its work and found something.
    case findings = 1
    /// The command line, or a file that it names, is wrong.
    case usage = 2
    /// The user has ended the command: 128 and the number of the signal SIGINT, as a shell shows it.
    case interrupted = 130
    /// The reader of standard output has closed it: 128 and the number of the signal, as a shell shows it.
    case closedPipe = 141
}

/// The options that every command has; they may stand before the command, too.
struct CommonOptions: Sendable {
    /// When output has colours.
    enum Colour: String, CaseIterable, Sendable {
        /// On a terminal that shows them, unless `NO_COLOR` is set.
        case auto, always, never
    }

    /// Whether to write lines of JSON.
    var isJSON = false
    /// When output has colours.
    var colour = Colour.auto
    /// Whether to leave out remarks and progress.
    var isQuiet = false
    /// Whether to say what is done and how long it takes.
    var isVerbose = false
}

extension JSONValue {
    /// A whole number.
    static func number(_ number: Int) -> JSONValue { .int(Int64(number)) }
}
