// SPDX-License-Identifier: Apache-2.0

#if os(macOS) || os(Linux)
    import Foundation
    import TestSupport

    /// Runs the tool that was built beside the tests.
    enum Executable {
        static let url = BuildFolder.program("launchhub")

        static func temporary(_ kind: String) -> URL {
            FileManager.default.temporaryDirectory.appendingPathComponent("launchhub-\(UUID().uuidString).\(kind)")
        }

        /// Runs a program to its end.
        ///
        /// - Parameters:
        ///   - words: The words behind its name.
        ///   - input: Standard input.
        ///   - readsOutput: Whether anybody reads standard output; otherwise it is a pipe that is closed.
        ///   - output: Where standard output goes, instead of into what is returned.
        ///   - program: The program; the tool by default.
        /// - Returns: The exit code, or the number of the signal, and what was written.
        /// - Throws: An error if the program does not start.
        static func run(
            _ words: [String],
            input: String = "",
            readsOutput: Bool = true,
            to output: FileHandle? = nil,
            program: URL? = url
        ) throws -> (code: Int32, output: String, error: String) {
            let process = Process()
            process.executableURL = program
            process.arguments = words
            // What chose these targets is not for a package that a test builds.
            process.environment = ProcessInfo.processInfo.environment.filter { $0.key != "LAUNCH_HUB_TESTS" }
            // Files cannot fill up as pipes do.
            let files = ["in", "out", "err"].map(temporary)
            defer { for file in files { try? FileManager.default.removeItem(at: file) } }
            try Data(input.utf8).write(to: files[0])
            for file in files.dropFirst() { try Data().write(to: file) }
            process.standardInput = try FileHandle(forReadingFrom: files[0])
            process.standardError = try FileHandle(forWritingTo: files[2])
            if readsOutput {
                process.standardOutput = try output ?? FileHandle(forWritingTo: files[1])
            } else {
                let pipe = Pipe()
                try pipe.fileHandleForReading.close()
                process.standardOutput = pipe
            }
            // A program begins with the signal mask of the thread that starts it, and threads of Dispatch block most signals.
            var (none, before) = (sigset_t(), sigset_t())
            sigemptyset(&none)
            pthread_sigmask(SIG_SETMASK, &none, &before)
            defer { pthread_sigmask(SIG_SETMASK, &before, nil) }
            try process.run()
            process.waitUntilExit()
            let text = try String(contentsOf: files[1], encoding: .utf8)
            return (process.terminationStatus, text, try String(contentsOf: files[2], encoding: .utf8))
        }

        /// Runs a line of a shell that finds the tool by its name.
        static func shell(_ line: String, in folder: URL) throws -> (code: Int32, output: String, error: String) {
            let bin = url?.deletingLastPathComponent().path ?? ""
            let script = "cd '\(folder.path)' && PATH='\(bin)':$PATH && \(line)"
            return try run(["-c", script], program: URL(fileURLWithPath: "/bin/sh"))
        }
    }
#endif
