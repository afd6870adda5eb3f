// SPDX-License-Identifier: Apache-2.0

#if os(Linux)
    import Foundation
    import Glibc
    import Testing

    /// A terminal of so many columns, in which a program runs.
    enum Terminal {
        /// `TIOCSPTLCK` and `TIOCGPTN`, which Swift does not see.
        private static let unlock: UInt = 0x4004_5431
        private static let asksNumber: UInt = 0x8004_5430

        /// Runs the program with its standard output, or its standard error, on a terminal, and the other one nowhere.
        ///
        /// - Parameters:
        ///   - words: The words behind the program's name.
        ///   - columns: The width of the terminal; 0 where it says none.
        ///   - showsErrors: Whether it is standard error that the terminal shows.
        ///   - environment: Variables that replace those of the test.
        ///   - input: Standard input.
        /// - Returns: What the program has written, with plain line ends.
        /// - Throws: An error if there is no terminal to be had, or the program does not start.
        static func run(
            _ words: [String],
            columns: UInt16 = 0,
            showsErrors: Bool = false,
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
            var size = winsize(ws_row: 24, ws_col: columns, ws_xpixel: 0, ws_ypixel: 0)
            try #require(ioctl(slave, UInt(TIOCSWINSZ), &size) == 0)
            let file = Executable.temporary("in")
            defer { try? FileManager.default.removeItem(at: file) }
            try Data(input.utf8).write(to: file)
            let process = Process()
            process.executableURL = Executable.url
            process.arguments = words
            process.environment = ProcessInfo.processInfo.environment
                .filter { $0.key != "NO_COLOR" }.merging(["TERM": "xterm"]) { $1 }.merging(environment) { $1 }
            process.standardInput = try FileHandle(forReadingFrom: file)
            let terminal = FileHandle(fileDescriptor: slave, closeOnDealloc: false)
            process.standardOutput = showsErrors ? FileHandle.nullDevice : terminal
            process.standardError = showsErrors ? terminal : FileHandle.nullDevice
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
