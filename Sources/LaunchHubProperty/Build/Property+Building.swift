// SPDX-License-Identifier: Apache-2.0

import Foundation

extension Property {
    /// Builds a library for its environment; if nothing has changed since the published build, that one stays.
    ///
    /// - Parameter name: The name of the library.
    /// - Returns: The build, and whether it is a new one.
    /// - Throws: ``PropertyError`` that names what is missing or wrong; nothing is changed then.
    package mutating func build(_ name: String) throws(PropertyError) -> (build: PropertyBuild, isNew: Bool) {
        let library = try library(name)
        let place = try place(ofEnvironment: library.environment)
        let environment = environments[place]
        let builder = try PropertyBuilder(self, library, for: environment.kind)
        func build(_ record: BuildRecord, _ data: Data) -> PropertyBuild {
            PropertyBuild(
                record: record,
                environment: environment.name,
                data: data,
                values: builder.values,
                remarks: builder.remarks
            )
        }
        if let published = environment.published, published.library == name {
            let data = try builder.data(number: published.number)
            if BuildRecord.digest(of: data) == published.digest { return (build(published, data), false) }
        }
        let (number, isFull) = (environment.builds.last?.number ?? 0).addingReportingOverflow(1)
        guard !isFull else { throw PropertyError(.file, "environment \(environment.name) has no number left") }
        let data = try builder.data(number: number)
        let record = try BuildRecord(number, of: library, publishing: data)
        environments[place].builds.append(record)
        environments[place].current = number
        return (build(record, data), true)
    }

    /// Moves a library to the environment behind its own and builds it there.
    ///
    /// - Parameters:
    ///   - name: The name of the library.
    ///   - environment: The environment; nil for staging behind development, and production behind staging.
    /// - Returns: The build, and whether it is a new one.
    /// - Throws: ``PropertyError``; nothing is changed then.
    package mutating func publish(
        _ name: String,
        to environment: String? = nil
    ) throws(PropertyError) -> (build: PropertyBuild, isNew: Bool) {
        let library = try library(name)
        let from = try self.environment(library.environment)
        guard from.builds.contains(where: { $0.library == name }) else {
            throw PropertyError(
                .incomplete,
                "library \(name) was not built for \(from.name), so nobody has tried it; build it first"
            )
        }
        guard let target = environment ?? from.kind.next?.rawValue else {
            throw PropertyError(
                .incomplete,
                "library \(name) is in production already; make another library for what comes next"
            )
        }
        var changed = self
        try changed.move(name, to: target)
        let result = try changed.build(name)
        self = changed
        return result
    }

    /// Publishes an earlier build of an environment again, byte for byte.
    ///
    /// - Parameters:
    ///   - environment: The name of the environment.
    ///   - number: The number of the build; nil for the one before that which is published.
    /// - Returns: The record of the build.
    /// - Throws: ``PropertyError`` of the code `unknown` if there is no such build.
    package mutating func rollBack(
        _ environment: String,
        to number: Int? = nil
    ) throws(PropertyError) -> BuildRecord {
        let place = try place(ofEnvironment: environment)
        let target = environments[place]
        guard let current = target.current else {
            throw PropertyError(.unknown, "\(target.name) has no build yet; build a library for it first")
        }
        let numbers = target.builds.map(\.number)
        guard let wanted = number ?? numbers.last(where: { $0 < current }) else {
            throw PropertyError(
                .unknown,
                "\(target.name) is at build \(current), its first; there is nothing before it"
            )
        }
        guard let record = target.build(wanted) else {
            let known = numbers.map(String.init).joined(separator: ", ")
            throw PropertyError(.unknown, "\(target.name) has no build \(wanted); it has \(known)")
        }
        environments[place].current = wanted
        return record
    }

    /// Returns what the working copy would publish in an environment, with the origin of each value.
    ///
    /// - Parameter environment: The name of the environment.
    /// - Returns: The build that a library with every latest revision would get.
    /// - Throws: ``PropertyError`` that names what is missing or wrong.
    package func draft(for environment: String) throws(PropertyError) -> PropertyBuild {
        var copy = self
        var name = "draft"
        while copy.libraries.contains(where: { $0.name == name }) { name += "-" }
        copy.libraries.append(PropertyLibrary(name: name, environment: try self.environment(environment).name))
        try copy.addChanges(to: name)
        return try copy.build(name).build
    }
}
