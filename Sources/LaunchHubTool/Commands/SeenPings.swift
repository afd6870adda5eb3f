// SPDX-License-Identifier: Apache-2.0

import NielsenAppApi

/// The pings that a collector, a queue or a proxy has seen, with their times.
struct SeenPings {
    /// One ping.
    struct Ping: Sendable, Hashable {
        /// Milliseconds since 1970.
        var time: Int64
        var id: String?
        var method: String
        var url: String
        var body: String?
    }

    /// What the pings were read from: `collector`, `queue`, `har` and other forms of captures.
    let source: String
    private(set) var pings: [Ping] = []
    /// The number of requests that are not pings.
    private(set) var others = 0

    /// Reads a file, whose form is recognized by its contents.
    ///
    /// - Parameters:
    ///   - path: The file.
    ///   - remark: Receives a sentence about each thing that was left out.
    /// - Throws: ``FileFailure`` if it cannot be read, or is something else.
    init(_ path: String, remark: (String) -> Void) throws {
        var found: [Ping] = []
        var others = 0
        var faults: [String] = []
        var reader = CaptureReader(path)
        let outcome = try reader.forEach { number, entry in
            // What is in a database was sent, or would be, as a ping.
            guard let ping = SeenPing(entry.address, isKnown: PingsInput.isDatabase(path)) else {
                others += 1
                return
            }
            let told = (ping.sent ?? ping.made).flatMap { $0 < 100_000_000_000 ? $0 * 1000 : nil }
            guard let time = entry.time ?? told else {
                faults.append("entry \(number) has no \"startedDateTime\" such as 2026-03-02T20:00:00.000Z")
                return
            }
            found.append(
                Ping(time: time, id: entry.key, method: entry.method, url: entry.address, body: entry.body)
            )
        }
        faults += outcome.faults.map { "entry \($0.entry) \($0.text)" }
        if found.isEmpty, others == 0, !faults.isEmpty || outcome.form == .lines {
            let expected = "a collector's database, or a HAR file with \"log\" and its \"entries\", was expected"
            throw FileFailure("read", path, reason: ([expected] + faults.prefix(1)).joined(separator: ": "))
        }
        source = outcome.form.rawValue
        // A proxy notes requests in the order in which they end.
        pings = found.enumerated().sorted { ($0.element.time, $0.offset) < ($1.element.time, $1.offset) }.map(\.element)
        self.others = others
        for fault in faults.prefix(10) { remark("\(path): \(fault); it is left out.") }
        if outcome.isCut { remark("\(path) is cut off behind \(outcome.entries) entries.") }
        if others > 0 { remark("\(path): \(others) request\(others == 1 ? " is not a ping" : "s are not pings").") }
    }
}
