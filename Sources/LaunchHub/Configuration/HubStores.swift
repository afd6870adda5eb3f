// SPDX-License-Identifier: Apache-2.0

package import Foundation
package import HubServices

/// The stores in which extensions of a hub keep small values across launches, one for each extension.
///
/// They lie beside what the hub itself keeps: in one folder, or in memory where the hub keeps nothing.
package final class HubStores: Sendable {
    private let folder: URL?
    private let stores = Locked<[String: any KeyValueStore]>([:])

    /// Makes stores.
    ///
    /// - Parameter folder: The folder, made when something is first set; nil keeps values in memory, as long as this object.
    package init(folder: URL? = nil) {
        self.folder = folder
    }

    /// Returns the store of an extension, the same one for the same name.
    ///
    /// - Parameter name: The name of the file, without its extension; not one of the hub's or the SDK's own files.
    /// - Returns: A store; nothing is read or written before it is used.
    package func store(named name: String) -> any KeyValueStore {
        stores.withLock { stores in
            if let store = stores[name] { return store }
            let store: any KeyValueStore =
                if let folder {
                    FileKeyValueStore(file: folder.appending(path: "\(name).json", directoryHint: .notDirectory))
                } else {
                    InMemoryKeyValueStore()
                }
            stores[name] = store
            return store
        }
    }
}
