// SPDX-License-Identifier: Apache-2.0

import TestSupport
import Dispatch
import Foundation
import HubServices

/// Hands deeply nested values, made and freed where the stack is large, to work where it is small.
func withDeepValues<Result: Sendable>(
    _ depth: Int,
    _ work: @escaping @Sendable (_ values: [Any]) -> Result
) -> Result? {
    withStack(of: 256 << 20) {
        var array: Any = "x"
        var object: Any = "x"
        var bridged: Any = "x"
        var json = JSONValue.string("x")
        for _ in 0..<depth {
            array = [array]
            object = ["a": object]
            bridged = [AnyHashable("a"): bridged]
            json = .array([json])
        }
        let values = Locked<[Any]>([array, object, bridged, json, JSONObject([("a", json)])])
        defer { values.withLock { $0 = [] } }
        return withStack(of: 512 << 10) { values.withLock { work($0) } }
    } ?? nil
}
