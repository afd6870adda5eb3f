// SPDX-License-Identifier: Apache-2.0

import Foundation
import TestSupport
import Testing

/// What articles name exists, so that nobody is led nowhere.
struct ArticleNameTests {
    private static func files(in folder: String) -> [String] {
        let names = FileManager.default.enumerator(atPath: PackageFolder.root.appending(path: folder).path)
        return names?.compactMap { $0 as? String } ?? []
    }

    @Test func eachFileThatAnArticleNamesExists() throws {
        let files = Self.files(in: "Sources")
        let names = Set(files.map { ($0 as NSString).lastPathComponent })
        var count = 0
        for article in files where article.hasSuffix(".md") {
            for match in try PackageFolder.text("Sources/\(article)").matches(of: /`([\w+]+\.swift)`/) {
                count += 1
                #expect(match.1 == "Package.swift" || names.contains(String(match.1)), "\(article)")
            }
        }
        #expect(count > 0)
    }

    /// The second column of the tables of *Promises* names suites and tests.
    @Test func eachPromiseNamesATestThatExists() throws {
        let article = try PackageFolder.text("Sources/NielsenAppApi/NielsenAppApi.docc/Promises.md")
        let promises = article.prefix(upTo: try #require(article.range(of: "## Longer runs")).lowerBound)
        let tests = try Self.files(in: "Tests").filter { $0.hasSuffix("Tests.swift") }
            .map { try PackageFolder.text("Tests/\($0)") }.joined()
        let declared = Set(tests.matches(of: /(?:func|struct) (\w+)/).map { String($0.1) })
        var count = 0
        for row in promises.split(separator: "\n") where row.hasPrefix("| ") && !row.hasPrefix("| Promise ") {
            let named = row.split(separator: "|")[1].matches(of: /`(\w+)(?:\(\))?`/).map { String($0.1) }
            #expect(!named.isEmpty, "\(row)")
            for name in named where !declared.contains(name) { Issue.record("No test is called \(name): \(row)") }
            count += 1
        }
        #expect(count > 40)
    }
}
