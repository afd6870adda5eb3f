// SPDX-License-Identifier: Apache-2.0

import Foundation
import HubServices
import HubStorage
import LaunchHub
import LaunchHubSession
import NielsenAppApi

#if canImport(LaunchHubServer)
    import LaunchHubServer
#endif

/// What `launchhub doctor` looks at; nothing is changed.
///
/// The rule of a finding is its subject: `port`, `app`, `folder`, `privacy`, `pings`, `answers`, `signals` or `clock`. An
/// error is a problem, a warning is something that somebody may wonder about, and what is good is information.
enum DoctorChecks {
    /// Returns what was found in the folder of an app.
    static func findings(in url: URL, at now: Date) -> [Finding] {
        let folder = FolderCheck(url: url, now: now)
        return folder.state + [folder.status, folder.choice] + folder.queues + folder.signals
    }

    /// Returns whether the clock of this machine can be right.
    ///
    /// - Parameters:
    ///   - now: What it says.
    ///   - url: The folder of an app; nil if none is looked at.
    /// - Returns: What was found.
    static func clock(_ now: Date, _ url: URL?) -> Finding {
        let shown = TimeText.date(now.milliseconds)
        // This program was not written before.
        guard now >= Date(timeIntervalSince1970: 1_767_225_600) else {
            return .problem("clock", "the clock is set to \(shown), in the past", cure: "set the clock")
        }
        // Clocks may differ by five minutes.
        let latest = url.flatMap { FolderCheck(url: $0, now: now).latest }
        guard let latest, latest > now.addingTimeInterval(300) else { return .good("clock", shown) }
        return .problem(
            "clock",
            "the clock is set to \(shown), but the app has written here at \(TimeText.date(latest.milliseconds))",
            cure: "set the clock; what is measured now would be dated before what was"
        )
    }

    #if canImport(LaunchHubServer)
        /// Returns whether `launchhub serve` can listen at its port, or does so already.
        static func port(_ port: UInt16) async -> Finding {
            guard let obstacle = LoopbackPort.obstacle(port) else {
                return .good("port", "\(port) is free for launchhub serve")
            }
            if await isOurs(port) { return .good("port", "launchhub serve listens at \(port)") }
            let cure = "end the program that uses the port, or name another one with --port"
            return .problem("port", "launchhub serve \(obstacle)", cure: cure)
        }

        /// Whether the page of a server of ours is there.
        private static func isOurs(_ port: UInt16) async -> Bool {
            guard let url = URL(string: "http://127.0.0.1:\(port)/") else { return false }
            let limits = HTTPRequest.Limits(timeout: .seconds(2), bodyBytes: 1 << 20, redirects: 0)
            var request = HTTPRequest(.get, url, limits: limits)
            request.allowsInsecure = true
            let client = SystemHTTPClient()
            let result = await withCheckedContinuation { continuation in
                _ = client.send(request) { continuation.resume(returning: $0) }
            }
            guard case .success(let response) = result else { return false }
            return String(decoding: response.body, as: UTF8.self).contains("<title>launchhub serve</title>")
        }
    #endif
}

extension Finding {
    fileprivate static func good(_ subject: String, _ message: String) -> Finding {
        Finding(rule: subject, severity: .info, message: message)
    }

    static func remark(_ subject: String, _ message: String, cure: String = "") -> Finding {
        Finding(rule: subject, severity: .warning, message: message, cure: cure)
    }

    fileprivate static func problem(_ subject: String, _ message: String, cure: String) -> Finding {
        Finding(rule: subject, severity: .error, message: message, cure: cure)
    }
}

extension Date {
    fileprivate var milliseconds: Int64 { Int64(clamping: microseconds / 1_000) }
}

/// The folder of an app.
private struct FolderCheck {
    let url: URL
    let now: Date

    private func path(_ name: String) -> String { url.appending(path: name).path }

    private func attributes(_ path: String) -> [FileAttributeKey: Any] {
        (try? FileManager.default.attributesOfItem(atPath: path)) ?? [:]
    }

    // MARK: - Files

    /// The rights of the folder and of its files, and what was set aside there because it was damaged.
    var state: [Finding] {
        let names: [String]
        do {
            names = try FileManager.default.names(in: url.path)
        } catch {
            return [.problem("folder", "\(error)", cure: "run this as the user whose app it is")]
        }
        let found = [rights(names), access, space, damage(names)].compactMap { $0 }
        return found.isEmpty ? [.good("folder", "\(url.path) belongs to its owner alone and can be written")] : found
    }

