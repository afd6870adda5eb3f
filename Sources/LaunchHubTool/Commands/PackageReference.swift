// SPDX-License-Identifier: Apache-2.0

import Foundation

/// Where a new package finds this one.
struct PackageReference: Sendable, Hashable {
    /// The name of this package, whatever the folder is called in which it lies.
    static let name = "launch-hub"
    /// The folder, as the manifest writes it.
    let path: String
    /// Whether there is such a folder, with this package in it.
    let isThere: Bool

    /// Finds this package.
    ///
    /// - Parameters:
    ///   - given: Its folder, absolute or as seen from the present one; nil to look for it above this program.
    ///   - folder: The folder of the new package.
    ///   - program: The path of this program.
    init(given: String?, from folder: URL, program: URL?) {
        let found = given.map { URL(fileURLWithPath: $0, isDirectory: true) } ?? program.flatMap(Self.above)
        guard let found else {
            path = "../\(Self.name)"
            isThere = Self.isPackage(folder.appending(path: path))
            return
        }
        let absolute = found.standardizedFileURL.resolvingSymlinksInPath()
        isThere = Self.isPackage(absolute)
        let isBeside =
            absolute.deletingLastPathComponent().path
            == folder.standardizedFileURL.deletingLastPathComponent().resolvingSymlinksInPath().path
        path = isBeside ? "../\(absolute.lastPathComponent)" : absolute.path
    }

    /// The package in which a program was built.
    private static func above(_ program: URL) -> URL? {
        var folder = program.resolvingSymlinksInPath().deletingLastPathComponent()
        while folder.path != "/" {
            if isPackage(folder) { return folder }
            folder.deleteLastPathComponent()
        }
        return nil
    }

    private static func isPackage(_ folder: URL) -> Bool {
        let manifest = try? String(contentsOf: folder.appending(path: "Package.swift"), encoding: .utf8)
        return manifest?.contains("name: \"\(name)\"") == true
    }
}
