// SPDX-License-Identifier: Apache-2.0

import Foundation
import HubServices
import HubStorage
import LaunchHub
import NielsenAppApi

/// Whether pings may be sent, and the user's choice.
struct PrivacyDiagnosis {
    private static let subject = "privacy"

    /// What an app has to do for its pings to be sent.
    private static let setting =
        "once the user agrees, ACPCore.setPrivacyStatus(.optIn); or publish \"global.privacy\": \"optedin\""

    let url: URL
    let now: Date

    var findings: [Diagnosis] { [status, choice] }

    private func store(_ name: String, _ key: String) -> FileKeyValueStore {
        FileKeyValueStore(file: url.appending(path: name, directoryHint: .notDirectory), doubledKeys: [key])
    }

    private var status: Diagnosis {
        let values: JSONValue?
        do {
            let key = ConfigurationMemory.programmaticKey
            values = try store("hub.json", key).value(forKey: key)
        } catch {
            return .problem(
                Self.subject,
                "the hub's privacy status cannot be read and counts as unknown: \(error)",
                cure: "have the app set it anew"
            )
        }
        guard let text = values?[HubConfiguration.privacyKey]?.stringValue else {
            let waiting = untried
            guard waiting > 0, !isPublished else {
                return .remark(Self.subject, "no privacy status is set here; that of the configuration holds")
            }
            let what = waiting == 1 ? "1 ping waits" : "\(waiting) pings wait"
            return .problem(Self.subject, "\(what) because no privacy status was set", cure: Self.setting)
        }
        switch HubPrivacyStatus(configurationValue: text) {
        case .optedIn: return .good(Self.subject, "opted in: pings are sent")
        case .optedOut: return .remark(Self.subject, "opted out: pings are discarded, and none is sent")
        case .unknown:
            let what = "unknown: pings are kept, and none is sent until it is known"
            return .remark(Self.subject, what, cure: Self.setting)
        }
    }

    /// The pings that wait; none if one of them was tried, because then something else keeps them.
    private var untried: Int {
        let waiting = ((try? QueuedPings.files(url.path)) ?? []).compactMap { try? $0.contents(at: now) }
            .flatMap { $0.entries.filter { $0.reason == nil } }
        return waiting.contains { $0.hit.attempts > 0 } ? 0 : waiting.count
    }

    /// Whether a configuration that was received sets the status.
    private var isPublished: Bool {
        let folder = KeptName.configuration.url(in: url)
        let files = (try? FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)) ?? []
        return files.contains { (try? Data(contentsOf: $0))?.range(of: Data(HubConfiguration.privacyKey.utf8)) != nil }
    }

    private var choice: Diagnosis {
        do {
            let key = NielsenKeptKeys.optOut
            guard let value = try store("nielsen.json", key).value(forKey: key) else {
                return .good(Self.subject, "the user has not opted out of measurement")
            }
            guard let isOut = value.boolValue else {
                return .problem(
                    Self.subject,
                    "the user's choice is not readable and counts as opted out",
                    cure: Self.cure
                )
            }
            return isOut
                ? .remark(Self.subject, "the user has opted out of measurement: pings say uoo=true")
                : .good(Self.subject, "the user has opted in to measurement")
        } catch {
            return .problem(
                Self.subject,
                "the user's choice cannot be read and counts as opted out: \(error)",
                cure: Self.cure
            )
        }
    }

    private static let cure = "have the user choose again"
}
