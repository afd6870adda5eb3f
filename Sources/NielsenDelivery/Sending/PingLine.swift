// SPDX-License-Identifier: Apache-2.0

/// Which pings wait for each other: those of one instance to one collector.
///
/// A collector sees the pings of an instance in their order, and one that is down does not hold up the others, such as
/// the address of an ad that of the content.
struct PingLine: Sendable, Equatable {
    /// The stream of the pings: the session of their instance.
    let stream: String
    /// The collector that they are sent to.
    let collector: String

    init(stream: String, collector: String) {
        self.stream = stream
        self.collector = collector
    }

    /// Reads the name that a line has in the queue.
    ///
    /// Neither part contains a space unless a session has one, so the last one divides.
    init(name: String) {
        let space = name.lastIndex(of: " ")
        stream = String(space.map { name[..<$0] } ?? name[...])
        collector = String(space.map { name[name.index(after: $0)...] } ?? "")
    }

    /// The name of the line in the queue.
    var name: String { "\(stream) \(collector)" }
}
