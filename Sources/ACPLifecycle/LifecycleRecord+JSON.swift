// SPDX-License-Identifier: Apache-2.0

import HubServices

extension LifecycleRecord {
    /// The form in which it is kept.
    var json: JSONValue {
        var members: JSONObject = [
            "install": .int(install.milliseconds), "lastUse": .int(lastUse.milliseconds), "launches": .int(launches),
            "launchesSinceUpgrade": .int(launchesSinceUpgrade), "context": .object(context),
        ]
        members["upgrade"] = upgrade.map { .int($0.milliseconds) }
        members["version"] = version.map(JSONValue.string)
        var last: JSONObject = [
            "start": .int(session.start.milliseconds), "app": .string(session.app), "system": .string(session.system),
        ]
        last["pause"] = session.pause.map { .int($0.milliseconds) }
        last["owner"] = session.owner.map { [.int($0.identifier), .int($0.started)] }
        members["session"] = .object(last)
        return .object(members)
    }

    /// Reads what was kept.
    ///
    /// - Parameter json: The kept value; nil, or one of another form, means that nothing is known.
    init?(_ json: JSONValue?) {
        guard let json, let install = LifecycleTime(milliseconds: json["install"]?.intValue),
            let lastUse = LifecycleTime(milliseconds: json["lastUse"]?.intValue),
            let launches = json["launches"]?.intValue, launches > 0,
            let last = json["session"], let start = LifecycleTime(milliseconds: last["start"]?.intValue)
        else { return nil }
        self.install = install
        self.lastUse = lastUse
        self.launches = launches
        upgrade = LifecycleTime(milliseconds: json["upgrade"]?.intValue)
        launchesSinceUpgrade = max(0, json["launchesSinceUpgrade"]?.intValue ?? 0)
        version = json["version"]?.stringValue
        let owner = last["owner"]?.arrayValue?.compactMap(\.intValue) ?? []
        session = Session(
            start: start,
            pause: LifecycleTime(milliseconds: last["pause"]?.intValue),
            owner: owner.count == 2 ? ProcessMark(identifier: owner[0], started: owner[1]) : nil,
            app: last["app"]?.stringValue ?? "",
            system: last["system"]?.stringValue ?? ""
        )
        context = json["context"]?.objectValue ?? [:]
    }
}
