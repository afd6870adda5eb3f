// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

/// The imports that the README names for each product, which `ImportClient` compiles with.
struct ImportTests {
    private static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent()

    /// The products of the README's table that are libraries, each with the modules that a file imports.
    private static func documented() throws -> [String: Set<String>] {
        let readme = try String(contentsOf: root.appending(path: "README.md"), encoding: .utf8)
        let table = readme.components(separatedBy: "| What a file that uses it imports |").last?
            .components(separatedBy: "\n\n").first
        var imports: [String: Set<String>] = [:]
        for row in try #require(table).split(separator: "\n").dropFirst() {
            let cells = row.split(separator: "|").map { $0.split(separator: "`").map(String.init) }
            guard cells.count == 3, let product = cells[0].dropFirst().first else { continue }
            imports[product] = Set(cells[2].filter { $0.allSatisfy(\.isLetter) })
        }
        return imports.filter { !$0.key.hasPrefix("launchhub") }
    }

    @Test func aFileOfEachProductCompilesWithTheImportsThatTheReadmeNames() throws {
        let folder = Self.root.appending(path: "Tests/Support/ImportClient")
        var compiled: [String: Set<String>] = [:]
        for name in try FileManager.default.contentsOfDirectory(atPath: folder.path) where name.hasSuffix(".swift") {
            let lines = try String(contentsOf: folder.appending(path: name), encoding: .utf8).split(separator: "\n")
            let modules = lines.filter { $0.hasPrefix("import ") }.map { String($0.dropFirst(7)) }
            compiled[String(name.dropLast(6))] = Set(modules).subtracting(["Foundation"])
        }
        #expect(compiled.count == 16)
        #expect(try Self.documented() == compiled)
    }
}
