// SPDX-License-Identifier: Apache-2.0

/// The name and the version of this package, for everything that states them.
package enum HubPackage {
    package static let name = "launch-hub"

    /// The version of the package and of every product in it.
    package static let version = "1.0.0"

    /// The `User-Agent` of requests that the package makes for itself.
    package static let userAgent = name + "/" + version
}
