// SPDX-License-Identifier: Apache-2.0

import HubServices

/// Time and JSON without a hub.
enum ClockAndValues {
    static func use() throws -> JSONValue? {
        let clock = ManualClock()
        clock.schedule(after: .seconds(5)) {}
        clock.advance(by: .seconds(5))
        return try JSONObject(jsonText: "{\"a\": [1]}")["a"]?.arrayValue?.first
    }
}
