// SPDX-License-Identifier: Apache-2.0

/// A library: the revisions of resources that are built together.
package struct PropertyLibrary: Sendable, Hashable, Codable {
    package let name: String
    /// The name of the environment that it is built for.
    package internal(set) var environment: String
    /// One revision of each resource in it.
    package internal(set) var items: [LibraryItem] = []

    /// Returns the revision of a resource in the library, or nil if the resource is not in it.
    package func revision(of name: String) -> Int? { items.first { $0.name == name }?.revision }

    mutating func put(_ item: LibraryItem) {
        if let place = items.firstIndex(where: { $0.name == item.name }) {
            items[place] = item
        } else {
            items.append(item)
        }
    }
}

/// A revision of a resource.
package struct LibraryItem: Sendable, Hashable, Codable, CustomStringConvertible {
    /// The name of the resource.
    package let name: String
    /// The number of the revision, from 1.
    package let revision: Int

    /// Names a revision of a resource.
    package init(name: String, revision: Int) {
        self.name = name
        self.revision = revision
    }

    /// The name and the number, as in `nielsen revision 2`.
    package var description: String { "\(name) revision \(revision)" }
}
