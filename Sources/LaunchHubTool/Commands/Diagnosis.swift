// SPDX-License-Identifier: Apache-2.0

import HubServices

/// What one check of `launchhub doctor` has found.
struct Diagnosis: Sendable, Hashable {
    /// How bad it is.
    enum Status: String, Sendable {
        case good
        /// Nothing is wrong, but somebody may wonder about it.
        case remark
        case problem
    }

    /// The subject: `port`, `folder`, `privacy`, `pings`, `answers`, `app` or `clock`.
    let subject: String
    let status: Status
    /// What is there: a clause without a full stop.
    let message: String
    /// What helps; nil if nothing has to be done.
    var cure: String?

    static func good(_ subject: String, _ message: String) -> Diagnosis {
        Diagnosis(subject: subject, status: .good, message: message)
    }

    static func remark(_ subject: String, _ message: String, cure: String? = nil) -> Diagnosis {
        Diagnosis(subject: subject, status: .remark, message: message, cure: cure)
    }

    static func problem(_ subject: String, _ message: String, cure: String) -> Diagnosis {
        Diagnosis(subject: subject, status: .problem, message: message, cure: cure)
    }

    var json: JSONObject {
        var object: JSONObject = [
            "kind": .string(status == .problem ? "finding" : "check"), "subject": .string(subject),
            "status": .string(status.rawValue), "message": .string(message),
        ]
        object["cure"] = cure.map(JSONValue.string)
        return object
    }
}
