// SPDX-License-Identifier: Apache-2.0

import Foundation
package import NielsenAppApi

/// A ping with its parameters taken apart.
package struct PingReading {
    package let ping: NielsenPing
    /// What stands before the parameters.
    package let address: String
    /// The names of the parameters, in order.
    package let names: [String]
    /// The values of the parameters, decoded.
    ///
    /// What a ping must not have is reported in words that no test expects.
    package let values: [String: String]

    package init(_ ping: NielsenPing) {
        self.ping = ping
        let parts = ping.url.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
        address = String(parts[0])
        var names: [String] = []
        var values: [String: String] = [:]
        for pair in (parts.count > 1 ? parts[1] : "").split(separator: "&") {
            let sides = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            let name = String(sides[0])
            names.append(name)
            values[name] = sides.count > 1 ? sides[1].removingPercentEncoding ?? "undecodable" : "no ="
        }
        self.names = names
        self.values = values
    }

    /// A parameter's value; "absent" where there is none.
    package subscript(name: String) -> String { values[name] ?? "absent" }
}
