// SPDX-License-Identifier: Apache-2.0

/// Figures that are measured together and asked for by one name.
struct BenchGroup: Sendable {
    /// The name on the command line.
    let name: String
    /// A description of one line.
    let summary: String
    /// Whether sizes may follow the group's name.
    let takesSizes: Bool
    /// Measures and reports; the sizes are empty where the usual ones are meant.
    let run: @Sendable (Session, [Int]) -> Void

    init(_ name: String, _ summary: String, run: @escaping @Sendable (Session) -> Void) {
        self.name = name
        self.summary = summary
        takesSizes = false
        self.run = { session, _ in run(session) }
    }

    init(_ name: String, _ summary: String, sizes: [Int], run: @escaping @Sendable (Session, [Int]) -> Void) {
        self.name = name
        self.summary = summary
        takesSizes = true
        self.run = { session, named in run(session, named.isEmpty ? sizes : named) }
    }
}
