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

    /// Cases where the rules say otherwise, with the reason.
    ///
    /// Empty: the rules agree with every case.
    private static let documentedDifferences: [String: String] = [:]

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
        var agreeing = 0
        var differing: Set<String> = []
        for sample in try Self.cases() {
            guard let kind = sample.validatorKind else { continue }
            guard let difference = Self.difference(sample, kind) else {
                agreeing += 1
                continue
            }
            differing.insert(sample.id)
            #expect(Self.documentedDifferences[sample.id] != nil, "\(sample.id): \(difference)")
        }
        #expect(differing == Set(Self.documentedDifferences.keys))
        #expect(agreeing + differing.count == 38)
        print("\(agreeing) agree, \(differing.count) differ as documented")
    }

    @Test func thePayloadsAreReadAsExpected() throws {
        let sample = try #require(try Self.cases().first { $0.id == "id3-domless" })
        let tag = try NielsenID3Tag(try #require(sample.input.stringValue))
        #expect(tag.programContentID == sample.expected["pcCid"]?.stringValue)
        #expect(tag.finalDistributorID == sample.expected["fdCid"]?.stringValue)
        #expect(tag.watermark == sample.expected["watermark"]?.stringValue)
        #expect(Int64(tag.programContentOffset) == sample.expected["pcOffset"]?.intValue)
        #expect(Int64(tag.finalDistributorOffset) == sample.expected["fdOffset"]?.intValue)
        #expect(tag.breakout == sample.expected["breakout"]?.stringValue)
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

    @Test func theEventMessageIsRead() throws {
        let sample = try #require(try Self.cases().first { $0.id == "id3-emsg-constructed" })
        let found = NielsenID3.extraction(inEmsgText: try #require(sample.input.stringValue))
        #expect(found.payloads == [sample.expected["extract"]?.stringValue])
        #expect(found.issues.isEmpty)
    }

    /// What the SDK takes is what the validator calls valid, but for appids of odd shapes, which the SDK logs only.
    @Test func theSDKAgreesWithTheValidator() throws {
        for sample in try Self.cases() where sample.kind == "init" {
            let made = try? NielsenAppApi.make(
                appInfo: sample.input.anyValue,
                environment: NielsenEnvironment(store: InMemoryKeyValueStore())
            )
            let refusing: Set<String> = ["APPID_EMPTY", "APPINFO_NOT_JSON_OBJECT"]
            let isRefused = NielsenValidator.validate(.appinfo, sample.input).contains { refusing.contains($0.rule) }
            let isDomless = sample.input["domlessEnv"] != nil
            #expect((made == nil) == (isRefused || isDomless), "\(sample.id)")
        }
    }
}
