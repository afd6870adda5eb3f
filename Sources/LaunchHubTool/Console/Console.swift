// SPDX-License-Identifier: Apache-2.0

import Foundation
import HubServices
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
    var isJSON = false
    /// The colours and the width of standard output.
    var style: TextStyle

    init(environment: [String: String] = ProcessInfo.processInfo.environment) {
        let wantsColour = environment["NO_COLOR"]?.isEmpty ?? true && environment["TERM"] != "dumb"
        let isTerminal = isatty(STDOUT_FILENO) == 1
        style = TextStyle(isColoured: isTerminal && wantsColour, columns: isTerminal ? Self.columns ?? .max : .max)
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

    /// Writes a line of JSON.
    func write(_ object: JSONObject) {
        write(object.jsonText)
    }

    /// Writes a remark that is not part of the command's output.
    func remark(_ text: String) {
        Self.write("launchhub: \(text)\n", to: STDERR_FILENO)
    }

    /// Shows the progress of a command, in place; writes nothing unless a terminal shows it.
    func progress(_ text: String) {
        guard isatty(STDERR_FILENO) == 1 else { return }
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
            } else if written < 0, errno == EINTR || errno == EAGAIN {
                continue
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
