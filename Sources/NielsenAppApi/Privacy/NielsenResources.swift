// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// The files that come with the SDK.
///
/// They lie in a folder beside the program. A program that was copied without it works all the same, and whoever asks
/// for a file hears that it is not there.
public enum NielsenResources {
    /// The folder; nil where the program was copied without it.
    public static let folder: URL? = candidates.first { FileManager.default.fileExists(atPath: $0.path) }

    /// Where the folder may be: in an app, in a framework, beside a tool, and beside a test.
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
                // Bundles of macOS have their resources further inside.
                return [folder.appendingPathComponent("Contents/Resources", isDirectory: true), folder]
            }
        }
    }

    /// Returns the privacy manifest of a flavor, as a file that an app can include.
    ///
    /// - Parameter flavor: The flavor.
    /// - Returns: The contents of a `PrivacyInfo.xcprivacy` file.
    /// - Throws: ``NielsenResourceError`` if the resource is missing.
    public static func privacyManifest(of flavor: NielsenFlavor) throws(NielsenResourceError) -> Data {
        try data("PrivacyManifests/\(flavor.rawValue).xcprivacy")
    }

    /// The privacy manifest that is in force for the SDK itself.
    ///
    /// - Throws: ``NielsenResourceError``.
    public static func privacyManifest() throws(NielsenResourceError) -> Data {
        try data("PrivacyInfo.xcprivacy")
    }

    private static func data(_ path: String) throws(NielsenResourceError) -> Data {
        guard let folder else {
            throw NielsenResourceError(path, "the folder of resources is not beside the program")
        }
        let file = folder.appendingPathComponent(path)
        do {
            return try Data(contentsOf: file)
        } catch {
            throw NielsenResourceError(file.path, String(describing: error))
        }
    }

    private final class Anchor {}
}

/// Why a file that comes with the SDK cannot be used.
public struct NielsenResourceError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The file.
    public let path: String
    /// What is wrong with it.
    public let detail: String

    init(_ path: String, _ detail: String) {
        self.path = path
        self.detail = detail
    }

    /// The file and what is wrong with it.
    public var description: String { "\(path): \(detail)" }
}
