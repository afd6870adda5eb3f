// SPDX-License-Identifier: Apache-2.0

package import Foundation
import HubServices
package import NielsenAppApi

/// Judges the lines of a file, whose form is recognized by its first line: a call log, a recorded session, or pings of a
/// queue.
///
/// ```swift
/// var input = CheckedInput()
/// for (number, line) in lines {
///     input.read(line, number)
///     input.removeFindings().forEach(report)
/// }
/// let (cases, verdict) = input.finish()
/// ```
///
/// It keeps what goes on, and no lines. It makes no I/O.
package struct CheckedInput {
    private enum Form {
        case unknown
        case calls
        case session
    }

    private var form = Form.unknown
    private var calls: Certifier
    private var session: SessionJudge
    /// Whether the session has nothing but the pings that a collector has seen.
    private var hasPingsOnly = false
    /// The number of lines that are not blank, and of a session those that say what happened.
    package private(set) var lines = 0

    /// Makes the judgement of an input.
    ///
    /// - Parameter isForProduction: Whether the app is a released one, and not one that is being certified.
    package init(isForProduction: Bool = false) {
        calls = Certifier(isForProduction: isForProduction)
        session = SessionJudge(isForProduction: isForProduction)
    }

    /// Reads a line.
    ///
    /// - Parameters:
    ///   - bytes: The line, without its end.
    ///   - number: The number of the line, from 1.
    package mutating func read(_ bytes: Data, _ number: Int) {
        guard bytes.contains(where: { $0 > 0x20 }) else { return }
        if case .session = form, SessionLines.areIrrelevant(bytes) { return }
        lines += 1
        do throws(LogFault) {
            let object = try CallLogReader.object(bytes)
            if case .unknown = form {
                form = object["schema"]?.stringValue?.hasPrefix("launch-hub-session") == true ? .session : .calls
                hasPingsOnly = object["source"] != nil
            }
            // Time that passes, and pings, are no calls: a session with nothing else decides nothing.
            let isEmpty = ["end", "advance"].contains(object["kind"]) || object["kind"] == "ping" && !hasPingsOnly
            if case .session = form, object["schema"] != nil || isEmpty { lines -= 1 }
            // A line of "launchhub pings export" is a ping, too.
            let isQueued = object["kind"] == "queued_ping"
            let ping = isQueued ? object["url"] : hasPingsOnly ? object["ping"]?["url"] : nil
            if let url = ping?.stringValue {
                lines -= 1
                read(ping: url, number)
            } else if case .session = form {
                try session.read(object, line: number)
            } else {
                calls.apply(try CallLogReader.call(object, line: number))
            }
        } catch {
            calls.report(error, line: number)
        }
    }

    /// Judges a ping that a collector received.
    ///
    /// - Parameters:
    ///   - address: The path and query, or the whole address.
    ///   - number: The number of the ping, from 1.
    package mutating func read(ping address: String, _ number: Int) {
        lines += 1
        calls.restrict("Pings alone do not show the calls; certify the call log or the session.")
        calls.apply(ping: address, number)
    }

    /// Whether findings are complete.
    package var hasFindings: Bool { calls.hasFindings || session.hasFindings }

    /// Returns the findings that are complete, and forgets them.
    package mutating func removeFindings() -> [Finding] {
        calls.removeFindings() + session.removeFindings()
    }

    /// Ends the judgement.
    ///
    /// - Returns: The results of the published cases, and the verdict on the rules; the last findings are complete.
    package mutating func finish() -> (cases: [CheckCase], verdict: CheckCase.Verdict) {
        let own = calls.finish()
        guard case .session = form, !hasPingsOnly else { return (calls.results, own) }
        let verdict = session.finish()
        return (session.results, own == .fail ? .fail : verdict)
    }
}

/// The lines of a recorded session that no rule is about.
///
/// Most lines of a large recording are of this kind, so they are recognized by how they begin, as recorders write them, and
/// are not read.
private enum SessionLines {
    private static let kinds = [
        "event", "delivery", "outcome", "overrun", "state", "extension", "rules", "record", "credit", "remark",
        "answer", "clock",
    ]
    private static let beginnings = kinds.map { Array(#"{"kind":"\#($0)""#.utf8) }
    private static let front = Array(#"{"kind":""#.utf8)

    /// Whether a line is a whole one that no rule is about.
    static func areIrrelevant(_ line: Data) -> Bool {
        line.withUnsafeBytes { bytes in
            // A carriage return may stand before the line's end.
            guard let last = bytes.last(where: { $0 > 0x20 }), last == UInt8(ascii: "}"), bytes.starts(with: front)
            else {
                return false
            }
            return beginnings.contains { bytes.starts(with: $0) }
        }
    }
}
