// SPDX-License-Identifier: Apache-2.0

extension Property {
    /// Adds a library that begins with what production has.
    ///
    /// - Parameters:
    ///   - name: The name of the library.
    ///   - environment: The environment that it is built for.
    /// - Throws: ``PropertyError`` of the code `name` if it is not valid or taken, `unknown` for an environment that
    ///   does not exist.
    package mutating func addLibrary(
        named name: String,
        for environment: String = PropertyEnvironment.Kind.development.rawValue
    ) throws(PropertyError) {
        try PropertyName.check(name, of: "a library")
        guard !libraries.contains(where: { $0.name == name }) else {
            throw PropertyError(.name, "there is a library \"\(name)\" already; use another name")
        }
        let target = try self.environment(environment)
        let production = try self.environment(PropertyEnvironment.Kind.production.rawValue)
        libraries.append(
            PropertyLibrary(name: name, environment: target.name, items: production.published?.items ?? [])
        )
    }

    /// Returns the library of a name.
    ///
    /// - Parameter name: The name.
    /// - Returns: The library.
    /// - Throws: ``PropertyError`` of the code `unknown`.
    package func library(_ name: String) throws(PropertyError) -> PropertyLibrary {
        libraries[try place(ofLibrary: name)]
    }

    /// Adds the latest revision of resources to a library; a working copy that is in no revision becomes one.
    ///
    /// - Parameters:
    ///   - names: The names of the resources.
    ///   - library: The name of the library.
    /// - Returns: The revisions that the library did not have before.
    /// - Throws: ``PropertyError`` of the code `unknown`.
    @discardableResult
    package mutating func add(_ names: [String], to library: String) throws(PropertyError) -> [LibraryItem] {
        let target = try place(ofLibrary: library)
        var added: [LibraryItem] = []
        for name in names {
            let place = try place(ofResource: name)
            guard let revision = resources[place].revise() else { continue }
            guard libraries[target].revision(of: name) != revision else { continue }
            let item = LibraryItem(name: name, revision: revision)
            libraries[target].put(item)
            added.append(item)
        }
        return added
    }

    /// Adds the latest revision of every resource to a library.
    ///
    /// - Parameters:
    ///   - library: The name of the library.
    ///   - kind: The kind of resources; nil for all.
    /// - Returns: The revisions that the library did not have before.
    /// - Throws: ``PropertyError`` of the code `unknown`.
    @discardableResult
    package mutating func addChanges(
        to library: String,
        only kind: PropertyResource.Kind? = nil
    ) throws(PropertyError) -> [LibraryItem] {
        try add(resources.filter { kind == nil || $0.kind == kind }.map(\.name), to: library)
    }

    /// Moves a library to another environment, as its publication does.
    mutating func move(_ library: String, to environment: String) throws(PropertyError) {
        let place = try place(ofLibrary: library)
        libraries[place].environment = try self.environment(environment).name
    }

    // MARK: - Places

    func place(ofLibrary name: String) throws(PropertyError) -> Int {
        guard let place = libraries.firstIndex(where: { $0.name == name }) else {
            throw .unknown("library", name, among: libraries.map(\.name))
        }
        return place
    }

    func place(ofResource name: String) throws(PropertyError) -> Int {
        guard let place = resources.firstIndex(where: { $0.name == name }) else {
            throw .unknown("extension or rule", name, among: resources.map(\.name))
        }
        return place
    }
}
