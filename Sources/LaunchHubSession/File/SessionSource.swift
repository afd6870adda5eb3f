// SPDX-License-Identifier: Apache-2.0

/// A session whose steps are read one after the other when they are needed, as often as that is.
///
/// What goes through a session this way needs no more memory for a long one than for a short one.
package protocol SessionSource: Sendable {
    /// What is known of the whole session.
    var outline: SessionOutline { get }

    /// Returns the steps from the first one on.
    ///
    /// - Throws: An error of the file that they are read from.
    func makeSteps() throws -> any SessionSteps
}

/// The steps of a session, one after the other.
package protocol SessionSteps {
    /// Returns the next step with the line that it begins in; nil behind the last one.
    ///
    /// - Throws: An error of the file that it is read from.
    mutating func next() throws -> SessionStream.Read?
}

/// A session that is in memory.
package struct LoadedSession: SessionSource {
    /// The session.
    package let session: Session
    /// The line of each step.
    private let lines: [Int]
    package let outline: SessionOutline

    /// Makes a source.
    ///
    /// - Parameters:
    ///   - session: The session.
    ///   - lines: The line of each step; those behind the last one have line 0.
    package init(_ session: Session, lines: [Int] = []) {
        self.session = session
        self.lines = lines
        var outline = SessionOutline(session)
        for step in session.steps { outline.add(step) }
        self.outline = outline
    }

    package func makeSteps() -> any SessionSteps { Steps(steps: session.steps, lines: lines) }

    private struct Steps: SessionSteps {
        let steps: [SessionStep]
        let lines: [Int]
        var place = 0

        mutating func next() -> SessionStream.Read? {
            guard place < steps.count else { return nil }
            defer { place += 1 }
            let line = place < lines.count ? lines[place] : 0
            return SessionStream.Read(step: steps[place], line: line, number: nil)
        }
    }
}
