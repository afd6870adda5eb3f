// SPDX-License-Identifier: Apache-2.0

/// Where each name of a large object is, found out when a name is first asked for.
final class JSONLookup: Sendable {
    private let places = Locked<[String: Int]?>(nil)

    /// Finds a name.
    ///
    /// - Parameters:
    ///   - name: The name.
    ///   - members: The members of the object, the same ones at each call.
    /// - Returns: The place of the name; nil where there is none.
    func place(of name: String, in members: [(String, JSONValue)]) -> Int? {
        places.withLock { places in
            if let places { return places[name] }
            let found = Dictionary(members.enumerated().map { ($1.0, $0) }) { first, _ in first }
            places = found
            return found[name]
        }
    }

    /// Notes that a name was added at a place.
    func add(_ name: String, at place: Int) {
        places.withLock { $0?[name] = place }
    }
}
