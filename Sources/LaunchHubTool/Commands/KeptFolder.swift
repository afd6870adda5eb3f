// SPDX-License-Identifier: Apache-2.0

import Foundation
import HubServices
import HubStorage
import LaunchHub
import LaunchHubCertification
import NielsenAppApi

/// The folder in which an app keeps its data, and the ways to reset it.
struct KeptFolder {
    /// A kind of what is kept; the choices come first.
    enum Group: String, CaseIterable {
        case consent, identity, lifecycle, configuration, pings, signals, history, damaged, other
    }

    /// One thing that is kept.
    struct Entry: Equatable {
        let group: Group
        let name: String
        let value: String
        let file: String
        /// Whether it is not what was written there.
        var isDamaged = false

        var json: JSONObject {
            [
                "kind": "kept", "group": .string(group.rawValue), "name": .string(name), "value": .string(value),
                "file": .string(file), "damaged": .bool(isDamaged),
            ]
        }
    }

    private static let hubFile = KeptName.hub.rawValue
    private static let sdkFile = KeptName.nielsen.rawValue
    private static let visitorFile = KeptName.identity.rawValue
    private static let sessionsFile = KeptName.lifecycle.rawValue
    private static let cacheFolders = KeptName.allCases.filter(\.isFolder).map(\.rawValue)

    let url: URL
    /// The names of the files in the folder.
    private let names: [String]

    /// Opens an app's folder.
    ///
    /// - Parameter url: The folder.
    /// - Throws: `FileFailure` where it cannot be looked into: what is not seen is not forgotten either.
    init(url: URL) throws(FileFailure) {
        self.url = url
        names = try FileManager.default.names(in: url.path)
    }

    private func file(_ name: String) -> URL { url.appending(path: name, directoryHint: .notDirectory) }

    // MARK: - Showing

    /// All entries.
    ///
    /// Nothing is changed, and nothing is repaired.
    var entries: [Entry] {
        consent + identity + lifecycle + configuration + queue(.pings, of: .pings) + queue(.signals, of: .signals)
            + files(.history, historyNames) + files(.damaged, damagedNames) + files(.other, otherNames)
    }

    private var hub: FileKeyValueStore {
        FileKeyValueStore(file: file(Self.hubFile), doubledKeys: [ConfigurationMemory.programmaticKey])
    }

    private var sdk: FileKeyValueStore {
        FileKeyValueStore(file: file(Self.sdkFile), doubledKeys: [NielsenKeptKeys.optOut])
    }

    private var consent: [Entry] {
        let privacy = entry(.consent, HubConfiguration.privacyKey, Self.hubFile) {
            let values = try hub.value(forKey: ConfigurationMemory.programmaticKey)
            return values?[HubConfiguration.privacyKey]?.stringValue ?? "not chosen"
        }
        let optOut = entry(.consent, NielsenKeptKeys.optOut, Self.sdkFile) {
            guard let value = try sdk.value(forKey: NielsenKeptKeys.optOut) else { return "not chosen" }
            guard let choice = value.boolValue else {
                throw StorageError(.read, .damaged, path: Self.sdkFile, detail: "it is \(value.kindDescription)")
            }
            return choice ? "opted out" : "opted in"
        }
        return [privacy, optOut]
    }

    private var identity: [Entry] {
        NielsenKeptKeys.identifiers.map { key in
            entry(.identity, key, Self.sdkFile) {
                let value = try sdk.value(forKey: key)
                return value?.stringValue ?? value?["id"]?.stringValue ?? "none"
            }
        } + visitor
    }

    /// What the extension for visitors keeps; empty if the app does not use it.
    private var visitor: [Entry] {
        guard names.contains(Self.visitorFile) else { return [] }
        let store = FileKeyValueStore(file: file(Self.visitorFile))
        return [
            entry(.identity, "experience cloud id", Self.visitorFile) {
                try store.value(forKey: "identity")?["mid"]?.stringValue ?? "none"
            },
            entry(.identity, "synchronised identifiers", Self.visitorFile) {
                "\(try store.value(forKey: "identity")?["visitoridslist"]?.arrayValue?.count ?? 0)"
            },
        ]
    }

    /// What the extension for sessions keeps; empty if the app does not use it.
    private var lifecycle: [Entry] {
        guard names.contains(Self.sessionsFile) else { return [] }
        let store = FileKeyValueStore(file: file(Self.sessionsFile))
        return [
            entry(.lifecycle, "launches", Self.sessionsFile) {
                "\(try store.value(forKey: "lifecycle")?["launches"]?.intValue ?? 0)"
            }
        ]
    }

    private var configuration: [Entry] {
        let appID = entry(.configuration, "app id", Self.hubFile) {
            try hub.value(forKey: ConfigurationMemory.appIDKey)?.stringValue ?? "none"
        }
        let set = (try? hub.value(forKey: ConfigurationMemory.programmaticKey)?.objectValue) ?? JSONObject()
        let values = set.filter { $0.key != HubConfiguration.privacyKey }.map { member in
            Entry(group: .configuration, name: member.key, value: member.value.jsonText, file: Self.hubFile)
        }
        return [appID] + values
            + cachedFiles.map { file in
                Entry(group: .configuration, name: "cached configuration", value: size(of: file), file: file)
            }
    }

