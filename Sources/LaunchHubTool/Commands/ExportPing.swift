// SPDX-License-Identifier: Apache-2.0

import HubServices

/// A ping as its source has it.
struct ExportPing: Sendable, Hashable {
    /// What has become of a ping.
    enum State: String, Sendable {
        case collected
        case waiting
        case setAside = "set_aside"
        case recorded
    }

    /// The name of the file that it is from.
    var source: String
    /// The place in that file, from 1.
    var number: Int64
    var id: String?
    /// Milliseconds since 1970.
    var time: Int64
    /// When it came last, in milliseconds since 1970.
    var lastTime: Int64
    /// How often it came again.
    var doubles: Int64 = 0
    var state: State
    /// Why it was set aside.
    var reason: String?
    var method: String
    /// The address, or its path and query.
    var address: String
    /// The header fields that came with it.
    var headers: JSONObject = [:]
    var body: String?
}
