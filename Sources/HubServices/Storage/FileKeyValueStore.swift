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
/// that is in neither file any more, nor in a third place that an app's settings may be, is not known: reading it throws
/// until it is set. Where a doubled key's new value
/// cannot be written, as on a full disk or while a suspended process holds the lock, the old one is marked in its place,
/// through a descriptor that was opened before: no store knows the value then, and none takes the old one for it.
/// ``PendingKeyValueStore`` writes the new one later.
package final class FileKeyValueStore: KeyValueStore {
    private struct State {
        /// The content of the file; nil until it is first needed.
        var content: KeptContent?
        /// The file that this was read from; nil where there was none.
        var reading: DurableFile.Reading?
        var damage: StorageError?
        /// Whether the file in place is a damaged one, which the next change sets aside.
        var mustSetAside = false
        /// Whether the file in place has the mark of a choice that could not be written.
        var isDoubtful = false
        /// The copy, kept open so that it can be marked.
        var copy: DurableFile.Reading?
    }

    private let file: URL
    private let path: String
    private let doubledKeys: Set<String>
    private let copyPath: String
    private let choiceCopy: ChoiceCopy?
    private let disk: any DurableDisk
    private let state = Locked(State())

    /// Makes the threads of this process wait for each other here and not at the lock of the folder, where one of them would
    /// be taken for a suspended process.
    ///
    /// It is taken before the state. The value is the folders that were held by another process when they were last needed:
    /// the next caller does not wait for it again.
    private static let turn = Locked<Set<String>>([])

    /// Makes a store.
    ///
    /// - Parameters:
    ///   - file: The file; it and its folder are made when something is first set.
    ///   - doubledKeys: The keys whose values must not be lost with the file, such as a user's choices.
    ///   - choiceCopy: A place that stays where the folder goes; nil for none.
    ///   - disk: The disk.
    package init(
        file: URL,
        doubledKeys: Set<String> = [],
        choiceCopy: ChoiceCopy? = nil,
        disk: any DurableDisk = SystemDisk()
    ) {
        self.choiceCopy = choiceCopy
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
        try change([key]) { content in
            content.values[key] = value
            content.lost.remove(key)
        }
    }

    /// Changes several values in one step: nothing else is written between reading and writing.
    package func update(_ keys: [String], _ change: (inout JSONObject) -> Void) throws(StorageError) {
        try self.change(keys) { content in
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

    private func change(_ keys: [String], _ body: (inout KeptContent) -> Void) throws(StorageError) {
        try Self.turn.withLock { busy throws(StorageError) in
            try state.withLock { state throws(StorageError) in
                // Until it is known better: what fails may fail before anything is read.
                var isChoice = !doubledKeys.isDisjoint(with: keys)
                do throws(StorageError) {
                    try change(&state, &busy, &isChoice, body)
                } catch {
                    guard isChoice, error.reason != .laterVersion, error.reason != .tooLarge else { throw error }
                    guard !doubt(&state) else { throw error }
                    let old = "the choice before it could not be marked either and may hold at the next launch"
                    let detail = "\(error.detail); \(old)"
                    throw StorageError(error.operation, error.reason, path: error.path, detail: detail)
                }
            }
        }
    }

    private func change(
        _ state: inout State,
        _ busy: inout Set<String>,
        _ isChoice: inout Bool,
        _ body: (inout KeptContent) -> Void
    ) throws(StorageError) {
        let folder = file.deletingLastPathComponent()
        try DurableFile.makeFolder(folder)
        // Nothing else may be written between reading and writing.
        let lock = busy.contains(folder.path) ? FolderLock(folder, milliseconds: 0) : FolderLock(folder)
        defer { lock.release() }
        guard !lock.isTaken else {
            busy.insert(folder.path)
            throw StorageError(.write, .busy, path: path, detail: "another process holds the folder")
        }
        busy.remove(folder.path)
        try bringUpToDate(&state)
        openCopy(&state)
        let before = state.content ?? KeptContent()
        var after = before
        body(&after)
        isChoice = doubled(after) != doubled(before)
        // A file that was removed comes back whole, and a damaged one is replaced.
        guard after != before || state.mustSetAside || state.reading == nil || !DurableFile.exists(path) else { return }
        try write(after, isChoice, &state)
    }

    private func write(_ after: KeptContent, _ isChoice: Bool, _ state: inout State) throws(StorageError) {
        let data = after.data
        guard data.count <= DurableFile.maximumBytes else {
            let detail = "it would have \(data.count) bytes, more than \(DurableFile.maximumBytes)"
            throw StorageError(.write, .tooLarge, path: path, detail: detail)
        }
        if state.mustSetAside { setAside() }
        // The copy first: where the other one fails or is never reached, what is read is still the file itself.
        if !doubledKeys.isEmpty, isChoice || state.isDoubtful || !DurableFile.exists(copyPath) {
            try DurableFile.replace(copyPath, with: doubled(after).data, on: disk, after: state.copy)
            state.copy = try? DurableFile.read(copyPath)
        }
        try DurableFile.replace(path, with: data, on: disk, after: state.reading)
        state.content = after
        state.mustSetAside = false
        if state.isDoubtful { state.damage = nil }
        state.isDoubtful = false
        state.reading = try? DurableFile.read(path)
        keepChoices(of: after)
    }

    /// Marks the stored file as doubtful, so that no reader takes an old choice for the one that could not be written.
    ///
    /// - Returns: Whether the file that is read is marked.
    private func doubt(_ state: inout State) -> Bool {
        if state.isDoubtful, state.reading?.isCurrent(at: path) == true { return true }
        let isMarked = DurableFile.mark(path, state.reading, KeptContent.doubt, on: disk)
        _ = DurableFile.mark(copyPath, state.copy, KeptContent.doubt, on: disk)
        choiceCopy?.write(KeptContent(lost: doubledKeys).data)
        // The time of a mark may be that of the file.
        if isMarked { state.reading = nil }
        return isMarked
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
        openCopy(&state)
        state.mustSetAside = false
        state.isDoubtful = false
        if let reading {
            do throws(KeptContent.Fault) {
                var content = try KeptContent(reading.data)
                if content.isDoubtful {
                    state.isDoubtful = true
                    content.lose(doubledKeys)
                    let detail = "a choice could not be written, so that what was chosen is not known"
                    state.damage = StorageError(.read, .damaged, path: path, detail: detail)
                }
                state.content = content
                keepChoices(of: content)
            } catch {
                let found = error.error(path)
                guard found.reason == .damaged else { throw found }
                state.damage = found
                state.mustSetAside = true
                state.content = try recovered() ?? keptChoices() ?? KeptContent(lost: doubledKeys)
            }
        } else {
            state.content = try recovered() ?? keptChoices() ?? KeptContent()
        }
        state.reading = reading
    }

    /// Opens the copy while that is possible, so that it can be marked later.
    private func openCopy(_ state: inout State) {
        guard !doubledKeys.isEmpty, state.copy?.isCurrent(at: copyPath) != true else { return }
        state.copy = try? DurableFile.read(copyPath)
    }

    /// Keeps the choices where they stay without the folder.
    private func keepChoices(of content: KeptContent) {
        guard let choiceCopy else { return }
        let doubled = doubled(content)
        let data = KeptContent(values: choiceCopy.choices(doubled.values), lost: doubled.lost).data
        if choiceCopy.read() != data { choiceCopy.write(data) }
    }

    /// Returns the choices that stayed where the folder is gone, or nil.
    private func keptChoices() -> KeptContent? {
        choiceCopy?.read().flatMap { try? KeptContent($0) }
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

    private func lostError(_ key: String) -> StorageError {
        StorageError(.read, .damaged, path: path, detail: "the value of \(key) was lost; it is unknown until it is set")
    }
}
