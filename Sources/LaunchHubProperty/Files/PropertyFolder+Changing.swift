// SPDX-License-Identifier: Apache-2.0

import Foundation
import HubServices

extension PropertyFolder {
    /// How a published file stands to the build that the property names.
    package enum Standing: Sendable, Hashable {
        /// There is no build, or the file is that build.
        case current
        /// The file is missing or is another build: a change was interrupted.
        case behind
        /// The file is no build: somebody has changed it, or it was cut off.
        case edited
    }

    /// Changes the property and publishes what it then names.
    ///
    /// - Parameters:
    ///   - republishedName: The environment that is published again, also where it stays at its build; nil for none.
    ///   - replacesEdited: Whether published files that somebody has changed by hand are replaced.
    ///   - body: Changes the property; returns the builds that are to be published, new ones and those that stay, and what
    ///     this function returns.
    /// - Returns: What the closure returns.
    /// - Throws: ``PropertyError``. The property and what is published are then as they were before, or a later change
    ///   finishes what was begun.
    package func change<Result>(
        republishing republishedName: String? = nil,
        replacingEdited replacesEdited: Bool = false,
        _ body: (inout Property) throws(PropertyError) -> (builds: [PropertyBuild], result: Result)
    ) throws(PropertyError) -> Result {
        guard exists else { throw .unknown("property", name, among: Self.names(in: root)) }
        let lock = try locked()
        defer { lock.release() }
        removeRemains()
        let before = try read()
        for environment in before.environments where standing(of: environment) == .behind {
            try publish(try bytesInForce(in: environment, []), of: environment)
        }
        var property = before
        let (builds, result) = try body(&property)
        var republished: String?
        if let republishedName { republished = try property.environment(republishedName).name }
        var outgoing: [(environment: PropertyEnvironment, data: Data)] = []
        for environment in property.environments {
            let hasMoved = before.environments.first { $0.name == environment.name }?.current != environment.current
            let isEdited = standing(of: environment) == .edited
            // A build that stays is published only as long as the file is that build.
            let isMeant =
                hasMoved || environment.name == republished || builds.contains { $0.environment == environment.name }
            if isMeant, isEdited, !replacesEdited { throw Self.edited(published(environment)) }
            if hasMoved || isEdited && replacesEdited {
                outgoing.append((environment, try bytesInForce(in: environment, builds)))
            }
        }
        for build in builds where !Self.isKept(build, in: before) {
            try write(build.data, to: archive(build.environment, build.record.number))
        }
        if property != before { try write(try PropertyFile.data(of: property), to: file) }
        for (environment, data) in outgoing { try publish(data, of: environment) }
        return result
    }

    /// Returns how the published file of an environment stands to the build that the property names.
    ///
    /// - Parameter environment: The environment.
    /// - Returns: The standing.
    package func standing(of environment: PropertyEnvironment) -> Standing {
        guard let current = environment.published else { return .current }
        let url = published(environment)
        guard FileManager.default.fileExists(atPath: url.path) else { return .behind }
        guard let data = try? Self.bytes(of: url), let digest = BuildRecord.digest(of: data) else { return .edited }
        if digest == current.digest { return .current }
        return environment.builds.contains { $0.digest == digest } ? .behind : .edited
    }

    private static func edited(_ url: URL) -> PropertyError {
        PropertyError(
            .edited,
            "\(url.path) is none of the builds: somebody has changed it, or it was cut off; add --replace to write over it"
        )
    }

    private static func isKept(_ build: PropertyBuild, in property: Property) -> Bool {
        property.environments.contains { $0.name == build.environment && $0.build(build.record.number) != nil }
    }

    /// Returns the bytes of the build that an environment names.
    private func bytesInForce(
        in environment: PropertyEnvironment,
        _ builds: [PropertyBuild]
    ) throws(PropertyError) -> Data {
        let number = environment.current ?? 0
        let new = builds.first { $0.environment == environment.name && $0.record.number == number }
        if let new { return new.data }
        return try data(ofBuild: number, of: environment)
    }

    // MARK: - Files

    /// Makes the files of a new property.
    ///
    /// - Parameter property: The property, of this folder's name.
    /// - Throws: ``PropertyError`` of the code `name` if there is one already.
    package func create(_ property: Property) throws(PropertyError) {
        try makeFolder(of: file)
        let lock = try locked()
        defer { lock.release() }
        guard !exists else {
            throw PropertyError(.name, "there is a property \"\(name)\" in \(root.path) already; use another name")
        }
        try write(try PropertyFile.data(of: property), to: file)
    }

    /// Does something while no other process changes the property.
    func whileLocked(_ body: () throws(PropertyError) -> Void) throws(PropertyError) {
        guard exists else { throw .unknown("property", name, among: Self.names(in: root)) }
        let lock = try locked()
        defer { lock.release() }
        removeRemains()
        try body()
    }

    private func locked() throws(PropertyError) -> FolderLock {
        let lock = FolderLock(file.deletingLastPathComponent(), milliseconds: patience)
        guard !lock.isTaken else {
            throw PropertyError(.busy, "another process is changing \(folder.path); try again when it has ended")
        }
        return lock
    }

    private func publish(_ data: Data, of environment: PropertyEnvironment) throws(PropertyError) {
        try write(data, to: published(environment))
    }

    private func makeFolder(of url: URL) throws(PropertyError) {
        let folder = url.deletingLastPathComponent()
        do {
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        } catch {
            throw PropertyError(.file, "the folder \(folder.path) cannot be made: \(Self.words(error))")
        }
    }

    /// Writes a file as a whole, and its folder if need be.
    func write(_ data: Data, to url: URL) throws(PropertyError) {
        try makeFolder(of: url)
        do throws(StorageError) {
            try DurableFile.replace(url.path, with: data, on: disk)
        } catch {
            throw PropertyError(.file, error.description)
        }
    }

    /// Removes what a process has left that ended while it wrote.
    private func removeRemains() {
        let walk = FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil)
        while let url = walk?.nextObject() as? URL {
            if url.lastPathComponent.wholeMatch(of: /.+\.json\.[0-9]+-[0-9]+\.new/) != nil { disk.remove(url.path) }
        }
    }

    /// What the system says, below what Foundation makes of it.
    static func words(_ error: any Error) -> String {
        var next: NSError? = error as NSError
        while let error = next {
            if error.domain == NSPOSIXErrorDomain {
                return String(cString: strerror(Int32(truncatingIfNeeded: error.code)))
            }
            // On Linux it is no NSError before it is made one.
            next = (error.userInfo[NSUnderlyingErrorKey] as? any Error).map { $0 as NSError }
        }
        return switch (error as? CocoaError)?.code {
        case .fileNoSuchFile, .fileReadNoSuchFile: "there is no such file or folder"
        case .fileReadNoPermission, .fileWriteNoPermission: "permission denied"
        default: error.localizedDescription
        }
    }
}
