// SPDX-License-Identifier: Apache-2.0

// Processes can be started on these systems only.
#if os(Linux) || os(macOS)

    import Foundation
    import TestSupport
    import Testing

    /// A command that ran to its end.
    struct ChildProcess {
        let status: Int32
        let isKilled: Bool
        let output: String

        var lines: [String] { output.split(separator: "\n").map(String.init) }

        /// Runs a command and waits for its end.
        init(_ program: String, _ arguments: [String]) throws {
            let process = Process()
            let pipe = Pipe()
            process.executableURL = URL(fileURLWithPath: program)
            process.arguments = arguments
            process.standardOutput = pipe
            process.standardError = FileHandle.nullDevice
            process.standardInput = FileHandle.nullDevice
            try process.run()
            output = String(decoding: pipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
            process.waitUntilExit()
            status = process.terminationStatus
            isKilled = process.terminationReason == .uncaughtSignal
        }

        /// Runs `PingChild` after shell commands that prepare its surroundings; `$0` is the folder.
        static func app(
            after preparation: String = "true",
            in folder: URL,
            _ url: String,
            _ count: Int,
            until goal: String
        ) throws -> ChildProcess {
            try shell(
                "\(preparation) && exec \"$1\" \"$0\" \"$2\" \"$3\" \"$4\"",
                folder.path,
                try child.path,
                url,
                String(count),
                goal
            )
        }

        /// Runs shell commands in a view of the file system that is their own.
        static func shell(_ text: String, _ arguments: String...) throws -> ChildProcess {
            #if os(Linux)
                try ChildProcess("/usr/bin/env", ["unshare", "-rm", "sh", "-c", text] + arguments)
            #else
                try ChildProcess("/bin/sh", ["-c", text] + arguments)
            #endif
        }

        /// True where a process may have a view of the file system of its own.
        static let canMount: Bool = {
            #if os(Linux)
                (try? shell("mount -t tmpfs none /mnt").status) == 0
            #else
                false
            #endif
        }()

        /// The program that stands for an app.
        static var child: URL {
            get throws { try #require(BuildFolder.program("PingChild")) }
        }
    }

#endif
