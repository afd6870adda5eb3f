// SPDX-License-Identifier: Apache-2.0

package import HubServices

/// An extension's settings or a rule, with the working copy and the revisions that libraries name.
package struct PropertyResource: Sendable, Hashable, Codable {
    /// The kinds of resources.
    package enum Kind: String, Sendable, Hashable, Codable {
        case `extension`
        case rule
    }

    package let kind: Kind
    /// The name, which no other resource of the property has.
    package let name: String
    /// The working copy; nil once the resource was removed.
    package internal(set) var draft: JSONValue?
    /// The revisions, numbered from 1; null is a revision in which the resource is removed.
    package private(set) var revisions: [JSONValue] = []

    /// Whether the working copy is in no revision.
    package var hasChanges: Bool {
        guard let last = revisions.last else { return draft != nil }
        return last != draft ?? .null
    }

    /// Returns the content of a revision.
    ///
    /// - Parameter number: The number of the revision, from 1.
    /// - Returns: The content; nil if there is no such revision, or the resource is removed in it.
    package func content(ofRevision number: Int) -> JSONValue? {
        guard number > 0, number <= revisions.count else { return nil }
        let content = revisions[number - 1]
        // Spelt out, because nil is a JSON value as well.
        return content.isNull ? JSONValue?.none : content
    }

    /// Makes a revision of the working copy, if that is in none.
    ///
    /// - Returns: The number of the latest revision; nil for a resource that was removed before its first.
    mutating func revise() -> Int? {
        if hasChanges { revisions.append(draft ?? .null) }
        return revisions.isEmpty ? nil : revisions.count
    }
}