    /// The numbers of requests that wait in the files of a queue; empty if there is no file.
    func queue(_ group: Group, of kept: KeptName) -> [Entry] {
        databases(of: kept).flatMap { database in
            [
                ("waiting", "SELECT count(*) FROM hit" as StaticString),
                ("set aside", "SELECT count(*) FROM set_aside"),
            ]
            .map { name, query in
                entry(group, name, database) {
                    let path = file(database).path
                    return try SQLiteConnection.reading(path, busyTimeout: .seconds(1)) {
                        connection throws(SQLiteError) in
                        "\(try connection.prepare(query).first { $0.int64(0) } ?? 0)"
                    }
                }
            }
        }
    }

    private func databases(of kept: KeptName) -> [String] {
        names.filter { kept.covers($0) && $0.hasSuffix(".sqlite") }
    }

    /// The files of event histories, whose names the app chooses, and what SQLite puts beside them.
    private var historyNames: [String] {
        let found = strangeNames.filter { HistoryTable.isHistory(file($0).path) }
        return strangeNames.filter { name in found.contains { name == $0 || name.hasPrefix($0 + "-") } }
    }

    /// Files of others, and the file whose bytes running processes have locked.
    private var otherNames: [String] {
        let history = Set(historyNames)
        return strangeNames.filter { !history.contains($0) }
    }

    private var strangeNames: [String] {
        let damaged = Set(damagedNames)
        return names.filter { name in
            !damaged.contains(name) && !KeptName.allCases.contains { $0 != .owners && $0.covers(name) }
        }
    }

    private func files(_ group: Group, _ names: [String]) -> [Entry] {
        names.map { Entry(group: group, name: "file", value: size(of: $0), file: $0) }
    }

    /// Whether a name is that of a file that was set aside because it was damaged.
    static func isDamaged(_ name: String) -> Bool { name.hasSuffix(".damaged") || name.contains(".damaged-") }

    private var damagedNames: [String] { names.filter(Self.isDamaged) }

    private func entry(_ group: Group, _ name: String, _ file: String, _ read: () throws -> String) -> Entry {
        do {
            return Entry(group: group, name: name, value: try read(), file: file)
        } catch {
            return Entry(group: group, name: name, value: "unknown: \(error)", file: file, isDamaged: true)
        }
    }

    private var cachedFiles: [String] {
        Self.cacheFolders.flatMap { folder in
            ((try? FileManager.default.names(in: file(folder).path)) ?? []).map { "\(folder)/\($0)" }
        }
    }

    private func size(of name: String) -> String {
        let attributes = try? FileManager.default.attributesOfItem(atPath: file(name).path)
        let count = attributes?[.size] as? Int ?? 0
        return CheckText.counted(count, "byte")
    }

    // MARK: - Forgetting

    /// Forgets what is kept.
    ///
    /// - Parameter groups: What to forget.
    /// - Throws: `FileFailure` where something cannot be removed, `StorageError` where it cannot be written.
    func reset(_ groups: Set<Group>) throws {
        for (group, kept) in [(Group.pings, KeptName.pings), (.signals, .signals)] where groups.contains(group) {
            try remove(names.filter(kept.covers))
        }
        if groups.contains(.history) { try remove(historyNames) }
        if groups.contains(.configuration) {
            try remove(Self.cacheFolders)
            try change(hub, Self.hubFile) { members in
                let choice = members[ConfigurationMemory.programmaticKey]?[HubConfiguration.privacyKey]
                members = JSONObject()
                if let choice { members[ConfigurationMemory.programmaticKey] = [HubConfiguration.privacyKey: choice] }
            }
        }
        if groups.contains(.identity) {
            try change(sdk, Self.sdkFile) { members in
                for key in NielsenKeptKeys.identifiers { members[key] = JSONValue?.none }
            }
            try remove([Self.visitorFile])
        }
        if groups.contains(.lifecycle) { try remove([Self.sessionsFile]) }
        if groups.contains(.consent) {
            try change(hub, Self.hubFile) { members in
                guard var values = members[ConfigurationMemory.programmaticKey]?.objectValue else { return }
                values[HubConfiguration.privacyKey] = JSONValue?.none
                members[ConfigurationMemory.programmaticKey] = values.isEmpty ? JSONValue?.none : .object(values)
            }
            try change(sdk, Self.sdkFile) { $0[NielsenKeptKeys.optOut] = JSONValue?.none }
            try forgetLost(ConfigurationMemory.programmaticKey, of: hub)
            try forgetLost(NielsenKeptKeys.optOut, of: sdk)
        }
        if groups.contains(.damaged) { try remove(damagedNames) }
    }

    private func change(_ store: FileKeyValueStore, _ name: String, _ change: (inout JSONObject) -> Void) throws {
        guard FileManager.default.fileExists(atPath: file(name).path) else { return }
        let keys =
            [ConfigurationMemory.programmaticKey, ConfigurationMemory.appIDKey, NielsenKeptKeys.optOut]
            + NielsenKeptKeys.identifiers
        try store.update(keys, change)
    }

    /// Turns a choice that was lost into one that was never made.
    private func forgetLost(_ key: String, of store: FileKeyValueStore) throws(StorageError) {
        do {
            _ = try store.value(forKey: key)
        } catch {
            guard error.reason == .damaged else { throw error }
            try store.set(nil, forKey: key)
        }
    }

    private func remove(_ names: [String]) throws(FileFailure) {
        for name in names where FileManager.default.fileExists(atPath: file(name).path) {
            do {
                try FileManager.default.removeItem(at: file(name))
            } catch {
                throw FileFailure("remove", file(name).path, error)
            }
        }
    }
}
