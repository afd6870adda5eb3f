// SPDX-License-Identifier: Apache-2.0

package import Foundation

/// A store in one file, replaced as a whole at each change so that a crash leaves the old or the new one.
///
/// Any number of stores, in this process and in others, may be on one file: each sees what the others set, and a change
/// of one takes back no change of another, because what is changed is read and written under a lock on the folder. A
/// change is on the disk when the call that makes it returns.
///
/// A damaged file is set aside under the name with `.damaged` behind it when something is next set, and ``damage`` says
/// so. Its values are gone, except those of the doubled keys, which are kept in a second file as well. A doubled key
/// that is in neither file any more is not known: reading it throws until it is set. Where a doubled key's new value
/// cannot be written, as on a full disk, the old one is marked in its place: stores that are made later do not know the
/// value either, and never take the old one for it.
package final class FileKeyValueStore: KeyValueStore {
    private struct State {
        /// The content of the file; nil until it is first needed.
        var content: KeptContent?
        /// The file that this was read from; nil where there was none.
        var reading: DurableFile.Reading?
        var damage: StorageError?
        /// Whether the file in place is a damaged one, which the next change sets aside.
        var mustSetAside = false
        /// Whether this store could not write a doubled key and has marked the files.
        var isDoubtful = false
    }

    private let file: URL
    private let path: String
    private let doubledKeys: Set<String>
    private let copyPath: String
    private let disk: any DurableDisk
    private let state = Locked(State())

    /// The longest time that another process may hold the folder, in seconds.
    private static let patience = 10

    /// Makes a store.
    ///
    /// - Parameters:
    ///   - file: The file; it and its folder are made when something is first set.
    ///   - doubledKeys: The keys whose values must not be lost with the file, such as a user's choices.
    package convenience init(file: URL, doubledKeys: Set<String> = []) {
        self.init(file: file, doubledKeys: doubledKeys, disk: SystemDisk())
    }

    package init(file: URL, doubledKeys: Set<String>, disk: any DurableDisk) {
        self.file = file
        path = file.path
        self.doubledKeys = doubledKeys
        copyPath = Self.copy(of: file).path
        self.disk = disk
    }

    /// Returns the file with the second copy of the doubled keys: `hub.copy.json` for `hub.json`.
    ///
    /// - Parameter file: The file of a store.
    /// - Returns: A file in the same folder; it need not exist.
    package static func copy(of file: URL) -> URL {
        file.deletingPathExtension().appendingPathExtension("copy").appendingPathExtension(file.pathExtension)
    }

    /// The damage to the file that was found since it was opened.
    package var damage: StorageError? { state.withLock { $0.damage } }

    /// Reads a value.
    package func value(forKey key: String) throws(StorageError) -> JSONValue? {
        try state.withLock { state throws(StorageError) in
            try bringUpToDate(&state)
            if let value = state.content?.values[key] { return value }
            guard state.content?.lost.contains(key) != true else { throw lostError(key) }
            return nil
        }
    }

    /// Sets a value, or removes it.
    package func set(_ value: JSONValue?, forKey key: String) throws(StorageError) {
        try change { content in
            content.values[key] = value
            content.lost.remove(key)
        }
    }

    /// Changes several values in one step: nothing else is written between reading and writing.
    package func update(_ keys: [String], _ change: (inout JSONObject) -> Void) throws(StorageError) {
        try self.change { content in
            var members = JSONObject()
            for key in keys { members[key] = content.values[key] }
            let before = members
            change(&members)
            for key in keys where members[key] != before[key] {
                content.values[key] = members[key]
                content.lost.remove(key)
            }
        }
    }

    /// The values of all keys, in the order of the file.
    ///
    /// - Throws: ``StorageError`` where the file cannot be read.
    package func contents() throws(StorageError) -> JSONObject {
        try state.withLock { state throws(StorageError) in
            try bringUpToDate(&state)
            return state.content?.values ?? JSONObject()
        }
    }

    // MARK: - Writing

    private func change(_ body: (inout KeptContent) -> Void) throws(StorageError) {
        try state.withLock { state throws(StorageError) in
            let folder = file.deletingLastPathComponent()
            try DurableFile.makeFolder(folder)
            // Nothing else may be written between reading and writing.
            let lock = FolderLock(folder, seconds: Self.patience)
            defer { lock.release() }
            guard !lock.isTaken else {
                let detail = "another process holds the folder for more than \(Self.patience) seconds"
                throw StorageError(.write, .busy, path: path, detail: detail)
            }
            try bringUpToDate(&state)
            let before = state.content ?? KeptContent()
            var after = before
            body(&after)
            // A file that was removed comes back whole, and a damaged one is replaced.
            guard after != before || state.mustSetAside || state.reading == nil || !DurableFile.exists(path) else {
                return
            }
            try write(after, over: before, &state)
        }
    }

    private func write(_ after: KeptContent, over before: KeptContent, _ state: inout State) throws(StorageError) {
        let isChoice = !doubledKeys.isEmpty && doubled(after) != doubled(before)
        var after = after
        // What is in doubt stays so until it is set.
        if state.isDoubtful, !isChoice { after.lose(doubledKeys) }
        if state.mustSetAside { setAside() }
        do throws(StorageError) {
            // The copy first: where the other one fails or is never reached, what is read is still the file itself.
            if !doubledKeys.isEmpty, isChoice || state.isDoubtful || !DurableFile.exists(copyPath) {
                try DurableFile.replace(copyPath, with: doubled(after).data, on: disk)
            }
            try DurableFile.replace(path, with: after.data, on: disk)
        } catch {
            if isChoice { doubt(&state) }
            throw error
        }
        state.content = after
        state.mustSetAside = false
        state.isDoubtful = false
        state.reading = try DurableFile.read(path)
    }

    /// Marks the stored file as doubtful, so that a later reader does not take an old choice for the one that could not
    /// be written.
    ///
    /// For this store what it has read holds on.
    private func doubt(_ state: inout State) {
        DurableFile.mark(path, KeptContent.doubt, on: disk)
        DurableFile.mark(copyPath, KeptContent.doubt, on: disk)
        state.isDoubtful = true
        if let reading = try? DurableFile.read(path) { state.reading = reading }
    }

    private func doubled(_ content: KeptContent) -> KeptContent {
        var values = JSONObject()
        for key in doubledKeys.sorted() { values[key] = content.values[key] }
        return KeptContent(values: values, lost: content.lost.intersection(doubledKeys))
    }

    private func setAside() {
        let aside = path + ".damaged"
        try? FileManager.default.removeItem(atPath: aside)
        // A second name and not a move: until the new file is there, no reader may find none and take that for a new
        // start.
        try? FileManager.default.linkItem(atPath: path, toPath: aside)
    }

    // MARK: - Reading

    private func bringUpToDate(_ state: inout State) throws(StorageError) {
        if state.content != nil {
            if let reading = state.reading, reading.isCurrent(at: path) { return }
            // What was removed while it was in use still holds.
            guard DurableFile.exists(path) else { return }
        }
        let reading = try DurableFile.read(path)
        state.mustSetAside = false
        if let reading {
            do throws(KeptContent.Fault) {
                var content = try KeptContent(reading.data)
                if content.isDoubtful {
                    content.lose(doubledKeys)
                    let detail = "a choice could not be written, so that what was chosen is not known"
                    state.damage = StorageError(.read, .damaged, path: path, detail: detail)
                }
                state.content = content
            } catch {
                let found = fault(error, path)
                guard found.reason == .damaged else { throw found }
                state.damage = found
                state.mustSetAside = true
                state.content = try recovered() ?? KeptContent(lost: doubledKeys)
            }
        } else {
            state.content = try recovered() ?? KeptContent()
        }
        state.reading = reading
    }

    /// Returns the content of the copy, or nil.
    private func recovered() throws(StorageError) -> KeptContent? {
        guard !doubledKeys.isEmpty, let reading = try DurableFile.read(copyPath) else { return nil }
        do throws(KeptContent.Fault) {
            var content = try KeptContent(reading.data)
            if content.isDoubtful { content.lose(doubledKeys) }
            return content
        } catch {
            return KeptContent(lost: doubledKeys)
        }
    }

    private func fault(_ fault: KeptContent.Fault, _ path: String) -> StorageError {
        switch fault {
        case .damaged(let detail):
            StorageError(.read, .damaged, path: path, detail: "it is damaged: \(detail)")
        case .laterVersion(let version):
            StorageError(
                .read,
                .laterVersion,
                path: path,
                detail: "a later version of the library wrote it (form \(version)); it is left as it is"
            )
        }
    }

    private func lostError(_ key: String) -> StorageError {
        StorageError(.read, .damaged, path: path, detail: "the value of \(key) was lost; it is unknown until it is set")
    }
}
