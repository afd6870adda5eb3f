// SPDX-License-Identifier: Apache-2.0

import Foundation
import HubServices
import HubStorage
import LaunchHubSession

/// The pings that wait in an app's folder or were set aside, and what the last tries to send them came to.
struct QueueDiagnosis {
    private static let pings = "pings"
    private static let answers = "answers"
    /// Pings that wait longer than this will soon be too old for a collector, in seconds.
    private static let longWait: Int64 = 24 * 60 * 60

    let url: URL
    let now: Date

    var findings: [Diagnosis] {
        let files: [HitQueueFile]
        do {
            files = try QueuedPings.files(url.path)
        } catch {
            return [.problem(Self.pings, "\(error)", cure: "run this as the user whose app it is")]
        }
        guard !files.isEmpty else { return [.good(Self.pings, "no queue: the app has made no ping here")] }
        return files.flatMap(findings)
    }

    private func findings(_ file: HitQueueFile) -> [Diagnosis] {
        let contents: HitQueueFile.Contents
        do {
            contents = try file.contents(at: now)
        } catch {
            return [
                .problem(
                    Self.pings,
                    "\(error)",
                    cure: "start the app, which sets a damaged queue aside and saves what it can"
                )
            ]
        }
        let pings = contents.entries.enumerated().map { QueuedPing($1, file: file.path, number: $0 + 1) }
        let waiting = pings.filter { $0.entry.reason == nil }
        let aside = pings.filter { $0.entry.reason != nil }
        return [waits(waiting)] + setAside(aside) + damage(pings) + open(contents.willCount)
            + answers(waiting, contents)
    }

    private func waits(_ waiting: [QueuedPing]) -> Diagnosis {
        guard let oldest = waiting.map(\.created).min() else { return .good(Self.pings, "none waits") }
        let age = (Int64(clamping: now.microseconds / 1_000) - oldest) / 1_000
        let count = waiting.count == 1 ? "1 waits" : "\(waiting.count) wait"
        let text = "\(count), the oldest since \(TimeText.date(oldest))"
        guard age > Self.longWait else { return .good(Self.pings, text) }
        return .problem(Self.pings, text, cure: "see privacy and answers, and whether the app runs")
    }

    private func setAside(_ aside: [QueuedPing]) -> [Diagnosis] {
        guard !aside.isEmpty else { return [] }
        return [
            .problem(
                Self.pings,
                "\(aside.count) set aside because a collector refused them",
                cure: "launchhub pings list \"\(url.path)\" --only aside, then launchhub pings resend"
            )
        ]
    }

    private func damage(_ pings: [QueuedPing]) -> [Diagnosis] {
        let count = pings.count(where: \.isDamaged)
        guard count > 0 else { return [] }
        return [
            .problem(
                Self.pings,
                "damaged: \(count)",
                cure: "launchhub pings export \"\(url.path)\" saves what is readable"
            )
        ]
    }

    private func open(_ count: Int) -> [Diagnosis] {
        guard count > 0 else { return [] }
        let what = count == 1 ? "1 ping is" : "\(count) pings are"
        return [.remark(Self.pings, "\(what) prepared for views that are open or were left open; the app queues them")]
    }

    /// The queue keeps no answers of pings that arrived, so these are the failures alone.
    private func answers(_ waiting: [QueuedPing], _ contents: HitQueueFile.Contents) -> [Diagnosis] {
        let reasons = Dictionary(grouping: contents.entries.compactMap(\.reason)) { $0 }
        let refused = reasons.map { (reason: $0, count: $1.count) }.sorted {
            ($1.count, $0.reason) < ($0.count, $1.reason)
        }
        let tried = waiting.filter { $0.entry.hit.attempts > 0 }
        var found = refused.map { reason, count in
            Diagnosis.problem(
                Self.answers,
                "\(count) refused: \(VisibleText.line(String(reason.prefix(200))))",
                cure: "launchhub pings show explains a ping; an answer of 4xx is about the ping or its address"
            )
        }
        if !tried.isEmpty {
            let tries = tried.map(\.entry.hit.attempts).max() ?? 0
            found.append(
                .remark(Self.answers, "\(tried.count) of those that wait failed before, \(tries) times at most")
            )
        }
        return found.isEmpty ? [.good(Self.answers, "no try to send a ping that is still here has failed")] : found
    }
}
