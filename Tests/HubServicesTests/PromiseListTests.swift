// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

/// The list of promises fits the sources, the tests and the article, so that undoing them one day finds each.
struct PromiseListTests {
    private struct Promise {
        let name: String
        let file: String
        let text: String
        let change: String
        let tests: [String]
    }

    private static let package = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent()

    private static func text(of file: String) throws -> String {
        try String(contentsOf: package.appending(path: file), encoding: .utf8)
    }

    private static func promises() throws -> [Promise] {
        try text(of: "Tests/Promises/promises.tsv").components(separatedBy: "\n").filter {
            !$0.isEmpty && !$0.hasPrefix("#")
        }
        .map { line in
            let parts = line.components(separatedBy: "\t")
            try #require(parts.count == 6, "\(line)")
            return Promise(
                name: parts[1],
                file: parts[2],
                text: parts[3],
                change: parts[4],
                tests: parts[5].components(separatedBy: "|")
            )
        }
    }

    @Test func eachPromiseHasItsOneLine() throws {
        for promise in try Self.promises() {
            let source = try Self.text(of: promise.file)
            #expect(source.components(separatedBy: promise.text).count == 2, "\(promise.name): \(promise.text)")
            #expect(promise.change != promise.text, "\(promise.name)")
        }
    }

    /// Articles lead readers to files; a file that was renamed would lead them nowhere.
    @Test func eachFileThatAnArticleNamesExists() throws {
        let folder = Self.package.appending(path: "Sources")
        let files = FileManager.default.enumerator(atPath: folder.path)?.compactMap { $0 as? String } ?? []
        let names = Set(files.map { ($0 as NSString).lastPathComponent })
        let articles = files.filter { $0.hasSuffix(".md") }
        var count = 0
        for article in articles {
            for match in try Self.text(of: "Sources/\(article)").matches(of: /`([\w+]+\.swift)`/) {
                count += 1
                #expect(match.1 == "Package.swift" || names.contains(String(match.1)), "\(article)")
            }
        }
        #expect(count >= 37)
    }

    @Test func eachPromiseHasATestWhoseSuiteTheArticleNames() throws {
        let article = try Self.text(of: "Sources/NielsenAppApi/NielsenAppApi.docc/Promises.md")
        let folder = Self.package.appending(path: "Tests")
        let files = FileManager.default.enumerator(atPath: folder.path)?.compactMap { $0 as? String } ?? []
        let suites = try files.filter { $0.hasSuffix("Tests.swift") }.map { file in
            (name: (file as NSString).lastPathComponent.dropLast(6), text: try Self.text(of: "Tests/\(file)"))
        }
        for promise in try Self.promises() {
            for test in promise.tests {
                let owner = suites.first { $0.text.contains("func \(test)") || $0.text.contains("struct \(test)") }
                let suite = try #require(owner, "\(promise.name): no test is called \(test)").name
                #expect(article.contains("`\(suite)`"), "\(promise.name): the article does not name \(suite)")
            }
        }
    }
}
