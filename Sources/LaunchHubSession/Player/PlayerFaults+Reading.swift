// SPDX-License-Identifier: Apache-2.0

import HubServices

extension PlayerFaults {
    /// Reads the faults of a channel.
    ///
    /// - Parameter node: The faults in the file.
    /// - Throws: ``ChannelFileError`` with the place in the file and what was expected.
    init(_ node: ChannelNode) throws(ChannelFileError) {
        try node.refuse(except: ["omit", "order", "playheadUnit", "late", "twice"])
        omit = Set(try node.optional("omit")?.strings(among: Self.names) ?? [])
        order = try node.optional("order")?.strings(among: Self.names) ?? []
        if let list = try node.optional("order"), Set(order).count < 2 || Set(order).count != order.count {
            throw list.failure("the order of calls needs at least two names, each once")
        }
        if let unit = try node.optional("playheadUnit") {
            let name = try unit.name(among: PlayheadUnit.allCases.map(\.rawValue))
            playheadUnit = PlayheadUnit(rawValue: name) ?? .seconds
        }
        if let calls = try node.optional("late") {
            try calls.refuse(except: Self.names)
            for name in try calls.object().keys.sorted() {
                late[name] = try calls.required(name, "the seconds by which it comes late").seconds()
            }
        }
        if let calls = try node.optional("twice") {
            try calls.refuse(except: Self.names)
            for name in try calls.object().keys.sorted() {
                twice[name] = try calls.required(name, "the call or event that it comes with").name(
                    among: Self.occasions
                )
            }
        }
    }
}
