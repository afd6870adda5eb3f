// SPDX-License-Identifier: Apache-2.0

// Processes can be started on these systems only.
#if os(Linux) || os(macOS)

    import Foundation
    import TestSupport

    /// A launch of the client over a folder.
    final class Launch {
        struct Failure: Error, CustomStringConvertible {
            let description: String
        }

        private let process = Process()
        private let output = Pipe()
        private var buffer = Data()

        /// Starts the client.
        ///
        /// - Parameters:
        ///   - folder: The folder in which it keeps everything.
        ///   - operations: The operations that it performs.
        /// - Throws: An error if the client was not built or cannot be started.
        init(in folder: URL, _ operations: [String]) throws {
            guard let url = BuildFolder.program("KeptClient") else {
                throw Failure(description: "KeptClient was not built beside the tests")
            }
            process.executableURL = url
            process.arguments = [folder.path] + operations
            process.standardOutput = output
            try process.run()
        }

        /// Runs the client to its end, which may be one by its own hand.
        ///
        /// - Returns: What it printed.
        @discardableResult
        static func run(in folder: URL, _ operations: String...) throws -> [String] {
            try Launch(in: folder, operations).linesUntilEnd()
        }

        /// The next line that it prints.
        func nextLine() throws -> String {
            while true {
                if let end = buffer.firstIndex(of: UInt8(ascii: "\n")) {
                    defer { buffer = Data(buffer[buffer.index(after: end)...]) }
                    return String(decoding: buffer[..<end], as: UTF8.self)
                }
                let more = output.fileHandleForReading.availableData
                if more.isEmpty { throw Failure(description: "the client ended without another line") }
                buffer += more
            }
        }

        /// Every line that is still to come.
        func linesUntilEnd() throws -> [String] {
            buffer += output.fileHandleForReading.readDataToEndOfFile()
            process.waitUntilExit()
            let isFine =
                process.terminationReason == .exit
                ? process.terminationStatus == 0 : process.terminationStatus == 9
            guard isFine else { throw Failure(description: "the client ended with \(process.terminationStatus)") }
            return String(decoding: buffer, as: UTF8.self).split(separator: "\n").map(String.init)
        }
    }

#endif
