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

/// Where the tool reads and writes.
struct Console: Sendable {
    /// True where lines of JSON are wanted.
    var isJSON = false
    /// The colours of standard output.
    var style: TextStyle

    init(environment: [String: String] = ProcessInfo.processInfo.environment) {
        let wantsColour = environment["NO_COLOR"]?.isEmpty ?? true && environment["TERM"] != "dumb"
        style = TextStyle(isColoured: isatty(STDOUT_FILENO) == 1 && wantsColour)
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

    /// Tells people something that is not the command's output.
    func remark(_ text: String) {
        Self.write("launchhub: \(text)\n", to: STDERR_FILENO)
    }

    /// Shows how far a command is, in place; nothing where nobody looks.
    func progress(_ text: String) {
        guard isatty(STDERR_FILENO) == 1 else { return }
        Self.write("\r\u{1B}[2K\(text)", to: STDERR_FILENO)
    }

    /// Writes all of a text.
    ///
    /// A reader who has seen enough closes the pipe. That is no error, and there is nothing left to do.
    private static func write(_ text: String, to descriptor: Int32) {
        var bytes = Array(text.utf8)[...]
        while !bytes.isEmpty {
            let written = bytes.withUnsafeBytes { systemWrite(descriptor, $0.baseAddress, $0.count) }
            if written > 0 {
                bytes = bytes.dropFirst(written)
            } else if written < 0, errno == EINTR || errno == EAGAIN {
                continue
            } else {
                if descriptor == STDOUT_FILENO { exit(0) }
                return
            }
        }
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

    /// Has writing to a closed pipe return an error instead of ending the process with a signal.
    static func ignorePipeSignal() {
        signal(SIGPIPE, SIG_IGN)
    }
}
