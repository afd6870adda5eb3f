// SPDX-License-Identifier: Apache-2.0

import Foundation
import HubServices
import NielsenAppApi
import Testing

/// Inputs found in public samples, with the outcome that the rules ask for.
///
/// The lists of expected findings name what a sample was collected for and are not complete: a sample agrees where its
/// validity is the expected one, every expected finding is found, no error is found beyond them, and nothing at all is
/// found where nothing is expected.
struct PublicInputTests {
    private struct Case {
        let id: String
        let kind: String
        let input: JSONValue
        let expected: JSONObject

        init?(_ line: JSONValue) {
            guard let id = line["id"]?.stringValue, let kind = line["kind"]?.stringValue, let input = line["input"]
            else { return nil }
            self.id = id
            self.kind = kind
            self.input = input
            expected = line["expect"]?.objectValue ?? [:]
        }

        var validatorKind: NielsenValidator.Kind? {
            switch kind {
            case "init": .appinfo
            case "play": .play
            case "trackEvent": .event
            case "id3", "id3-series": .id3
            case "metadata":
                switch input["type"]?.stringValue {
                case "static": .static
                case "preroll", "midroll", "postroll", "ad": .ad
                default: .content
                }
            default: nil
            }
        }
    }

    private static func cases() throws -> [Case] {
        let url = try #require(
            Bundle.module.url(forResource: "public-inputs", withExtension: "jsonl", subdirectory: "Resources")
        )
        return try String(contentsOf: url, encoding: .utf8).split(separator: "\n").map { line in
            try #require(Case(try JSONValue(jsonText: String(line))))
        }
    }

    /// Why a case does not agree; nil where it does.
    private static func difference(_ sample: Case, _ kind: NielsenValidator.Kind) -> String? {
        let issues = NielsenValidator.validate(kind, sample.input)
        let expected = (sample.expected["issues"]?.arrayValue ?? []).compactMap(\.stringValue)
        let found = issues.map(\.description)
        if sample.expected["valid"]?.boolValue != issues.areValid { return "validity: \(found)" }
        if expected.isEmpty, !issues.isEmpty { return "nothing was expected: \(found)" }
        for name in expected where !issues.contains(where: { matches($0, name) }) {
            return "\(name) was not found: \(found)"
        }
        for issue in issues where issue.severity == .error && !expected.contains(where: { matches(issue, $0) }) {
            return "an error more: \(issue)"
        }
        return nil
    }

    /// A name, or a name and the key or the code that it is about.
    private static func matches(_ issue: NielsenValidationIssue, _ expected: String) -> Bool {
        let parts = expected.split(separator: ":", maxSplits: 1).map(String.init)
        guard issue.rule == parts.first else { return false }
        return parts.count == 1 || issue.key == parts[1] || issue.definition.code.map(String.init) == parts[1]
    }

    @Test func theRulesAgreeWithThePublicSamples() throws {
        let samples = try Self.cases().compactMap { sample in sample.validatorKind.map { (sample, $0) } }
        #expect(samples.count == 38)
        for (sample, kind) in samples {
            let difference = Self.difference(sample, kind)
            #expect(difference == nil, "\(sample.id)")
        }
    }

    @Test func theSeriesIsOneRun() throws {
        let sample = try #require(try Self.cases().first { $0.id == "id3-domless-series" })
        let spacing = try #require(sample.expected["expectedSpacing"]?.intValue)
        var run = NielsenID3Run()
        for (place, payload) in (sample.input.arrayValue ?? []).enumerated() {
            let tag = try NielsenID3Tag(try #require(payload.stringValue))
            let step = run.add(tag, at: .zero + .seconds(Int(spacing) * place))
            #expect(step == (place == 0 ? .began : .continued(seconds: Int(spacing))))
        }
        #expect(Int64(run.seconds) == sample.expected["durationSeconds"]?.intValue)
    }
}
