// SPDX-License-Identifier: Apache-2.0

// Processes can be started and killed on these systems only.
#if os(Linux) || os(macOS)

    package import Foundation

    #if canImport(Darwin)
        import Darwin
    #elseif canImport(Glibc)
        import Glibc
    #elseif canImport(Musl)
        import Musl
    #endif

    /// A program of the package that runs beside a test and says what it has done, a line each time.
    package final class RunningProgram {
        package struct Failure: Error, CustomStringConvertible {
            package let description: String
        }

        private let name: String
        private let process = Process()
        private let output = Pipe()
        /// What was read of the output so far.
        private var data = Data()

        /// Starts a program.
        package convenience init(_ name: String, _ arguments: [String]) throws {
            guard let url = BuildFolder.program(name) else {
                throw Failure(description: "\(name) was not built beside the tests")
            }
            try self.init(url, arguments)
        }

        /// Starts a program from anywhere.
        package init(_ url: URL, _ arguments: [String]) throws {
            name = url.lastPathComponent
            process.executableURL = url
            process.arguments = arguments
            process.standardOutput = output
            try process.run()
        }

        /// Kills the process without a warning, unless its work is over and it has ended by itself.
        ///
        /// - Throws: ``Failure`` where it ended in any other way.
        package func killUnlessDone() throws {
            if process.isRunning { _ = sendSignal(process.processIdentifier, SIGKILL) }
            _ = output.fileHandleForReading.readDataToEndOfFile()
            process.waitUntilExit()
            let isKilled = process.terminationReason == .uncaughtSignal && process.terminationStatus == SIGKILL
            let isDone = process.terminationReason == .exit && process.terminationStatus == 0
            guard isKilled || isDone else {
                throw Failure(description: "\(name) ended by itself with \(process.terminationStatus)")
            }
        }

        /// Waits until the process has written so many lines more.
        package func read(lines count: Int) throws {
            var left = count
            while left > 0 {
                let more = output.fileHandleForReading.availableData
                guard !more.isEmpty else { throw Failure(description: "\(name) ended by itself") }
                left -= more.count { $0 == UInt8(ascii: "\n") }
                data += more
            }
        }

        /// Reads until there are so many lines, kills the process without a warning, and gives every whole line that it has
        /// written.
        ///
        /// - Throws: ``Failure`` where it ended before it could be killed.
        package func kill(afterLines count: Int) throws -> [String] {
            while data.count(where: { $0 == UInt8(ascii: "\n") }) < count {
                let more = output.fileHandleForReading.availableData
                if more.isEmpty { break }
                data += more
            }
            guard sendSignal(process.processIdentifier, SIGKILL) == 0 else {
                throw Failure(description: "\(name) cannot be killed: error \(errno)")
            }
            data += output.fileHandleForReading.readDataToEndOfFile()
            process.waitUntilExit()
            guard process.terminationReason == .uncaughtSignal, process.terminationStatus == SIGKILL else {
                throw Failure(description: "\(name) ended by itself with \(process.terminationStatus)")
            }
            return Self.wholeLines(data)
        }

        /// Every line that it writes until it ends by itself.
        ///
        /// - Throws: ``Failure`` where it ends with another status than 0.
        @discardableResult
        package func linesUntilExit() throws -> [String] {
            let data = output.fileHandleForReading.readDataToEndOfFile()
            process.waitUntilExit()
            guard process.terminationReason == .exit, process.terminationStatus == 0 else {
                throw Failure(description: "\(name) ended with \(process.terminationStatus)")
            }
            return Self.wholeLines(data)
        }

        private static func wholeLines(_ data: Data) -> [String] {
            String(decoding: data, as: UTF8.self).split(separator: "\n", omittingEmptySubsequences: false).dropLast()
                .map(String.init)
        }
    }

    /// The system's call, under a name that no method hides.
    private let sendSignal: @Sendable (pid_t, Int32) -> Int32 = { kill($0, $1) }

#endif
