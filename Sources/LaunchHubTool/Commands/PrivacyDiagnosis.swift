// SPDX-License-Identifier: Apache-2.0

import Foundation
import HubServices
import LaunchHub
import NielsenAppApi

/// Whether pings may be sent, and the user's choice.
struct PrivacyDiagnosis {
    private static let subject = "privacy"

    let url: URL

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
            return .remark(Self.subject, "no privacy status is set here; that of the configuration holds")
        }
        switch HubPrivacyStatus(configurationValue: text) {
        case .optedIn: return .good(Self.subject, "opted in: pings are sent")
        case .optedOut: return .remark(Self.subject, "opted out: pings are discarded, and none is sent")
        case .unknown: return .remark(Self.subject, "unknown: pings are kept, and none is sent until it is known")
        }
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
