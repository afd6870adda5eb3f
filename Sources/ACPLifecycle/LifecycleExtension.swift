// SPDX-License-Identifier: Apache-2.0

package import Foundation
import HubServices
package import LaunchHub
import LaunchRules

/// The extension behind ``ACPLifecycle``: it receives the app's starts and pauses and publishes what they mean.
///
/// Everything that it decides is in ``LifecycleRecord`` and ``LifecycleMetrics``.
package final class LifecycleExtension: ExtensionCallbacks {
    /// The documented name of the extension, and of its shared state.
    package static let name = "com.adobe.module.lifecycle"

    /// The address of what the app reports, and of the responses.
    package enum Address {
        package static let request: EventType = "com.adobe.eventType.generic.lifecycle"
        package static let response: EventType = "com.adobe.eventType.lifecycle"
    }

    private static let tag = "ACPLifecycle"
    private static let configuration = "com.adobe.module.configuration"
    private static let timeoutKey = "lifecycle.sessionTimeout"
    private static let usualTimeout: Double = 300

    private let runtime: ExtensionRuntime
    private let kept: KeptValue
    private let app: LifecycleApp
    private let folder: URL?
    /// What tells the app's other processes that this one runs; nil before its first session, and where nothing is kept.
    private let owner = Locked<FolderOwner?>(nil)
    private let calendar: Calendar
    /// Asks whether the property has published anything new, because a process may run for weeks.
    private let renew: @Sendable () -> Void
    /// Whether the app is in the foreground, as far as it has reported.
    private let isRunning = Locked(false)

    /// Registers the extension with a hub.
    ///
    /// - Parameters:
    ///   - hub: The hub.
    ///   - app: The app that the metrics name.
    ///   - timeZone: The time zone of the metrics that name days and hours.
    /// - Throws: `HubError` with the code `duplicateName` or `shutDown`.
    package static func register(
        with hub: EventHub,
        app: LifecycleApp = .current,
        timeZone: TimeZone = .autoupdatingCurrent
    ) throws(HubError) {
        let kept = KeptValue("lifecycle", in: hub.store(named: "lifecycle"), clock: hub.clock)
        let folder = hub.configuration.folder
        try hub.register(name: name, version: DocumentedCore.version) { runtime in
            LifecycleExtension(runtime, kept, app, timeZone, folder) { [weak hub] in
                guard let hub else { return }
                // The app's own client may be asked.
                hub.runAside("configuration") {
                    hub.configuration.renew()
                    hub.rules.download()
                }
            }
        }
    }

    private init(
        _ runtime: ExtensionRuntime,
        _ kept: KeptValue,
        _ app: LifecycleApp,
        _ timeZone: TimeZone,
        _ folder: URL?,
        renew: @escaping @Sendable () -> Void
    ) {
        self.folder = folder
        self.runtime = runtime
        self.renew = renew
        self.kept = kept
        self.app = app
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = timeZone
        self.calendar = calendar
        let (value, problem) = kept.read()
        if let problem { runtime.log.error(Self.tag, "what is known of earlier sessions cannot be read: \(problem)") }
        publish(LifecycleMetrics(of: app, after: LifecycleRecord(value)).context, nil, at: nil)
        runtime.listen(type: Address.request, source: .requestContent) { [weak self] in self?.hear($0) }
    }

    private func hear(_ event: Event) {
        guard let date = event.date else { return }
        switch event.data["action"]?.stringValue {
        case "start": start(event, at: LifecycleTime(date))
        case "pause": pause(at: LifecycleTime(date))
        default: runtime.log.warning(Self.tag, "\(event) is ignored: its action is neither start nor pause")
        }
    }

    // MARK: - Starting and pausing

    private func start(_ event: Event, at now: LifecycleTime) {
        let wasRunning = isRunning.withLock { isRunning in
            defer { isRunning = true }
            return isRunning
        }
        guard !wasRunning else { return }
        let (timeout, app, calendar) = (timeout(at: event), app, calendar)
        let added = event.data["additionalcontextdata"]?.objectValue ?? [:]
        let mark = ownMark()
        let start = change { json in
            let start = LifecycleRecord.start(
                at: now,
                of: app,
                after: LifecycleRecord(json),
                timeout: timeout,
                owner: mark,
                isRunning: { [folder] mark in folder.map { FolderOwner.isThere(mark, in: $0) } ?? false }
            )
            switch start {
            case .continued(let record):
                json = record.json
                return start
            case .began(var launch):
                launch.after.context = LifecycleMetrics(launch, of: app, in: calendar).context.merging(added)
                json = launch.after.json
                return .began(launch)
            }
        }
        switch start {
        case .continued(let record):
            publish(record.context, record.session.start, at: event)
        case .began(let launch):
            publish(launch.after.context, launch.after.session.start, at: event)
            respond(to: event, with: launch)
            renew()
        }
    }

    private func pause(at now: LifecycleTime) {
        let wasRunning = isRunning.withLock { isRunning in
            defer { isRunning = false }
            return isRunning
        }
        guard wasRunning else { return }
        let mark = ownMark()
        change { json in
            guard var record = LifecycleRecord(json), record.session.owner == mark else { return }
            record.session.pause = now
            json = record.json
        }
    }

    /// What marks the sessions of this process as its own.
    private func ownMark() -> ProcessMark? {
        owner.withLock { owner in
            if owner == nil, let folder {
                try? PrivateFile.makeFolder(folder)
                owner = FolderOwner(folder)
            }
            return owner?.mark
        }
    }

    /// Changes what is kept, or says why it holds for this process only.
    @discardableResult
    private func change<Result: Sendable>(_ body: (inout JSONValue?) -> Result) -> Result {
        let (result, problem) = kept.change(body)
        if let problem { runtime.log.error(Self.tag, "what is known of sessions is not kept: \(problem)") }
        return result
    }

    /// Returns the shortest pause that ends a session, in milliseconds.
    private func timeout(at event: Event) -> Int64 {
        let value = runtime.state(of: Self.configuration, at: event).values?[Self.timeoutKey]
        let seconds = value?.doubleValue ?? value?.stringValue.flatMap(Double.init) ?? Self.usualTimeout
        guard let milliseconds = Int64(exactly: (seconds * 1000).rounded()), milliseconds >= 0 else {
            runtime.log.warning(
                Self.tag,
                "\(Self.timeoutKey) is not a number of seconds; \(Self.usualTimeout) are used"
            )
            return Int64(Self.usualTimeout * 1000)
        }
        return milliseconds
    }

    // MARK: - Telling

    private func publish(_ context: JSONObject, _ start: LifecycleTime?, at event: Event?) {
        var values: JSONObject = ["lifecyclecontextdata": .object(context)]
        if let start {
            values["starttimestampmillis"] = .int(start.milliseconds)
            values["maxsessionlength"] = .int(LifecycleMetrics.longestSession)
        }
        do {
            try runtime.publishState(values, at: event)
        } catch {
            runtime.log.error(Self.tag, "\(error)")
        }
    }

    private func respond(to event: Event, with launch: LifecycleLaunch) {
        var data: JSONObject = [
            "lifecyclecontextdata": .object(launch.after.context), "sessionevent": "start",
            "starttimestampmillis": .int(launch.after.session.start.milliseconds),
            "maxsessionlength": .int(LifecycleMetrics.longestSession),
        ]
        if let last = launch.before?.session {
            data["previoussessionstarttimestampmillis"] = .int(last.start.milliseconds)
            data["previoussessionpausetimestampmillis"] = last.pause.map { .int($0.milliseconds) }
        }
        do throws(EventError) {
            let response = try Event(
                name: "LifecycleStart",
                type: Address.response,
                source: .responseContent,
                data: data
            )
            runtime.dispatch(response.chained(from: event))
        } catch {
            runtime.log.error(Self.tag, "the start is not reported: \(error)")
        }
    }
}
