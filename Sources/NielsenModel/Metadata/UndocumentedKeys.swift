// SPDX-License-Identifier: Apache-2.0

/// The alphabetically first names of any number: a report is the same for the same input.
struct FirstNames: Sendable {
    private(set) var names: [String] = []
    /// The number of names.
    private(set) var count = 0

    mutating func insert(_ name: String) {
        count += 1
        if names.count == NielsenMetadataRules.listed {
            guard let last = names.last, name < last else { return }
            names.removeLast()
        }
        names.insert(name, at: names.firstIndex { name < $0 } ?? names.count)
    }

    /// Returns an issue about those that are left out, if there are any.
    func leftOut(_ subject: String) -> NielsenValidationIssue? {
        guard count > names.count else { return nil }
        return NielsenValidationIssue(.tooManyFindings, subject: subject, detail: String(count - names.count))
    }
}

/// A search for keys that are not documented, or not in this case.
struct UndocumentedKeys: Sendable {
    /// The documented keys by their name in lower case.
    private let documented: [String: String]
    private let longest: Int
    /// Whether the others are passed on; false if they are ignored.
    private let passesOthersOn: Bool

    init(documented keys: [String], passesOthersOn: Bool = true) {
        documented = Dictionary(uniqueKeysWithValues: keys.map { ($0.lowercased(), $0) })
        longest = keys.map(\.utf8.count).max() ?? 0
        self.passesOthersOn = passesOthersOn
    }

    /// The treatment of a key that is not documented.
    static let passedOn = "it is passed on as it is"

    private func documented(_ name: String) -> String? {
        name.utf8.count <= longest ? documented[name.lowercased()] : nil
    }

    func issues(in names: some Sequence<String>, subject: String) -> [NielsenValidationIssue] {
        var undocumented = FirstNames()
        for name in names where documented(name) != name { undocumented.insert(name) }
        guard undocumented.count > 0 else { return [] }
        let issues = undocumented.names.map { name in
            guard let right = documented(name) else {
                if passesOthersOn, name.hasPrefix("nol_") {
                    return NielsenValidationIssue(.passedThrough, key: name, subject: subject)
                }
                let detail = passesOthersOn ? Self.passedOn : "it is not read"
                return NielsenValidationIssue(.keyUnknown, key: name, subject: subject, detail: detail)
            }
            let detail = "ignored; did you mean \"\(right)\"?"
            return NielsenValidationIssue(.keyCase, key: name, subject: subject, detail: detail)
        }
        return issues + [undocumented.leftOut(subject)].compactMap { $0 }
    }
}
