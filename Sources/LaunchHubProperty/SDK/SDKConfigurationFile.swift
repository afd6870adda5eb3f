// SPDX-License-Identifier: Apache-2.0

package import Foundation
import HubServices
import NielsenAppApi

/// An SDK configuration for one app id, made from the built-in one.
package enum SDKConfigurationFile {
    /// The server that every address of the built-in configuration names.
    private static let builtInServer = "http://127.0.0.1:8642"
    private static let builtInID = "P00000000-0000-0000-0000-000000000001"

    /// Returns the text of a configuration: that of the built-in one, line by line, with another app id and server.
    ///
    /// - Parameters:
    ///   - appID: The app id that was assigned to the app.
    ///   - collector: The server that pings are sent to; nil for this machine.
    /// - Returns: The text, which apps can read.
    /// - Throws: ``PropertyError`` of the code `value`.
    package static func text(for appID: String, collector: URL? = nil) throws(PropertyError) -> Data {
        let isPath = appID.allSatisfy { $0 == "-" || $0.isASCII && ($0.isLetter || $0.isNumber) }
        guard isPath, !appID.isEmpty, appID.utf8.count <= 64 else {
            throw PropertyError(
                .value,
                "\"\(appID.prefix(64))\" is not an app id; use the one that was assigned, P and a GUID"
            )
        }
        var text = String(decoding: NielsenConfiguration.builtInText, as: UTF8.self)
            .replacingOccurrences(of: builtInID, with: appID)
        if let collector {
            text = text.replacingOccurrences(of: builtInServer, with: try server(collector))
        }
        let data = Data(text.utf8)
        do throws(NielsenConfigurationError) {
            _ = try NielsenConfiguration(jsonData: data)
        } catch {
            throw PropertyError(.value, error.description)
        }
        return data
    }

    private static func server(_ collector: URL) throws(PropertyError) -> String {
        let text = collector.absoluteString
        let isPlain = text.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F && !"\"\\[]|<>{}".utf8.contains($0) }
        guard isPlain, collector.host?.isEmpty == false, collector.query == nil, collector.fragment == nil else {
            throw PropertyError(
                .value,
                "\"\(text)\" is not the address of a collector; use one such as https://collector.example"
            )
        }
        guard collector.user == nil, collector.password == nil else {
            throw PropertyError(
                .secret,
                "the address of the collector has a password, and everybody can read it; leave it out"
            )
        }
        return text.hasSuffix("/") ? String(text.dropLast()) : text
    }

    // MARK: - Files

    /// Makes the file of an app id.
    ///
    /// - Parameters:
    ///   - data: The text of the configuration.
    ///   - appID: The app id.
    ///   - root: The folder of published configurations.
    /// - Returns: The file.
    /// - Throws: ``PropertyError`` of the code `name` if there is one already, `file` if it cannot be made.
    package static func create(_ data: Data, for appID: String, in root: URL) throws(PropertyError) -> URL {
        let folder = root.appending(path: "sdk", directoryHint: .isDirectory)
        let file = folder.appending(path: appID + ".json", directoryHint: .notDirectory)
        do {
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        } catch {
            throw PropertyError(.file, "the folder \(folder.path) cannot be made: \(PropertyFolder.words(error))")
        }
        let lock = FolderLock(folder)
        defer { lock.release() }
        guard !lock.isTaken else {
            throw PropertyError(.busy, "another process is changing \(folder.path); try again when it has ended")
        }
        guard !FileManager.default.fileExists(atPath: file.path) else {
            throw PropertyError(.name, "\(file.path) is there already; change that, or remove it first")
        }
        try write(data, to: file)
        return file
    }

    /// Replaces a configuration as a whole.
    ///
    /// - Parameters:
    ///   - data: The text of the configuration.
    ///   - file: Where it is.
    /// - Throws: ``PropertyError`` of the code `file`.
    package static func write(_ data: Data, to file: URL) throws(PropertyError) {
        do throws(StorageError) {
            try DurableFile.replace(file.path, with: data, on: PublicDisk(base: SystemDisk()))
        } catch {
            throw PropertyError(.file, error.description)
        }
    }
}
