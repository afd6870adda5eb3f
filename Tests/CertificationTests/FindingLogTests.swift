// SPDX-License-Identifier: Apache-2.0

import HubServices
import NielsenAppApi
import Testing

@testable import LaunchHubCertification

/// The findings of a view, and the results of the cases that come from them.
struct FindingLogTests {
    private let place = LogPlace(line: 3, time: 1.5)

    @Test func whatIsWrongAgainIsCountedAndItsCostAdded() {
        var log = FindingLog()
        log.add(.playMissing, at: place, cost: 2, "It is missing.")
        #expect(log.findings.map(\.message) == ["It is missing."])
        log.add(.playMissing, at: LogPlace(line: 9, time: 9), cost: 3, "Another text.")
        log.add(.playMissing, at: LogPlace(line: 9, time: 9), "Another text.")
        let finding = log.findings.first
        #expect(log.findings.count == 1)
        #expect(finding?.message == "It is missing. This happens 3 times here.")
        #expect(finding?.cost == 5)
        #expect(finding?.line == 3)
        #expect(finding?.time == 1.5)
        #expect(finding?.reason == CertificationRule.playMissing.reason)
        #expect(finding?.cure == CertificationRule.playMissing.cure)
        #expect(finding?.severity == .error)
        #expect(log.contains(.playMissing))
        #expect(!log.contains(.adNotStopped))
    }

    @Test func aCostThatComesLaterIsTheWholeCost() {
        var log = FindingLog()
        log.add(.adNotStopped, at: place, "Once.")
        #expect(log.findings.first?.cost == nil)
        log.add(.adNotStopped, at: place, cost: 4, "Again.")
        #expect(log.findings.first?.cost == 4)
    }

    @Test func otherKeysAreOtherFindings() {
        var log = FindingLog()
        log.add(.undocumentedEvent, at: place, key: "a", "a")
        log.add(.undocumentedEvent, at: place, key: "b", "b")
        log.add(.undocumentedEvent, at: place, key: "a", "a")
        #expect(log.findings.map(\.message) == ["a This happens 2 times here.", "b"])
        log.remove([.playMissing])
        #expect(log.findings.count == 2)
        log.remove([.undocumentedEvent])
        #expect(log.findings.isEmpty)
    }

    @Test func thereAreFiveHundredAtMost() {
        var log = FindingLog()
        for number in 0..<499 { log.add(.undocumentedEvent, at: place, key: "\(number)", "x") }
        #expect(log.findings.count == 499)
        log.add(.playMissing, at: place, "x")
        #expect(log.findings.count == 500)
        log.add(.adNotStopped, at: place, "x")
        log.add([issue("ID3_PREFIX", .id3, "nielsen/1")].compactMap { $0 }, at: place)
        #expect(log.findings.count == 500)
        // What is there is counted all the same.
        log.add(.playMissing, at: place, "x")
        #expect(log.findings.contains { $0.message == "x This happens 2 times here." })
    }

    @Test func findingsComeInTheOrderOfTheirLinesRulesAndTexts() {
        var log = FindingLog()
        log.add(.playMissing, at: LogPlace(line: 2, time: 0), "p")
        log.add(.undocumentedEvent, at: LogPlace(line: 1, time: 0), key: "z", "z")
        log.add(.undocumentedEvent, at: LogPlace(line: 1, time: 0), key: "b", "b")
        log.add(.adNotStopped, at: LogPlace(line: 2, time: 0), "a")
        #expect(log.findings.map(\.message) == ["b", "z", "a", "p"])
    }

    @Test func warningsAreNoErrors() {
        var log = FindingLog()
        log.add(.collectorIsLoopback, at: LogPlace(line: 1, time: 0), "warning")
        #expect(CertificationRule.collectorIsLoopback.severity == .warning)
        #expect(log.firstError == nil)
        log.add(.playMissing, at: LogPlace(line: 5, time: 0), "error")
        log.add(.adNotStopped, at: LogPlace(line: 4, time: 0), "first")
        #expect(log.firstError?.message == "first")
        log.soften("AD_NOT_STOPPED")
        #expect(log.firstError?.message == "error")
        #expect(log.firstWatermarkFinding == nil)
        log.add([issue("ID3_PREFIX", .id3, "nielsen/1")].compactMap { $0 }, at: place)
        #expect(log.firstWatermarkFinding?.rule == "ID3_PREFIX")
    }

