// SPDX-License-Identifier: Apache-2.0

#if os(Linux)
    import Foundation
    import Glibc
    import Testing

    /// A terminal that shows what a program says beside its output.
    enum ErrorTerminal {
        /// `TIOCSPTLCK` and `TIOCGPTN`, which Swift does not see.
        private static let unlock: UInt = 0x4004_5431
        private static let asksNumber: UInt = 0x8004_5430

        /// Runs the program with its standard error on a terminal, and its standard output nowhere.
        ///
        /// - Parameters:
        ///   - words: The words behind the program's name.
        ///   - environment: Variables that replace those of the test.
        ///   - input: Standard input.
        /// - Returns: What the terminal has got, with plain line ends.
        /// - Throws: An error if there is no terminal to be had, or the program does not start.
        static func run(
            _ words: [String],
            environment: [String: String] = [:],
            input: String = ""
        ) throws -> String {
            let master = open("/dev/ptmx", O_RDWR | O_NOCTTY)
            try #require(master >= 0)
            defer { close(master) }
            var (lock, number): (Int32, Int32) = (0, 0)
            try #require(ioctl(master, unlock, &lock) == 0 && ioctl(master, asksNumber, &number) == 0)
            let slave = open("/dev/pts/\(number)", O_RDWR | O_NOCTTY)
            try #require(slave >= 0)
            let file = Executable.temporary("in")
            defer { try? FileManager.default.removeItem(at: file) }
            try Data(input.utf8).write(to: file)
            let process = Process()
            process.executableURL = Executable.url
            process.arguments = words
            process.environment = ProcessInfo.processInfo.environment
                .filter { $0.key != "NO_COLOR" }.merging(["TERM": "xterm"]) { $1 }.merging(environment) { $1 }
            process.standardInput = try FileHandle(forReadingFrom: file)
            process.standardOutput = FileHandle.nullDevice
            process.standardError = FileHandle(fileDescriptor: slave, closeOnDealloc: false)
            try process.run()
            // Once the program has ended nobody else has the terminal open, and reading ends with an error.
            close(slave)
            var bytes: [UInt8] = []
            var part = [UInt8](repeating: 0, count: 4_096)
            while true {
                let count = read(master, &part, part.count)
                guard count > 0 else { break }
                bytes += part[..<count]
            }
            process.waitUntilExit()
            return String(decoding: bytes, as: UTF8.self).replacingOccurrences(of: "\r\n", with: "\n")
        }
    }
#endif
