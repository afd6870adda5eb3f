// SPDX-License-Identifier: Apache-2.0

/// The lines that wait to be sent to a server, and what is to be done next.
///
/// A value without I/O. The server counts the lines of a session; each request says how many it should have, so that lines
/// which arrive twice, because an answer was lost, are kept once.
struct Outbox: Sendable {
    /// Lines to send, behind so many that the server has.
    struct Request: Sendable, Hashable {
        let body: [UInt8]
        let line: Int64
        let part: Int
    }

    /// The server's answer.
    enum Answer: Sendable, Hashable {
        /// It has all lines now.
        case accepted
        /// It does not have the lines before these: it was started anew.
        case behind
        /// There was no answer, or one of another kind.
        case failed
    }

    private struct Batch: Sendable {
        let bytes: [UInt8]
        let lines: Int
    }

    static let maximumBytes = 4 << 20
    private static let maximumRequest = 256 << 10
    private static let second: Int64 = 1_000_000_000
    private static let longestPause: Int64 = 30 * second

    private var batches: [Batch] = []
    private var bytes = 0
    /// The number of batches in the request that is on its way.
    private var sending = 0
    /// The number of lines that the server has.
    private var arrived: Int64 = 0
    private var failures = 0
    /// The number of the session at the server, which grows when the server was started anew.
    private var part = 1
    private(set) var nextTry: Int64 = 0
    /// Whether the next lines must be those that a file begins with.
    private(set) var needsOpening = true

    var isEmpty: Bool { batches.isEmpty }

    /// Adds lines.
    ///
    /// - Returns: The number of lines that were dropped to make room, the oldest ones.
    mutating func add(_ text: LineText) -> Int {
        guard text.lines > 0 else { return 0 }
        needsOpening = false
        batches.append(Batch(bytes: text.bytes, lines: text.lines))
        bytes += text.bytes.count
        // What is on its way stays, and so do the lines that a session begins with.
        let first = max(sending, arrived == 0 ? 1 : 0)
        var end = first
        var freed = 0
        var dropped = 0
        while bytes - freed > Self.maximumBytes, end < batches.count - 1 {
            freed += batches[end].bytes.count
            dropped += batches[end].lines
            end += 1
        }
        batches.removeSubrange(first..<end)
        bytes -= freed
        return dropped
    }

    /// Lets the next request be sent at once, whatever has failed before.
    mutating func endPause() {
        nextTry = .min
    }

    /// Returns the next request, if one may be sent now.
    mutating func begin(at now: Int64) -> Request? {
        guard sending == 0, !batches.isEmpty, now >= nextTry else { return nil }
        var body: [UInt8] = []
        for batch in batches {
            guard body.isEmpty || body.count + batch.bytes.count <= Self.maximumRequest else { break }
            body += batch.bytes
            sending += 1
        }
        return Request(body: body, line: arrived, part: part)
    }

    /// Applies the answer to the request.
    ///
    /// - Returns: The number of lines that were dropped.
    mutating func end(_ answer: Answer, at now: Int64) -> Int {
        let sent = batches.prefix(sending)
        let isFirst = arrived == 0
        defer { sending = 0 }
        switch answer {
        case .accepted:
            failures = 0
            arrived += Int64(sent.reduce(0) { $0 + $1.lines })  // in range: they are in memory
            bytes -= sent.reduce(0) { $0 + $1.bytes.count }
            batches.removeFirst(sent.count)
            return 0
        case .behind where !isFirst:
            // What follows would be a session without its beginning.
            let dropped = batches.reduce(0) { $0 + $1.lines }
            batches = []
            bytes = 0
            arrived = 0
            part &+= 1
            needsOpening = true
            return dropped
        case .behind, .failed:
            failures = min(failures + 1, 16)
            let pause = min(Self.longestPause, Self.second << Int64(min(failures - 1, 5)))
            nextTry = now + pause
            return 0
        }
    }
}
