// SPDX-License-Identifier: Apache-2.0

import LaunchHub

extension Property {
    /// Checks that the parts fit together.
    ///
    /// Somebody may have changed the file, and paths are made of names in it.
    ///
    /// - Parameter folder: The name of its folder.
    /// - Throws: ``PropertyError`` that names the part.
    func check(in folder: String) throws(PropertyError) {
        guard name == folder else {
            throw PropertyError(
                .file,
                "the property is called \"\(name)\" and its folder \"\(folder)\"; app ids have the name in them, "
                    + "so rename the folder back"
            )
        }
        try PropertyName.check(name, of: "a property")
        for kind in PropertyEnvironment.Kind.allCases {
            _ = try environment(kind.rawValue)
        }
        for environment in environments { try check(environment) }
        for resource in resources { try PropertyName.check(resource.name, of: "an extension or a rule") }
        for library in libraries {
            try PropertyName.check(library.name, of: "a library")
            _ = try environment(library.environment)
            try check(library.items, of: "library \(library.name)")
        }
    }

    private func check(_ environment: PropertyEnvironment) throws(PropertyError) {
        try PropertyName.check(environment.name, of: "an environment")
        do throws(AppIdentifierError) {
            _ = try AppIdentifier(environment.appID)
        } catch {
            throw PropertyError(.file, "environment \(environment.name): \(error)")
        }
        let parts = environment.appID.split(separator: "/")
        guard parts.count == 2, parts.first == name[...], parts.last?.first != "." else {
            throw PropertyError(
                .file,
                "environment \(environment.name) has the app id \"\(environment.appID)\"; it begins with \(name)/"
            )
        }
        let numbers = environment.builds.map(\.number)
        guard numbers.allSatisfy({ $0 > 0 }), zip(numbers, numbers.dropFirst()).allSatisfy({ $0 < $1 }) else {
            throw PropertyError(.file, "the builds of \(environment.name) are not numbered upwards from 1")
        }
        if let current = environment.current, environment.build(current) == nil {
            throw PropertyError(.file, "\(environment.name) has published build \(current), and there is no such build")
        }
        for build in environment.builds { try check(build.items, of: "build \(build.number) of \(environment.name)") }
    }

    private func check(_ items: [LibraryItem], of what: String) throws(PropertyError) {
        for item in items {
            let resource = resources[try place(ofResource: item.name)]
            guard item.revision > 0, item.revision <= resource.revisions.count else {
                throw PropertyError(.file, "\(what) has \(item), and there is no such revision")
            }
        }
    }
}