    private func issue(_ rule: String, _ kind: NielsenValidator.Kind, _ value: JSONValue) -> NielsenValidationIssue? {
        let validator = NielsenValidator(mode: .strict)
        return validator.validate(kind, value).first { $0.rule == rule }
    }

    @Test func anIssueBecomesSentencesAndInformationNothing() throws {
        var log = FindingLog()
        let found = try #require(issue("ID3_PREFIX", .id3, "nielsen/1"))
        log.add([found, found], at: place)
        let finding = try #require(log.findings.first)
        #expect(log.findings.count == 1)
        #expect(finding.message.hasSuffix(" This happens 2 times here."))
        #expect(finding.message.first?.isUppercase == true)
        #expect(finding.line == 3 && finding.time == 1.5)
        let information = NielsenValidator(mode: .strict).validate(.metadata, .object(Log.content))
            .filter { $0.severity == .info }
        log.add(information, at: place)
        #expect(log.findings.count == 1)
    }

    // MARK: - Cases

    private func verdicts(_ edit: (inout CaseBook) -> Void) -> CheckCase? {
        var book = CaseBook()
        edit(&book)
        return book.all.first { $0.id == PublishedCase.pause.rawValue }
    }

    @Test func oneViewThatPassesDecidesACaseUnlessItHoldsForAll() {
        #expect(verdicts { _ in }?.verdict == .undecidable)
        #expect(verdicts { $0.restriction = "Only pings." }?.reason == "Only pings.")
        #expect(verdicts { $0.fail(.pause, "no") }?.verdict == .fail)
        #expect(
            verdicts {
                $0.pass(.pause, "yes")
                $0.fail(.pause, "no")
            }?.reason == "yes"
        )
        #expect(
            verdicts {
                $0.fail(.pause, "no")
                $0.pass(.pause, "yes")
            }?.reason == "yes"
        )
        #expect(
            verdicts {
                $0.fail(.pause, "no")
                $0.fail(.pause, "later")
            }?.reason == "no"
        )
        #expect(
            verdicts {
                $0.pass(.pause, "yes")
                $0.pass(.pause, "later")
            }?.reason == "yes"
        )
        #expect(
            verdicts {
                $0.pass(.pause, "yes")
                $0.failFinally(.pause, "never")
            }?.reason == "never"
        )
        #expect(
            verdicts {
                $0.failFinally(.pause, "never")
                $0.pass(.pause, "yes")
            }?.reason == "never"
        )
        #expect(
            verdicts {
                $0.failFinally(.pause, "never")
                $0.failFinally(.pause, "later")
            }?.reason == "never"
        )
        var book = CaseBook()
        #expect(!book.has(.pause))
        book.fail(.pause, "no")
        #expect(book.has(.pause))
        #expect(book.all.map(\.id) == PublishedCase.allCases.map(\.rawValue))
    }

    // MARK: - Ends of runs

    /// The gaps at the ends of the runs of a view, and where the final playhead is missing.
    @Test(
        arguments: [
            ([1.5], [1]), ([1.4], []), ([0.9], []), ([0.9, 0.3], []), ([0.9, 0.3, 0.3], [1]), ([0.8, 0.3, 0.3], []),
            ([0.9, 0.3, 0.4], []), ([0.3, 0.9, 0.3, 0.2], [2]), ([2, 3, 0], [1, 2]),
        ] as [([Double], [Int])]
    )
    func anEndWithoutItsPositionIsFound(_ gaps: [Double], _ lines: [Int]) {
        for (index, line) in lines.enumerated() {
            // Each alone, because one view lists a rule once.
            var view = StreamView()
            for (place, gap) in gaps.enumerated() {
                let isOther = lines.contains(place + 1) && place + 1 != line
                view.boundaries.append((gap: isOther ? 0 : gap, place: LogPlace(line: place + 1, time: 0)))
            }
            view.finish(.published)
            #expect(view.findings.findings.map(\.line) == [line], "\(index)")
            #expect(view.findings.findings.map(\.cost) == [max(0, gaps[line - 1] - 1)])
        }
        var view = StreamView()
        view.boundaries = gaps.enumerated().map { (gap: $1, place: LogPlace(line: $0 + 1, time: 0)) }
        view.finish(.published)
        #expect(view.findings.findings.isEmpty == lines.isEmpty)
    }
}
