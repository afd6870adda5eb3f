// SPDX-License-Identifier: Apache-2.0

package import NielsenModel

/// A counter of the different values of pages: reports hold 25 of `section`, and 25 of `segA`, `segB` and `segC`
/// together.
///
/// Source: "iOS Configure Metadata", "Aggregation Limits".
package struct NielsenStaticLimits: Sendable, Hashable {
    /// The largest number of different values in reports.
    package static let limit = 25

    private var sections: Set<String> = []
    private var segments: Set<String> = []

    /// Makes a counter; each instance of the SDK has one.
    package init() {}

    /// Counts the values of a page.
    ///
    /// No more values are stored than reports hold, so each page with a value beyond the limit is reported.
    ///
    /// - Parameter page: The metadata of the page.
    /// - Returns: An issue for each value beyond the limit.
    package mutating func add(_ page: [String: String]) -> [NielsenValidationIssue] {
        var issues: [NielsenValidationIssue] = []
        if let section = page["section"], !Self.count(section, in: &sections) {
            issues.append(NielsenValidationIssue(.sectionLimit, key: "section", value: section))
        }
        for key in ["segA", "segB", "segC"] {
            guard let segment = page[key], !Self.count(segment, in: &segments) else { continue }
            issues.append(NielsenValidationIssue(.segmentLimit, key: key, value: segment))
        }
        return issues
    }

    private static func count(_ value: String, in known: inout Set<String>) -> Bool {
        if NielsenText.isBlank(value) || known.contains(value) { return true }
        guard known.count < limit else { return false }
        known.insert(value)
        return true
    }
}
