// SPDX-License-Identifier: Apache-2.0

import HubServices

/// Reads a session file line by line, and returns each step as soon as it is complete.
///
/// It keeps the last steps, never the session, so that its memory does not grow with the number of lines.
///
/// ```swift
/// var stream = SessionStream(file: "week.jsonl")
/// for line in lines {
///     try stream.read(line)
///     for read in stream.removeSteps() { use(read.step) }
/// }
/// let extent = try stream.finish()
/// for read in stream.removeSteps() { use(read.step) }
/// ```
package struct SessionStream {
    /// A step with its place in the file.
    package struct Read: Sendable, Hashable {
        /// The step.
        package var step: SessionStep
        /// The line that it begins in, from 1.
        package let line: Int
        /// The number that the line gives the step; nil if it gives none.
        let number: Int64?
    }

    /// So many steps are looked through for the one that a result, record, ping or notice names.
    private static let window = 64

    private let file: String
    private var lineNumber = 0
    private var sawEnd = false
    /// The revision that the file names.
    private var revision: Int64 = 0
    /// The number of lines that the recorder says it could not write.
    private var dropped: Int64 = 0
    /// The last steps, those that are complete first.
    private var last: [Read] = []
    private var steps = 0
    private var hasPings = false
    private var time: Int64 = 0
    /// Whether an app has recorded itself.
    private var isRecorded = false

    /// What holds for the whole session; nil before the first line.
    package private(set) var header: SessionHeader?
    /// Whether the format of the file has pings, which its first version has not.
    private var canHavePings = true

    /// The problems that the reader tolerated: the last line, or the end, is missing.
    package private(set) var remarks: [String] = []

    /// Makes a reader.
    ///
    /// - Parameter file: The file's name, for messages.
    package init(file: String) {
        self.file = file
    }

    /// Reads the next line.
    ///
    /// - Parameters:
    ///   - text: The line, without its end.
    ///   - isTerminated: False where the file ended before the line did.
    /// - Throws: ``InputFileError`` with the line's number and what was expected.
    package mutating func read(_ text: String, isTerminated: Bool = true) throws(InputFileError) {
        lineNumber += 1
        if text.allSatisfy(\.isWhitespace) { return }
        let line: JSONObject
        do {
            line = try JSONObject(jsonText: text)
        } catch {
            if !isTerminated, header != nil {
                remarks.append("\(file), line \(lineNumber): the last line is cut off; what comes before it is used.")
                return
            }
            let place = JSONFault.first(in: text.utf8).map { ", column \($0.column): \($0.expected)" } ?? ": \(error)"
            throw failure("a JSON object on one line was expected, but this is not one\(place)")
        }
        try add(line)
    }

    /// Returns the steps that are complete, in order, and forgets them.
    package mutating func removeSteps() -> [Read] {
        // Half of what is kept at most is handed over at a time, so that little is moved.
        guard isFinished || last.count >= 2 * Self.window else { return [] }
        let count = isFinished ? last.count : last.count - Self.window
        defer { last.removeFirst(count) }
        return Array(last.prefix(count))
    }

    private var isFinished = false

    /// Ends reading; the last steps are complete.
    ///
    /// - Returns: What is known of the whole session, without its steps.
    /// - Throws: ``InputFileError`` where there was no schema line.
    package mutating func finish() throws(InputFileError) -> Session {
        guard let header else {
            throw InputFileError(file: file, "the file is empty; \(Self.schemaExpected)")
        }
        isFinished = true
        if dropped > 0 {
            remarks.append("\(file): the recorder dropped \(dropped) line\(dropped == 1 ? "" : "s").")
        }
        if !sawEnd, isRecorded {
            let read = steps == 1 ? "the 1 step written so far was" : "all \(steps) steps written so far were"
            remarks.append("\(file): The app did not stop the recorder; \(read) read.")
        } else if !sawEnd {
            remarks.append("\(file): there is no \"end\" line; the recording stops after step \(steps).")
        }
        // Every instance makes a ping when it starts, so a recording without any says nothing about them: it was written by
        // hand, or by an app, which does not see them.
        return Session(header: header, isComplete: sawEnd, hasPings: hasPings && canHavePings)
    }

    // MARK: - Lines

    private static let schemaExpected =
        "the first line must be {\"schema\": \"\(SessionFile.schema)\", \"version\": \(SessionFile.version), …}"

    private func failure(_ message: String) -> InputFileError {
        InputFileError(file: file, place: "line \(lineNumber)", message)
    }

    private mutating func add(_ line: JSONObject) throws(InputFileError) {
        guard header != nil else {
            revision = line["revision"]?.intValue ?? 0
            isRecorded = line["recorder"]?.stringValue?.hasPrefix("LaunchHubRecording") ?? false
            header = try header(line)
            canHavePings = line["version"] != 1
            return
        }
        guard let name = line["kind"]?.stringValue else {
            throw failure("there is no \"kind\"; expected one of \(Self.kinds)")
        }
        guard let kind = SessionFile.Kind(rawValue: name) else {
            // A later revision may have added it.
            if revision > SessionFile.revision { return }
            throw failure("the kind \"\(name.prefix(32))\" is unknown; expected one of \(Self.kinds)")
        }
        switch kind {
        case .action, .advance, .call, .lifecycle: try begin(kind, line)
        case .result: try attach("result", line) { $0.result = $1 }
        case .record: try attach("record", line) { $0.records.append($1) }
        case .ping:
            try attach("ping", line) { $0.pings.append($1) }
            hasPings = true
        case .notice: try attach("notice", line) { $0.notices.append($1) }
        case .dropped:
            let (sum, overflows) = dropped.addingReportingOverflow(max(0, line["lines"]?.intValue ?? 0))
            dropped = overflows ? .max : sum
        case .summary, .remark, .credit, .answer, .configuration, .clock, .event, .delivery, .outcome, .overrun, .state,
            .extension, .rules:
            break
        case .end: sawEnd = true
        }
    }

    private static let kinds = SessionFile.Kind.allCases.map { "\"\($0.rawValue)\"" }.joined(separator: ", ")

    private func header(_ line: JSONObject) throws(InputFileError) -> SessionHeader {
        guard let schema = line["schema"] else { throw failure("there is no \"schema\"; \(Self.schemaExpected)") }
        guard schema == .string(SessionFile.schema) else {
            throw failure("the schema is \(schema.jsonText.prefix(64)); \(Self.schemaExpected)")
        }
        guard let version = line["version"]?.intValue else {
            throw failure("there is no whole number \"version\"; \(Self.schemaExpected)")
        }
        guard SessionFile.readableVersions.contains(version) else {
            let last = SessionFile.version
            throw failure("version \(version) is unknown; this program reads versions 1 to \(last)")
        }
        let start: Int64
        switch line["start"] {
        case nil: start = SessionHeader.defaultStart
        case let value?:
            // The years 1970 to 9999: beyond them a date cannot be shown, and adding to one may overflow.
            guard let given = value.intValue, (0...253_402_300_799_000).contains(given) else {
                throw failure("\"start\" is \(value.jsonText.prefix(32)); milliseconds since 1970 were expected")
            }
            start = given
        }
        return SessionHeader(
            title: line["title"]?.stringValue ?? "Recorded session",
            flow: line["flow"]?.stringValue ?? "",
            start: start,
            seed: line["seed"]?.intValue.map { UInt64(bitPattern: $0) },
            configuration: line["configuration"]?.objectValue ?? [:]
        )
    }

    /// Ten years: longer than any session, and far from where adding times would overflow.
    private static let latest: Int64 = 315_360_000_000

    private mutating func begin(_ kind: SessionFile.Kind, _ line: JSONObject) throws(InputFileError) {
        guard let time = line["t"]?.intValue, (0...Self.latest).contains(time) else {
            throw failure("\"t\" must be a whole number of milliseconds since the session began")
        }
        guard time >= self.time else {
            throw failure("\"t\" is \(time), but the step before is at \(self.time); steps must be in order of time")
        }
        var command: SessionCommand?
        if kind == .action {
            guard let name = line["name"]?.stringValue else {
                throw failure("there is no \"name\"; the name of an event, such as \"TrackSDKEvent\", was expected")
            }
            let data: JSONObject
            switch line["data"] {
            case nil: data = [:]
            case .object(let object): data = object
            case let other?: throw failure("\"data\" is \(other.kindDescription); an object was expected")
            }
            command = SessionCommand(name, data, to: try address(line))
            // A recorder begins its file before it knows how the app asks.
            if header?.flow.isEmpty ?? false { header?.flow = line["flow"]?.stringValue ?? "" }
        }
        let call = kind == .call || kind == .lifecycle ? try self.call(kind, line) : nil
        self.time = time
        steps += 1
        let step = SessionStep(number: steps, time: time, command: command, call: call)
        last.append(Read(step: step, line: lineNumber, number: line["n"]?.intValue))
    }

    private func call(_ kind: SessionFile.Kind, _ line: JSONObject) throws(InputFileError) -> SessionCall {
        let key = kind == .call ? "name" : "event"
        guard let name = line[key]?.stringValue else {
            throw failure(
                "there is no \"\(key)\"; the name of a \(kind == .call ? "call" : "lifecycle event") was expected"
            )
        }
        let arguments: [JSONValue]
        switch line["args"] {
        case nil: arguments = []
        case .array(let list): arguments = list
        case let other?: throw failure("\"args\" is \(other.kindDescription); an array was expected")
        }
        return SessionCall(
            instance: line["instance"]?.stringValue ?? "",
            name: name,
            arguments: arguments,
            isLifecycle: kind == .lifecycle
        )
    }

    /// Returns the place of the step that a line belongs to: the one whose number it names, among the last ones, or the
    /// last one.
    private func place(of line: JSONObject) -> Int? {
        guard let end = last.indices.last else { return nil }
        guard let number = line["n"]?.intValue else { return end }
        return last.suffix(Self.window).lastIndex { $0.number == number } ?? end
    }

    private func address(_ line: JSONObject) throws(InputFileError) -> SessionCommand.Address? {
        guard line["type"] != nil || line["source"] != nil else { return nil }
        guard let type = line["type"]?.stringValue, let source = line["source"]?.stringValue,
            let address = SessionCommand.Address(type: type, source: source)
        else {
            throw failure("\"type\" and \"source\" must both be the name of one, or both be left out")
        }
        return address
    }

    private mutating func attach(
        _ key: String,
        _ line: JSONObject,
        _ change: (inout SessionStep, JSONObject) -> Void
    ) throws(InputFileError) {
        guard let value = line[key]?.objectValue else {
            throw failure("\"\(key)\" must be an object")
        }
        guard let place = place(of: line) else {
            throw failure("a \(key) comes before the first action; an \"action\" or \"advance\" line was expected")
        }
        change(&last[place].step, value)
    }
}
