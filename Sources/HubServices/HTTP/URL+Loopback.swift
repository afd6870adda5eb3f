// SPDX-License-Identifier: Apache-2.0

package import Foundation

extension URL {
    /// Whether the address leads to this machine, by its text alone: `localhost`, `127.0.0.0/8` or `::1`.
    package var isLoopback: Bool { host.map(EndpointPolicy.isThisMachine(host:)) ?? false }
}
