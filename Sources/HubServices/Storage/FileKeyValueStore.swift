// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// A store in one JSON file, replaced as a whole at each change so that a crash leaves the old or the new one.
///
/// A file that is not JSON is set aside under the name with `.damaged` behind it, and the store starts empty.
public final class FileKeyValueStore: KeyValueStore {
    private let file: URL
    /// The file's content, nil until it was first needed.
    private let cache = Locked<JSONObject?>(nil)

    /// Makes a store.
    ///
    /// - Parameter file: The file; it and its folder are made when something is first set.
    public init(file: URL) {
        self.file = file
    }

    /// Reads a value.
    public func value(forKey key: String) throws(StorageError) -> JSONValue? {
        try cache.withLock { cache throws(StorageError) in
            try load(&cache)[key]
        }
    }

    /// Sets a value, or removes it.
    public func set(_ value: JSONValue?, forKey key: String) throws(StorageError) {
        try cache.withLock { cache throws(StorageError) in
            // Read anew: another process may have set something else since.
            var current: JSONObject?
            var values = try load(&current)
            values[key] = value
            do {
                try FileManager.default.createDirectory(
                    at: file.deletingLastPathComponent(),
                    withIntermediateDirectories: true
                )
                try JSONValue.object(values).jsonData().write(to: file, options: .atomic)
            } catch {
                throw StorageError(.write, path: file.path, detail: String(describing: error))
            }
            cache = values
        }
    }

    private func load(_ cache: inout JSONObject?) throws(StorageError) -> JSONObject {
        if let cache { return cache }
        let values: JSONObject
        do {
            values = try read()
        } catch {
            throw StorageError(.read, path: file.path, detail: String(describing: error))
        }
        cache = values
        return values
    }

    private func read() throws -> JSONObject {
        guard FileManager.default.fileExists(atPath: file.path) else { return JSONObject() }
        let data = try Data(contentsOf: file)
        do {
            return try JSONObject(jsonData: data)
        } catch {
            let aside = file.appendingPathExtension("damaged")
            try? FileManager.default.removeItem(at: aside)
            try FileManager.default.moveItem(at: file, to: aside)
            return JSONObject()
        }
    }
}
