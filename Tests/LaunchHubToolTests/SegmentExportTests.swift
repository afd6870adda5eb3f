// SPDX-License-Identifier: Apache-2.0

import Foundation
import HubServices
import TestSupport
import Testing

/// The exports of `Tests/SegmentNielsenDCRTests/Exports`: some are right, twenty have mistakes, which a table lists.
struct SegmentExportTests {
    struct Expected: Hashable, Comparable, CustomStringConvertible {
        let line: Int
        let rule: String
        let severity: String
        let key: String

        var description: String { "line \(line): \(severity) \(rule) \(key)" }

        static func < (left: Expected, right: Expected) -> Bool {
            (left.line, left.rule, left.key) < (right.line, right.rule, right.key)
        }
    }

    private static let folder = PackageFolder.root.appending(path: "Tests/SegmentNielsenDCRTests/Exports")

    /// The mistakes by file; none for an export that is right.
    static let expected: [String: [Expected]] = {
        let table = (try? String(contentsOf: folder.appendingPathComponent("expected.tsv"), encoding: .utf8)) ?? ""
        var files: [String: [Expected]] = [:]
        for row in table.split(separator: "\n").dropFirst() {
            let cells = row.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
            guard cells.count == 5 else { continue }
            files[cells[0], default: []] +=
                Int(cells[1]).map {
                    [Expected(line: $0, rule: cells[2], severity: cells[3], key: cells[4])]
                } ?? []
        }
        return files
    }()

    @Test func thereAreTwentyWithMistakesAndSomeThatAreRight() throws {
        let files = try FileManager.default.contentsOfDirectory(atPath: Self.folder.path)
        #expect(Set(files.filter { $0 != "expected.tsv" }) == Set(Self.expected.keys))
        #expect(Self.expected.count { !$0.value.isEmpty } == 20)
        #expect(Self.expected.count { $0.value.isEmpty } == 8)
    }

    @Test(arguments: expected.keys.sorted())
    func everyMistakeIsFoundAndNoneInvented(_ file: String) async throws {
        let path = Self.folder.appendingPathComponent(file).path
        let run = try await ToolRun(["segment", path, "--format", "json"])
        var found: [Expected] = []
        for line in run.output.split(separator: "\n") {
            let event = try JSONValue(jsonText: String(line))
            let number = Int(try #require(event["line"]?.intValue))
            for finding in event["findings"]?.arrayValue ?? [] {
                found.append(
                    Expected(
                        line: number,
                        rule: finding["rule"]?.stringValue ?? "",
                        severity: finding["severity"]?.stringValue ?? "",
                        key: finding["key"]?.stringValue ?? ""
                    )
                )
            }
        }
        let expected = try #require(Self.expected[file])
        #expect(found.sorted() == expected.sorted())
        #expect(run.error.isEmpty)
        #expect(run.code == (expected.contains { $0.severity == "error" } ? 1 : 0))
    }

    @Test func theLayoutOfAnExportMakesNoDifference() async throws {
        // The same calls, whether one a line, in a row, in an array or in a batch.
        let files = Self.expected.keys.filter { $0.hasPrefix("correct-") }.sorted()
        var outputs: Set<[String]> = []
        for file in files where file != "correct-live.jsonl" && file != "correct-loose.json" {
            let run = try await ToolRun(["segment", "--json", Self.folder.appendingPathComponent(file).path])
            #expect(run.code == 0)
            #expect(run.error.isEmpty)
            outputs.insert(run.output.split(separator: "\n").map(String.init))
        }
        #expect(outputs.count == 1)
        #expect(try #require(outputs.first).count > 80)
    }
}
