// SPDX-License-Identifier: Apache-2.0

import HubServices
import NielsenAppApi

extension BenchGroup {
    /// The cost of checking metadata.
    static let metadata = BenchGroup("meta", "checking metadata with every documented key, right and wrong") {
        session in
        let results = session.measureTogether {
            let validator = NielsenValidator()
            let right = SampleMetadata.everyKey
            let required = SampleMetadata.content
            // Every value broken at once: the longest report there is.
            let wrong = right.mapValues { _ in String(repeating: "\u{fc}", count: 101) }
                .merging(["type": "content"]) { _, new in new }
            var found = 0
            let full = CallCost(session.count(50_000)) { _ in found += validator.validate(.content, right).count }
            let usual = CallCost(session.count(50_000)) { _ in found += validator.validate(.content, required).count }
            precondition(found == 0, "the samples are as they should be")
            let broken = CallCost(session.count(10_000)) { _ in found += validator.validate(.content, wrong).count }
            precondition(found > 0, "what is wrong was not found")
            return [
                full.microseconds, full.allocations, usual.microseconds, usual.allocations, broken.microseconds,
            ]
        }
        session.report("meta_every_key", results[0], "us", .atMost(10))
        session.report("meta_every_key_allocations", results[1], "allocations")
        session.report("meta_usual_keys", results[2], "us", .atMost(10))
        session.report("meta_usual_keys_allocations", results[3], "allocations")
        session.report("meta_all_wrong", results[4], "us")
    }
}
