// SPDX-License-Identifier: Apache-2.0

import HubServices

/// The type and source that a listener subscribes to, and that an event is sent to.
struct Address: Equatable {
    let type: EventType
    let source: EventSource
}

/// Values by address.
///
/// The addresses are not the keys of a dictionary themselves. On Linux the first dictionary with a new type of key has the
/// run-time search every loaded module for how the type conforms to `Hashable`, which takes a tenth of the time in which
/// the first hub of a process starts. ``FoldedName`` is the key of other tables of the hub, too.
struct AddressMap<Value> {
    private var byType: [FoldedName: [FoldedName: Value]] = [:]
    /// How many addresses have a value.
    private(set) var count = 0

    /// Returns the value of an address, or nil.
    subscript(address: Address) -> Value? { byType[address.type.name]?[address.source.name] }

    /// Sets the value of an address.
    mutating func set(_ value: Value, at address: Address) {
        let before = byType[address.type.name, default: [:]].updateValue(value, forKey: address.source.name)
        if before == nil { count += 1 }
    }

    /// Removes every value; the memory is kept for those that come.
    mutating func removeAll() {
        guard count > 0 else { return }
        byType.removeAll(keepingCapacity: true)
        count = 0
    }
}
