// SPDX-License-Identifier: Apache-2.0

package import Foundation
package import HubServices

/// The files of a property, in a folder of published configurations.
///
/// | Path | What it is |
/// |---|---|
/// | `<property>/<app id>.json` | what is published; the only files that a server serves |
/// | `<property>/.property/property.json` | the property |
/// | `<property>/.property/forms/<extension>.json` | the form of an extension of one's own |
/// | `<property>/.property/builds/<environment>/<number>.json` | the bytes of every build |
///
/// A change is made under a lock on the folder, and each file is replaced as a whole: first the bytes of new builds, then
/// the property, which decides, then what is published. If the process ends in between, the next change does what is
/// left to do.
package struct PropertyFolder: Sendable {
    /// The published configurations, such as `RemoteConfig`.
    package let root: URL
    /// The name of the property.
    package let name: String
    let disk: any DurableDisk
    let patience: Int

    /// Names the files of a property.
    ///
    /// - Parameters:
    ///   - root: The folder of published configurations.
    ///   - name: The name of the property.
    ///   - disk: The disk.
    ///   - patience: How long to wait for another process, in milliseconds.
    package init(root: URL, name: String, disk: any DurableDisk = SystemDisk(), patience: Int = 250) {
        self.root = root
        self.name = name
        self.disk = PublicDisk(base: disk)
        self.patience = patience
    }

    private static let sourceFolder = ".property"

    var folder: URL { root.appending(path: name, directoryHint: .isDirectory) }
    private var source: URL { folder.appending(path: Self.sourceFolder, directoryHint: .isDirectory) }
    var file: URL { source.appending(path: "property.json", directoryHint: .notDirectory) }

    /// Returns where the configuration of an environment is published.
    package func published(_ environment: PropertyEnvironment) -> URL {
        root.appending(path: environment.appID + ".json", directoryHint: .notDirectory)
    }

    func archive(_ environment: String, _ number: Int) -> URL {
        source.appending(path: "builds/\(environment)/\(number).json", directoryHint: .notDirectory)
    }

    /// Returns the names of the properties in a folder.
    package static func names(in root: URL) -> [String] {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: root.path)) ?? []
        return names.filter { PropertyFolder(root: root, name: $0).exists }.sorted()
    }

    var exists: Bool { FileManager.default.fileExists(atPath: file.path) }

    // MARK: - Reading

    /// Reads the property.
    ///
    /// - Returns: The property.
    /// - Throws: ``PropertyError`` of the code `file`.
    package func read() throws(PropertyError) -> Property {
        var property = try PropertyFile.property(in: try Self.bytes(of: file), path: file.path)
        do {
            try property.check(in: name)
        } catch {
            throw PropertyError(.file, "\(file.path): \(error)")
        }
        property.forms = try forms()
        return property
    }

    /// Reads the bytes of a build.
    ///
    /// - Parameters:
    ///   - number: The number of the build.
    ///   - environment: The environment.
    /// - Returns: The bytes that were published.
    /// - Throws: ``PropertyError`` of the code `unknown` if there is no such build, `file` if its bytes are not those
    ///   that were published.
    package func data(ofBuild number: Int, of environment: PropertyEnvironment) throws(PropertyError) -> Data {
        guard let record = environment.build(number) else {
            let numbers = environment.builds.map { String($0.number) }
            throw .unknown("build of \(environment.name)", String(number), among: numbers)
        }
        let url = archive(environment.name, number)
        let data = try Self.bytes(of: url)
        guard BuildRecord.digest(of: data) == record.digest else {
            throw PropertyError(
                .file,
                "\(url.path) is not what build \(number) has published; restore it, for example from version control"
            )
        }
        return data
    }

    static func bytes(of url: URL) throws(PropertyError) -> Data {
        do {
            return try LimitedFile.read(url, limit: PropertyFile.maximumBytes)
        } catch LimitedFile.Failure.tooLarge(let bytes) {
            throw PropertyError(.file, "\(url.path) has \(bytes) bytes; at most \(PropertyFile.maximumBytes) are read")
        } catch LimitedFile.Failure.notRegular {
            throw PropertyError(.file, "\(url.path) is not a regular file")
        } catch {
            let isThere = FileManager.default.fileExists(atPath: url.path)
            throw PropertyError(
                .file,
                "\(url.path) cannot be read: \(isThere ? error.localizedDescription : "it is not there")"
            )
        }
    }
}