    /// Others must not read what somebody has watched and chosen.
    private func rights(_ names: [String]) -> Finding? {
        let open = ([url.path] + names.map(path)).compactMap { path -> String? in
            guard let rights = (attributes(path)[.posixPermissions] as? NSNumber)?.intValue, rights & 0o077 != 0 else {
                return nil
            }
            return "\(path) (\(String(rights & 0o777, radix: 8)))"
        }
        guard let first = open.first else { return nil }
        let more = open.count == 1 ? "" : " and \(open.count - 1) more"
        return .problem("folder", "others may use \(first)\(more)", cure: "chmod -R go-rwx \"\(url.path)\"")
    }

    private var access: Finding? {
        guard !FileManager.default.isWritableFile(atPath: url.path) else { return nil }
        let cure = "give its owner the right to, or name another one"
        return .problem("folder", "\(url.path) cannot be written", cure: cure)
    }

    private var space: Finding? {
        let attributes = try? FileManager.default.attributesOfFileSystem(forPath: url.path)
        // Less is not enough for a queue and a cached configuration.
        guard let free = (attributes?[.systemFreeSize] as? NSNumber)?.uint64Value, free < 16 << 20 else { return nil }
        return .problem("folder", "only \(free >> 20) MiB are free there", cure: "make room on the disk")
    }

    private func damage(_ names: [String]) -> Finding? {
        let damaged = names.filter(KeptFolder.isDamaged)
        guard !damaged.isEmpty else { return nil }
        return .problem(
            "folder",
            "set aside because they were damaged: \(damaged.joined(separator: ", "))",
            cure: "launchhub kept reset \"\(url.path)\" --only damaged"
        )
    }

    /// The latest time at which the app has written, by the clock of then.
    var latest: Date? {
        let names = (try? FileManager.default.names(in: url.path)) ?? []
        let changes = names.compactMap { attributes(path($0))[.modificationDate] as? Date }
        return (changes + entries.map(\.hit.created)).max()
    }

    // MARK: - Privacy

    /// What an app has to do for its pings to be sent.
    private static let setting =
        "once the user agrees, ACPCore.setPrivacyStatus(.optIn); or publish \"global.privacy\": \"optedin\""

    private func value(_ key: String, in kept: KeptName) throws -> JSONValue? {
        try FileKeyValueStore(file: kept.url(in: url), doubledKeys: [key]).value(forKey: key)
    }

    /// Whether pings may be sent.
    var status: Finding {
        let values: JSONValue?
        do {
            values = try value(ConfigurationMemory.programmaticKey, in: .hub)
        } catch {
            let what = "the hub's privacy status cannot be read and counts as unknown: \(error)"
            return .problem("privacy", what, cure: "have the app set it anew")
        }
        guard let text = values?[HubConfiguration.privacyKey]?.stringValue else {
            let waiting = untried
            guard waiting > 0, !isPublished else {
                return .remark("privacy", "no privacy status is set here; that of the configuration holds")
            }
            let what = waiting == 1 ? "1 ping waits" : "\(waiting) pings wait"
            return .problem("privacy", "\(what) because no privacy status was set", cure: Self.setting)
        }
        switch HubPrivacyStatus(configurationValue: text) {
        case .optedIn: return .good("privacy", "opted in: pings are sent")
        case .optedOut: return .remark("privacy", "opted out: pings are discarded, and none is sent")
        case .unknown:
            let what = "unknown: pings are kept, and none is sent until it is known"
            return .remark("privacy", what, cure: Self.setting)
        }
    }

    /// The pings that wait; none if one of them was tried, because then something else keeps them.
    private var untried: Int {
        let waiting = entries.filter { $0.reason == nil }
        return waiting.contains { $0.hit.attempts > 0 } ? 0 : waiting.count
    }

