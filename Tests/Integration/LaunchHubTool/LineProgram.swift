// SPDX-License-Identifier: Apache-2.0

#if os(macOS) || os(Linux)
    import Foundation
    import HubServices
    import Testing

    /// A program that runs beside a test, and whose standard output is read line by line.
    ///
    /// It ends with the object at the latest.
    final class LineProgram {
        let process = Process()
        private let (input, output) = (Pipe(), Pipe())
        private let errors = Executable.temporary("err")
        private var rest = Data()

        /// Starts a program.
        ///
        /// - Parameters:
        ///   - words: The words behind the program's name.
        ///   - program: The program; the tool by default.
        ///   - folder: The folder that it works in; that of the test by default.
        ///   - variables: Variables beside those of the test.
        /// - Throws: An error if the program is not built, or does not start.
        init(
            _ words: [String],
            of program: URL? = Executable.url,
            in folder: URL? = nil,
            _ variables: [String: String] = [:]
        ) throws {
            try Data().write(to: errors)
            let program: URL = try #require(program)
            process.executableURL = program
            process.arguments = words
            if let folder { process.currentDirectoryURL = folder }
            process.environment = ProcessInfo.processInfo.environment.merging(variables) { $1 }
            process.standardInput = input
            process.standardOutput = output
            process.standardError = try FileHandle(forWritingTo: errors)
            try process.run()
        }

        deinit {
            if process.isRunning { process.terminate() }
            try? FileManager.default.removeItem(at: errors)
        }

        /// Writes an empty line to the program's standard input.
        func ask() { input.fileHandleForWriting.write(Data("\n".utf8)) }

        /// Waits for the next line, which comes without its end.
        func line() throws -> String {
            while true {
                if let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
                    defer { rest = Data(rest[(end + 1)...]) }
                    return String(decoding: rest[..<end], as: UTF8.self)
                }
                let more = output.fileHandleForReading.availableData
                try #require(!more.isEmpty, "the program ended")
                rest += more
            }
        }

        /// Waits for the next line, which is an object in JSON.
        func object() throws -> JSONObject { try JSONObject(jsonText: line()) }

        /// Ends the program as the system does, and returns what it has written to standard error.
        func terminate() throws -> String {
            process.terminate()
            process.waitUntilExit()
            return try String(contentsOf: errors, encoding: .utf8)
        }
    }
#endif
