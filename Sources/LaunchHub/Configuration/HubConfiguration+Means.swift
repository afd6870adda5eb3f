// SPDX-License-Identifier: Apache-2.0

package import Foundation
package import HubServices

/// The means of a hub that parts beside its core use too.
extension HubConfiguration {
    /// The folder in which the hub keeps what outlives the process; nil if it keeps nothing.
    package var folder: URL? { options.folder }

    /// Returns the client in use for requests to servers, or a new one of the same kind.
    package func makeClient() -> any HTTPClient {
        state.withLock { $0.client } ?? options.client()
    }
}
