// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// A store in one JSON file, replaced as a whole at each change so that a crash leaves the old or the new one.
///
/// Any number of stores, in this process and in others, may be on one file: each sees what the others set, and a change
/// of one takes back no change of another. A file that is not JSON is set aside under the name with `.damaged` behind it,
/// and the store starts empty. A file that was removed while it was in use is written again with the next change.
public final class FileKeyValueStore: KeyValueStore {
    /// What the file held when it was read.
    private struct Content {
        var values: JSONObject
        var stamp: FileStamp?
    }

    private let file: URL
    private let path: String
    /// The file's content, nil until it was first needed.
    private let cache = Locked<Content?>(nil)

    /// Makes a store.
    ///
    /// - Parameter file: The file; it and its folder are made when something is first set.
    public init(file: URL) {
        self.file = file
        path = file.path
    }

    /// Reads a value.
    public func value(forKey key: String) throws(StorageError) -> JSONValue? {
        try cache.withLock { cache throws(StorageError) in
            let stamp = FileStamp(path)
            if let cache, stamp == nil || stamp == cache.stamp { return cache.values[key] }
            let values = try load(isAlone: false)
            // With the stamp of before: what was changed since is read the next time.
            cache = Content(values: values, stamp: stamp)
            return values[key]
        }
    }

    /// Sets a value, or removes it.
    public func set(_ value: JSONValue?, forKey key: String) throws(StorageError) {
        try cache.withLock { cache throws(StorageError) in
            let folder = file.deletingLastPathComponent()
            do {
                try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            } catch {
                throw StorageError(.write, path: path, detail: String(describing: error))
            }
            // Between reading and writing nobody else may write.
            let lock = FolderLock(folder)
            defer { lock.release() }
            var values = cache?.values ?? JSONObject()
            if FileStamp(path) != nil { values = try load(isAlone: true) }
            values[key] = value
            do {
                try JSONValue.object(values).jsonData().write(to: file, options: .atomic)
            } catch {
                throw StorageError(.write, path: path, detail: String(describing: error))
            }
            FileStamp.noteWrite()
            cache = Content(values: values, stamp: FileStamp(path))
        }
    }

    private func load(isAlone: Bool) throws(StorageError) -> JSONObject {
        do {
            return try read(isAlone: isAlone)
        } catch {
            throw StorageError(.read, path: path, detail: String(describing: error))
        }
    }

    private func read(isAlone: Bool) throws -> JSONObject {
        guard FileManager.default.fileExists(atPath: path) else { return JSONObject() }
        let data = try Data(contentsOf: file)
        do {
            return try JSONObject(jsonData: data)
        } catch {
            guard isAlone else {
                // Another store may be about to put a good file in its place, which must not be set aside.
                let lock = FolderLock(file.deletingLastPathComponent())
                defer { lock.release() }
                return try read(isAlone: true)
            }
            let aside = file.appendingPathExtension("damaged")
            try? FileManager.default.removeItem(at: aside)
            try FileManager.default.moveItem(at: file, to: aside)
            return JSONObject()
        }
    }
}
