// SPDX-License-Identifier: Apache-2.0

/// Reads a session file line by line, and keeps the session.
///
/// ```swift
/// var reader = SessionReader(file: "evening.jsonl")
/// for line in lines { try reader.read(line) }
/// let session = try reader.finish()
/// ```
///
/// ``SessionStream`` reads files that may be too large for that.
package struct SessionReader {
    private var stream: SessionStream
    private var steps: [SessionStep] = []

    /// The problems that the reader tolerated: the last line, or the end, is missing.
    package var remarks: [String] { stream.remarks }

    /// The line of each step that was read.
    package private(set) var stepLines: [Int] = []

    /// Makes a reader.
    ///
    /// - Parameter file: The file's name, for messages.
    package init(file: String) {
        stream = SessionStream(file: file)
    }

    /// Reads the next line.
    ///
    /// - Parameters:
    ///   - text: The line, without its end.
    ///   - isTerminated: False where the file ended before the line did.
    /// - Throws: ``InputFileError`` with the line's number and what was expected.
    package mutating func read(_ text: String, isTerminated: Bool = true) throws(InputFileError) {
        try stream.read(text, isTerminated: isTerminated)
        takeSteps()
    }

    /// Ends reading.
    ///
    /// - Returns: The session.
    /// - Throws: ``InputFileError`` where there was no schema line.
    package mutating func finish() throws(InputFileError) -> Session {
        var session = try stream.finish()
        takeSteps()
        session.steps = steps
        return session
    }

    private mutating func takeSteps() {
        for read in stream.removeSteps() {
            steps.append(read.step)
            stepLines.append(read.line)
        }
    }
}
