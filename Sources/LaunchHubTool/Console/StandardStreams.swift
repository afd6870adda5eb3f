// SPDX-License-Identifier: Apache-2.0

import Foundation

/// Where the tool's output goes.
protocol ConsoleSink: Sendable {
    /// Writes all of a text.
    func write(_ text: String, to stream: ConsoleStream)

    /// Whether a person sees the stream in a terminal.
    func isTerminal(_ stream: ConsoleStream) -> Bool

    /// The width of the terminal that shows the output, if known.
    var columns: Int? { get }
}

enum ConsoleStream: Sendable {
    case output, error
}

/// The standard output and standard error of this process.
struct StandardStreams: ConsoleSink {
    private static func descriptor(_ stream: ConsoleStream) -> Int32 {
        stream == .output ? STDOUT_FILENO : STDERR_FILENO
    }

    func isTerminal(_ stream: ConsoleStream) -> Bool { isatty(Self.descriptor(stream)) == 1 }

    var columns: Int? {
        var size = winsize()
        guard ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return nil }
        return Int(size.ws_col)
    }

    /// Writes all of a text.
    ///
    /// A reader who has seen enough closes the pipe. The process then ends as other tools do: without a word, of the signal, so
    /// that a shell sees 141 and not the exit code of a command that has finished. Where output is lost otherwise, as on a
    /// full disk, the command fails: an empty file with a good exit code would say that all is well.
    func write(_ text: String, to stream: ConsoleStream) {
        let descriptor = Self.descriptor(stream)
        var bytes = Array(text.utf8)[...]
        while !bytes.isEmpty {
            let written = bytes.withUnsafeBytes { Foundation.write(descriptor, $0.baseAddress, $0.count) }
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
                guard stream == .output else { return }
                if code == EPIPE { Self.endOfPipe() }
                let reason = FileFailure("write", "standard output", reason: FileFailure.reason(code))
                write("launchhub: \(reason)\n", to: .error)
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

    /// Keeps files that are opened later from taking the place of a closed standard stream.
    ///
    /// Its replacement cannot be used in its direction, so that its use is an error, as it is for a closed one.
    static func keepDescriptors() {
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
