// SPDX-License-Identifier: Apache-2.0

package import Foundation

/// Where the tests were built, and with them the programs that they start.
package enum BuildFolder {
    /// The folders that it can be: that of the bundle, and that of the program that runs the tests.
    package static let candidates: [URL] = {
        let bundles = Bundle.allBundles.filter { $0.bundlePath.hasSuffix(".xctest") }.map(\.bundleURL)
        let started = URL(fileURLWithPath: CommandLine.arguments[0])
        return (bundles + [started]).map { $0.deletingLastPathComponent() }
    }()

    /// A program of the package; nil where it was not built.
    package static func program(_ name: String) -> URL? {
        candidates.map { $0.appendingPathComponent(name) }
            .first { FileManager.default.isExecutableFile(atPath: $0.path) }
    }
}
