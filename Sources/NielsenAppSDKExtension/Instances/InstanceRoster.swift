// SPDX-License-Identifier: Apache-2.0

import HubServices

/// The instances as rules and other extensions may read them, in the order in which they were made.
///
/// Nothing in it says anything about a person.
struct InstanceRoster: Sendable, Hashable {
    private struct Entry: Sendable, Hashable {
        let identifier: String
        let appId: String?
    }

    private var entries: [Entry] = []

    mutating func add(_ identifier: String, appId: String?) {
        entries.append(Entry(identifier: identifier, appId: appId))
    }

    mutating func remove(_ identifier: String) {
        entries.removeAll { $0.identifier == identifier }
    }

    /// Returns the identifier at a path of the published state, such as `instances.0` or `apps.P1234`.
    ///
    /// An event that names an instance so finds it also where the instance is made between the two: a rule replaces tokens
    /// before the extension has handled the event in front of it.
    func identifier(at path: String) -> String? {
        if path.hasPrefix("instances.") {
            guard let place = Int(path.dropFirst("instances.".count)), entries.indices.contains(place) else {
                return nil
            }
            return entries[place].identifier
        }
        guard path.hasPrefix("apps.") else { return nil }
        let appId = path.dropFirst("apps.".count)
        return entries.first { $0.appId.map { $0 == appId } ?? false }?.identifier
    }

    /// The state that is published: `instances`, `apps` with the oldest instance of each app id, and `version`.
    var values: JSONObject {
        var apps = JSONObject()
        for entry in entries {
            if let appId = entry.appId, apps[appId] == nil { apps[appId] = .string(entry.identifier) }
        }
        return [
            "instances": .array(entries.map { .string($0.identifier) }),
            "apps": .object(apps),
            "version": .string(NielsenInstanceService.extensionVersion),
        ]
    }
}
