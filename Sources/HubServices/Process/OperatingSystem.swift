// SPDX-License-Identifier: Apache-2.0

/// The operating system that this was built for.
package enum OperatingSystem {
    /// Its name, such as `tvOS`.
    package static var name: String {
        #if os(iOS)
            "iOS"
        #elseif os(tvOS)
            "tvOS"
        #elseif os(macOS)
            "macOS"
        #else
            "Linux"
        #endif
    }
}
