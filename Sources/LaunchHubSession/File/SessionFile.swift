// SPDX-License-Identifier: Apache-2.0

package import HubServices
import LaunchHub
import LaunchHubRecording

/// The form of session files: JSON Lines, the schema first.
///
/// The form is described in <doc:SessionFiles>.
package enum SessionFile {
    /// The value of `schema` in the first line.
    package static let schema = SessionFormat.schema
    /// The version that is written.
    package static let version = SessionFormat.version
    /// The versions that are read.
    ///
    /// The first has no pings.
    package static let readableVersions: ClosedRange<Int64> = 1...version

    /// The revision of the version that is written, which grows when kinds of lines are added.
    ///
    /// A file that does not name one has revision 0.
    package static let revision = SessionFormat.revision

    /// The JSON Schema of a line, as text without a line end.
    package static var jsonSchema: String {
        String(decoding: PackageResources.session_2_schema_json.dropLast(), as: UTF8.self)
    }

    /// The kind of a line.
    enum Kind: String, CaseIterable {
        case action
        case advance
        case result
        case record
        case ping
        case notice
        case summary
        case end
        // Since revision 1, which recorders write.
        case call
        case lifecycle
        case remark
        case credit
        case answer
        case configuration
        case clock
        case event
        case delivery
        case outcome
        case overrun
        case state
        case `extension`
        case rules
        case dropped
    }

    // MARK: - Writing

    /// Returns the first line of a session file.
    ///
    /// - Parameter header: The values that apply to the whole session.
    /// - Returns: The line as an object; members without a value are left out.
    package static func line(for header: SessionHeader) -> JSONObject {
        var line: JSONObject = [
            "schema": .string(schema), "version": .int(version), "title": .string(header.title),
            "start": .int(header.start),
        ]
        if !header.flow.isEmpty { line["flow"] = .string(header.flow) }
        line["seed"] = header.seed.map { .int(Int64(bitPattern: $0)) }
        if !header.configuration.isEmpty { line["configuration"] = .object(header.configuration) }
        return line
    }

    /// Returns the lines of a step.
    ///
    /// - Parameter step: One step of a session.
    /// - Returns: The action or the advance of time, then its result, records, pings and notices.
    package static func lines(for step: SessionStep) -> [JSONObject] {
        func line(_ kind: Kind, _ key: String? = nil, _ value: JSONObject? = nil) -> JSONObject {
            var line: JSONObject = [
                "kind": .string(kind.rawValue), "n": .int(Int64(step.number)), "t": .int(step.time),
            ]
            if let key, let value { line[key] = .object(value) }
            return line
        }
        var lines: [JSONObject] = []
        if let call = step.call {
            var begin = line(call.isLifecycle ? .lifecycle : .call)
            begin["instance"] = .string(call.instance)
            begin[call.isLifecycle ? "event" : "name"] = .string(call.name)
            if !call.arguments.isEmpty { begin["args"] = .array(call.arguments) }
            lines.append(begin)
        } else if let command = step.command {
            var action = line(.action, "data", command.data)
            action["name"] = .string(command.name)
            if let address = command.address {
                action["type"] = .string(address.type.description)
                action["source"] = .string(address.source.description)
            }
            lines.append(action)
        } else {
            lines.append(line(.advance))
        }
        if let result = step.result { lines.append(line(.result, "result", result)) }
        lines += step.records.map { line(.record, "record", $0) }
        lines += step.pings.map { line(.ping, "ping", $0) }
        lines += step.notices.map { line(.notice, "notice", $0) }
        return lines
    }

    /// Returns the last line, which shows that the file is complete.
    ///
    /// - Parameters:
    ///   - time: The length of the session, in milliseconds.
    ///   - steps: The number of steps in the session.
    /// - Returns: The line as an object.
    package static func endLine(time: Int64, steps: Int) -> JSONObject {
        ["kind": "end", "t": .int(time), "steps": .int(Int64(steps))]
    }

    /// Returns a session as the text of a file.
    ///
    /// - Parameter session: Any session.
    /// - Returns: JSON lines, each with a line end; the last line is left out if the session is not complete.
    package static func text(of session: Session) -> String {
        var lines = [line(for: session.header)]
        for step in session.steps { lines += Self.lines(for: step) }
        if session.isComplete { lines.append(endLine(time: session.duration, steps: session.steps.count)) }
        return lines.map { $0.jsonText + "\n" }.joined()
    }
}
