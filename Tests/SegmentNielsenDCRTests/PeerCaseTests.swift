// SPDX-License-Identifier: Apache-2.0

import Foundation
import HubServices
import Testing

/// What the suites of the published integrations assert, case by case.
struct PeerCaseTests {
    private static func cases() throws -> [PeerCase] {
        let url = try #require(
            Bundle.module.url(forResource: "segment-peers", withExtension: "jsonl", subdirectory: "Resources")
        )
        return try String(contentsOf: url, encoding: .utf8).split(separator: "\n").map { line in
            try #require(PeerCase(try JSONValue(jsonText: String(line))))
        }
    }

    @Test func everyCaseAgreesOrDiffersAsItsDocumentationSays() throws {
        let cases = try Self.cases()
        var passed = 0
        var different = 0
        for sample in cases {
            let made = sample.run()
            let isRecommended = made == sample.recommended
            #expect(isRecommended, "\(sample.id): \(made) instead of \(sample.recommended)")
            let notMade = sample.notMade(in: made)
            if sample.agrees {
                #expect(notMade.isEmpty, "\(sample.id): \(notMade) not found in \(made)")
                if isRecommended, notMade.isEmpty { passed += 1 }
            } else {
                let forbidden = Set(sample.madeAllTheSame)
                let madeAllTheSame = forbidden.isSubset(of: made.map(\.method))
                #expect(notMade == sample.missing, "\(sample.id): \(notMade) instead of \(sample.missing)")
                #expect(madeAllTheSame, "\(sample.id): \(forbidden) not found in \(made)")
                if isRecommended, notMade == sample.missing, madeAllTheSame { different += 1 }
            }
        }
        print("Segment peer cases: \(passed) passed, \(different) differ as documented")
        #expect(cases.count == 77)
        #expect(passed == 63)
        #expect(different == 14)
    }
}
