// SPDX-License-Identifier: Apache-2.0

/// What was read last in each lane: metadata is loaded again after each interruption, and is then not checked again.
struct NielsenMetadataReadings: Sendable {
    struct Reading: Sendable {
        let given: [String: String]
        let metadata: NielsenMetadata?
        let issues: [NielsenValidationIssue]
    }

    private var content: Reading?
    private var ad: Reading?
    private var page: Reading?

    /// Reads metadata, or finds what was read of it before.
    mutating func read(_ given: [String: String], readsFoldedKeys: Bool) -> Reading {
        for known in [content, ad, page] {
            if let known, known.given == given { return known }
        }
        var issues: [NielsenValidationIssue] = []
        let metadata = NielsenMetadata(given, readsFoldedKeys: readsFoldedKeys, issues: &issues)
        let reading = Reading(given: given, metadata: metadata, issues: issues)
        switch metadata?.type.lane {
        case .content: content = reading
        case .ad: ad = reading
        case .static: page = reading
        case nil: break
        }
        return reading
    }
}
