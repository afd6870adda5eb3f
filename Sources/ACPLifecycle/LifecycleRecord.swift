// SPDX-License-Identifier: Apache-2.0

import HubServices

/// The record of an app's sessions, kept from launch to launch.
struct LifecycleRecord: Sendable, Hashable {
    /// One session of the app.
    struct Session: Sendable, Hashable {
        /// The time at which it began, moved forward by the pauses that it survived.
        var start: LifecycleTime
        /// The time at which the app last left the foreground; nil while it is there.
        var pause: LifecycleTime?
        /// The process that it belongs to; nil if that is not known.
        var owner: ProcessMark?
        /// The app in the form of the metric `appid`.
        var app: String
        /// The operating system in the form of the metric `osversion`.
        var system: String
    }

    /// The first start of all.
    var install: LifecycleTime
    /// The first start of the present version of the app; nil if it is the first version.
    var upgrade: LifecycleTime?
    /// The start of the last session.
    var lastUse: LifecycleTime
    /// The number of sessions.
    var launches: Int64
    /// The number of sessions since ``upgrade``, without the one that began with it.
    var launchesSinceUpgrade: Int64
    /// The version of the app; nil if it has none.
    var version: String?
    /// The last session.
    var session: Session
    /// The metrics of that session, for a process that continues it.
    var context: JSONObject

    /// The first session.
    init(first now: LifecycleTime, of app: LifecycleApp) {
        install = now
        lastUse = now
        launches = 1
        launchesSinceUpgrade = 0
        version = app.version
        session = Session(start: now, app: app.identifier, system: app.system)
        context = [:]
    }

    // MARK: - Starting and pausing

    /// The meaning of a start of the app.
    enum Start: Sendable {
        /// The last session goes on.
        case continued(LifecycleRecord)
        /// A session begins.
        case began(LifecycleLaunch)
    }

    /// Returns what a start of the app means.
    ///
    /// - Parameters:
    ///   - now: The time of the start.
    ///   - app: The app that starts.
    ///   - record: What is known; nil at the first start of all.
    ///   - timeout: The shortest pause, in milliseconds, that ends a session.
    ///   - owner: The process that starts.
    ///   - isRunning: Returns whether another process still runs.
    /// - Returns: The session that goes on, or the one that begins.
    static func start(
        at now: LifecycleTime,
        of app: LifecycleApp,
        after record: LifecycleRecord?,
        timeout: Int64,
        owner: ProcessMark? = nil,
        isRunning: (ProcessMark) -> Bool = { _ in false }
    ) -> Start {
        guard let record else {
            var first = Self(first: now, of: app)
            first.session.owner = owner
            return .began(LifecycleLaunch(before: nil, after: first))
        }
        var after = record
        after.session.owner = owner
        if let pause = record.session.pause, pause.elapsed(until: now) < timeout {
            after.session.start = record.session.start.later(by: pause.elapsed(until: now))
            after.session.pause = nil
            return .continued(after)
        }
        if app.version != nil, app.version != record.version {
            // An app that had no version before is not known to be another one.
            if record.version != nil {
                after.upgrade = now
                after.launchesSinceUpgrade = 0
            }
            after.version = app.version
        } else if record.upgrade != nil {
            after.launchesSinceUpgrade = Self.next(record.launchesSinceUpgrade)
        }
        after.launches = Self.next(record.launches)
        after.lastUse = now
        after.session = Session(start: now, owner: owner, app: app.identifier, system: app.system)
        after.context = [:]
        var launch = LifecycleLaunch(before: record, after: after)
        launch.isBesideAnother = record.session.owner.map { $0 != owner && isRunning($0) } ?? false
        return .began(launch)
    }

    private static func next(_ count: Int64) -> Int64 {
        let (next, overflows) = count.addingReportingOverflow(1)
        return overflows ? count : next
    }
}

/// A session that begins, with what was known before it.
struct LifecycleLaunch: Sendable {
    /// The record before the start; nil at the very first start.
    let before: LifecycleRecord?
    var after: LifecycleRecord
    /// Whether the last session is that of another process, which goes on with it.
    var isBesideAnother = false

    /// Whether the app has another version than in the last session.
    var isUpgrade: Bool { before != nil && after.upgrade != before?.upgrade }

    /// Whether the app did not leave the foreground before its last process ended.
    var isAfterCrash: Bool { !isBesideAnother && before.map { $0.session.pause == nil } ?? false }

    /// The length of the last session in milliseconds; nil if there was none, or its end is not known.
    var previousLength: Int64? {
        guard let session = before?.session, let pause = session.pause else { return nil }
        return session.start.elapsed(until: pause)
    }
}
