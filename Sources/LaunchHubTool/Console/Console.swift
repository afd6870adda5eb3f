// SPDX-License-Identifier: Apache-2.0

import Foundation
import HubServices
import LaunchHubCertification
import LaunchHubSession

#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// The input and output of the tool.
struct Console: Sendable {
    /// Whether to write lines of JSON.
    private(set) var isJSON = false
    /// The colours and the width of standard output.
    private(set) var style: TextStyle
    /// The colours of standard error.
    private var errorStyle: TextStyle
    private var isQuiet = false
    private var isVerbose = false

    init(environment: [String: String] = ProcessInfo.processInfo.environment) {
        let wantsColour = environment["NO_COLOR"]?.isEmpty ?? true && environment["TERM"] != "dumb"
        let isTerminal = isatty(STDOUT_FILENO) == 1
        style = TextStyle(isColoured: isTerminal && wantsColour, columns: isTerminal ? Self.columns ?? .max : .max)
        errorStyle = TextStyle(isColoured: isatty(STDERR_FILENO) == 1 && wantsColour)
    }

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

    /// The width of the terminal, if known.
    private static var columns: Int? {
        var size = winsize()
        guard ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return nil }
        return Int(size.ws_col)
    }

    // MARK: - Writing

    /// Writes a line of text.
    func write(_ line: String) {
        Self.write(line + "\n", to: STDOUT_FILENO)
    }

    /// Writes lines of text.
    func write(_ lines: [String]) {
        Self.write(lines.map { $0 + "\n" }.joined(), to: STDOUT_FILENO)
    }

    /// Writes a line of JSON, with the schema of the tool's lines unless it names another.
    func write(_ object: JSONObject) {
        write(Self.withSchema(object).jsonText)
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
            return Self.write("\(name) \(text)\n", to: STDERR_FILENO)
        }
        let line = JSONObject([("kind", .string(kind)), ("message", .string(text))]).merging(members)
        Self.write(Self.withSchema(line).jsonText + "\n", to: STDERR_FILENO)
    }

    private static func withSchema(_ object: JSONObject) -> JSONObject {
        guard object["schema"] == nil else { return object }
        var object = object
        object["schema"] = .string(CheckJSON.schema)
        return object
    }

    /// Shows the progress of a command, in place; writes nothing unless a terminal shows it.
    func progress(_ text: String) {
        guard !isQuiet, isatty(STDERR_FILENO) == 1 else { return }
        Self.write("\r\u{1B}[2K", to: STDERR_FILENO, isOwn: true)
        Self.write(text, to: STDERR_FILENO)
    }

    /// Writes all of a text.
    ///
    /// A reader who has seen enough closes the pipe. The process then ends as other tools do: without a word, of the signal, so
    /// that a shell sees 141 and not the exit code of a command that has finished. Where output is lost otherwise, as on a
    /// full disk, the command fails: an empty file with a good exit code would say that all is well.
    ///
    /// What goes to a terminal is made safe for it, unless it is the tool's own; files and pipes get every byte.
    private static func write(_ text: String, to descriptor: Int32, isOwn: Bool = false) {
        let text = isOwn || isatty(descriptor) != 1 ? text : TerminalText.safe(text)
        var bytes = Array(text.utf8)[...]
        while !bytes.isEmpty {
            let written = bytes.withUnsafeBytes { systemWrite(descriptor, $0.baseAddress, $0.count) }
            if written > 0 {
                bytes = bytes.dropFirst(written)
            } else if written < 0, errno == EINTR {
                continue
            } else if written < 0, errno == EAGAIN {
                // Whoever shares the pipe has asked for no waiting; its reader may take its time.
                var room = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
                _ = poll(&room, 1, -1)
            } else {
                let code = errno
                guard descriptor == STDOUT_FILENO else { return }
                if code == EPIPE { endOfPipe() }
                let reason = FileFailure("write", "standard output", reason: FileFailure.reason(code))
                write("launchhub: \(reason)\n", to: STDERR_FILENO)
                exit(ExitCode.usage.rawValue)
            }
        }
    }

    /// Ends the process as one that writes to a closed pipe.
    private static func endOfPipe() -> Never {
        signal(SIGPIPE, SIG_DFL)
        raise(SIGPIPE)
        // The signal is blocked on this thread.
        exit(ExitCode.closedPipe.rawValue)
    }

    private static func systemWrite(_ descriptor: Int32, _ start: UnsafeRawPointer?, _ count: Int) -> Int {
        #if canImport(Darwin)
            Darwin.write(descriptor, start, count)
        #elseif canImport(Glibc)
            Glibc.write(descriptor, start, count)
        #elseif canImport(Musl)
            Musl.write(descriptor, start, count)
        #endif
    }

    /// Keeps files that are opened later from taking the place of a closed standard stream.
    ///
    /// Its replacement cannot be used in its direction, so that its use is an error, as it is for a closed one.
    static func keepStandardDescriptors() {
        for descriptor in [STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO] where fcntl(descriptor, F_GETFD) < 0 {
            _ = open("/dev/null", descriptor == STDIN_FILENO ? O_WRONLY : O_RDONLY)
        }
    }

    /// Lets writing to a closed pipe return an error instead of ending the process with a signal, because a connection that a
    /// peer closes must not end a server.
    static func ignorePipeSignal() {
        signal(SIGPIPE, SIG_IGN)
    }
}
