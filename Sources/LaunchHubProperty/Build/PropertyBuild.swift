// SPDX-License-Identifier: Apache-2.0

package import Foundation
package import HubServices

/// The configuration of an environment as it is published, with the origin of each value.
package struct PropertyBuild: Sendable, Hashable {
    /// Where a value of a build comes from.
    package struct Origin: Sendable, Hashable, CustomStringConvertible {
        /// The resource and its revision.
        package let item: LibraryItem
        /// Where the value was set; nil for rules.
        package let scope: SettingScope?

        /// The origin in words, such as `nielsen revision 2, ios@staging`.
        package var description: String { "\(item)" + (scope.map { ", \($0)" } ?? "") }
    }

    /// A value of a build.
    package struct Value: Sendable, Hashable {
        /// The key, with the members that lead to the value, such as `nielsen.ios/appid`.
        package let path: [String]
        package let value: JSONValue
        package let origin: Origin
    }

    /// The most bytes of a configuration that a hub reads.
    package static let maximumBytes = 1 << 20

    /// The record of the build.
    package let record: BuildRecord
    /// The name of the environment.
    package let environment: String
    /// The bytes of the published file.
    package let data: Data
    /// The values in the order of their keys.
    package let values: [Value]
    /// What is published although it is probably not meant.
    package let remarks: [String]

    /// The keys that say which build it is; two builds that differ in nothing else are the same configuration.
    package static let ownKeys: Set = ["build.environment", "build.revision", "build.library"]
}

extension BuildRecord {
    /// Makes the record of published bytes.
    ///
    /// - Throws: ``PropertyError`` where the system has no SHA-256.
    init(_ number: Int, of library: PropertyLibrary, publishing data: Data) throws(PropertyError) {
        guard let digest = Self.digest(of: data) else {
            throw PropertyError(.file, "the system has no SHA-256, which tells builds apart")
        }
        self.init(number: number, library: library.name, items: library.items, digest: digest, size: data.count)
    }

    /// Returns the SHA-256 of bytes as hexadecimal digits; nil if the system forbids the function.
    static func digest(of data: Data) -> String? {
        HashAlgorithm.sha256.hash(data).map { Hexadecimal.text(of: $0) }
    }
}
