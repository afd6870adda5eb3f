// SPDX-License-Identifier: Apache-2.0

import Foundation

/// Which lines of a file this system builds: what is for others survives whatever is done to it.
enum BuiltLines {
    private static let conditions = [
        "os(Linux)", "canImport(Glibc)", "canImport(FoundationNetworking)", "canImport(LaunchHubServer)",
    ]

    /// Returns for each line whether it is built.
    ///
    /// - Parameter code: The lines without comments and texts.
    /// - Returns: One value per line.
    static func of(_ code: [String]) -> [Bool] {
        // For each open condition: whether its present branch is built, and whether one of its branches was.
        var open: [(isBuilt: Bool, wasBuilt: Bool)] = []
        return code.map { line in
            let words = line.trimmingCharacters(in: .whitespaces)
            guard words.hasPrefix("#") else { return open.allSatisfy(\.isBuilt) }
            let holds = !words.contains("!") && conditions.contains { words.contains($0) }
            if words.hasPrefix("#if") {
                open.append((holds, holds))
            } else if words.hasPrefix("#elseif"), let last = open.popLast() {
                open.append((holds && !last.wasBuilt, holds || last.wasBuilt))
            } else if words.hasPrefix("#else"), let last = open.popLast() {
                open.append((!last.wasBuilt, true))
            } else if words.hasPrefix("#endif") {
                _ = open.popLast()
            }
            return false
        }
    }
}
