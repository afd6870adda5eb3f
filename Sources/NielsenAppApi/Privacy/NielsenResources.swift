// SPDX-License-Identifier: Apache-2.0

import Foundation
package import HubServices

/// The resource files of the SDK.
///
/// They are in a folder beside the program. A program that was copied without it still works, and requests for a file
/// throw an error.
package enum NielsenResources {
    /// The folder of resources; nil if the program was copied without it.
    package static let folder: URL? = candidates.first { FileManager.default.fileExists(atPath: $0.path) }

    /// The possible locations of the folder: in an app, in a framework, beside a tool, and beside a test.
    static var candidates: [URL] {
        var places: [URL] = []
        for bundle in [Bundle.main, Bundle(for: Anchor.self)] {
            if let resources = bundle.resourceURL { places.append(resources) }
            places.append(bundle.bundleURL)
            places.append(bundle.bundleURL.deletingLastPathComponent())
        }
        let names = ["launch-hub_NielsenAppApi.bundle", "launch-hub_NielsenAppApi.resources"]
        return places.flatMap { place in
            names.flatMap { name in
                let folder = place.appendingPathComponent(name, isDirectory: true)
                // Bundles of macOS have their resources in a subfolder.
                return [folder.appendingPathComponent("Contents/Resources", isDirectory: true), folder]
            }
        }
    }

    /// Returns the privacy manifest of a flavor, as a file that an app can include.
    ///
    /// - Parameter flavor: The flavor.
    /// - Returns: The contents of a `PrivacyInfo.xcprivacy` file.
    /// - Throws: `StorageError` if the resource is missing.
    package static func privacyManifest(of flavor: NielsenFlavor) throws(StorageError) -> Data {
        try data("PrivacyManifests/\(flavor.rawValue).xcprivacy")
    }

    /// Returns the privacy manifest of the SDK itself.
    ///
    /// - Throws: `StorageError` if the resource is missing.
    package static func privacyManifest() throws(StorageError) -> Data {
        try data("PrivacyInfo.xcprivacy")
    }

    private static func data(_ path: String) throws(StorageError) -> Data {
        guard let folder else {
            throw StorageError(.read, path: path, detail: "the folder of resources is not beside the program")
        }
        let file = folder.appendingPathComponent(path)
        do {
            return try Data(contentsOf: file)
        } catch {
            throw StorageError(.read, path: file.path, detail: String(describing: error))
        }
    }

    private final class Anchor {}
}