    /// Whether a configuration that was received sets the status.
    private var isPublished: Bool {
        let folder = KeptName.configuration.url(in: url)
        let files = (try? FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)) ?? []
        return files.contains { (try? Data(contentsOf: $0))?.range(of: Data(HubConfiguration.privacyKey.utf8)) != nil }
    }

    /// The user's choice.
    var choice: Finding {
        let cure = "have the user choose again"
        do {
            guard let value = try value(NielsenKeptKeys.optOut, in: .nielsen) else {
                return .good("privacy", "the user has not opted out of measurement")
            }
            switch value.boolValue {
            case nil:
                return .problem("privacy", "the user's choice is not readable and counts as opted out", cure: cure)
            case true?: return .remark("privacy", "the user has opted out of measurement: pings say uoo=true")
            case false?: return .good("privacy", "the user has opted in to measurement")
            }
        } catch {
            let what = "the user's choice cannot be read and counts as opted out: \(error)"
            return .problem("privacy", what, cure: cure)
        }
    }

    // MARK: - Queues

    /// What starting the app does with a queue.
    private static let saving = "start the app, which sets a damaged queue aside and saves what it can"

    /// What the queues hold that can be read.
    private var entries: [HitQueueFile.Entry] {
        ((try? QueuedPings.files(url.path)) ?? []).flatMap { (try? $0.contents(at: now))?.entries ?? [] }
    }

    /// The pings that wait or were set aside, and what the last tries to send them came to.
    var queues: [Finding] {
        do {
            let files = try QueuedPings.files(url.path)
            guard !files.isEmpty else { return [.good("pings", "no queue: the app has made no ping here")] }
            return files.flatMap(findings)
        } catch {
            return [.problem("pings", "\(error)", cure: "run this as the user whose app it is")]
        }
    }

    private func findings(_ file: HitQueueFile) -> [Finding] {
        let contents: HitQueueFile.Contents
        do {
            contents = try file.contents(at: now)
        } catch {
            return [.problem("pings", "\(error)", cure: Self.saving)]
        }
        let pings = contents.entries.enumerated().map { QueuedPing($1, file: file.path, number: $0 + 1) }
        let waiting = pings.filter { !$0.isAside }
        var found = [waits(waiting)]
        if waiting.count < pings.count {
            let cure = "launchhub pings list \"\(url.path)\" --only aside, then launchhub pings resend"
            let count = pings.count - waiting.count
            found.append(.problem("pings", "\(count) set aside because a collector refused them", cure: cure))
        }
        let damaged = pings.count(where: \.isDamaged)
        if damaged > 0 {
            let cure = "launchhub pings export \"\(url.path)\" saves what is readable"
            found.append(.problem("pings", "damaged: \(damaged)", cure: cure))
        }
        if contents.willCount > 0 {
            let open = contents.willCount == 1 ? "1 ping is" : "\(contents.willCount) pings are"
            let what = "\(open) prepared for views that are open or were left open; the app queues them"
            found.append(.remark("pings", what))
        }
        return found + answers(waiting, contents)
    }

    private func waits(_ waiting: [QueuedPing]) -> Finding {
        guard let oldest = waiting.map(\.created).min() else { return .good("pings", "none waits") }
        let age = (now.milliseconds - oldest) / 1_000
        let count = waiting.count == 1 ? "1 waits" : "\(waiting.count) wait"
        let text = "\(count), the oldest since \(TimeText.date(oldest))"
        // Those that wait longer than a day will soon be too old for a collector.
        guard age > 24 * 60 * 60 else { return .good("pings", text) }
        return .problem("pings", text, cure: "see privacy and answers, and whether the app runs")
    }

    /// The queue keeps no answers of pings that arrived, so these are the failures alone.
    private func answers(_ waiting: [QueuedPing], _ contents: HitQueueFile.Contents) -> [Finding] {
        let reasons = Dictionary(grouping: contents.entries.compactMap(\.reason)) { $0 }.mapValues(\.count)
        var found = reasons.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.map { reason, count in
            Finding.problem(
                "answers",
                "\(count) refused: \(VisibleText.line(String(reason.prefix(200))))",
                cure: "launchhub pings show explains a ping; an answer of 4xx is about the ping or its address"
            )
        }
        let tries = waiting.map(\.entry.hit.attempts).filter { $0 > 0 }
        if let most = tries.max() {
            found.append(.remark("answers", "\(tries.count) of those that wait failed before, \(most) times at most"))
        }
        return found.isEmpty ? [.good("answers", "no try to send a ping that is still here has failed")] : found
    }

    /// The requests of rules that wait.
    var signals: [Finding] {
        // A folder that cannot be looked into is a finding already.
        let entries = (try? KeptFolder(url: url).queue(.signals, of: .signals)) ?? []
        return entries.compactMap { entry in
            if entry.isDamaged { return .problem("signals", "\(entry.file): \(entry.value)", cure: Self.saving) }
            guard entry.value != "0" else { return nil }
            return .remark("signals", "\(entry.name) in \(entry.file): \(entry.value) of the requests of rules")
        }
    }
}
