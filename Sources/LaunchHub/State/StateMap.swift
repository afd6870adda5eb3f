// SPDX-License-Identifier: Apache-2.0

import HubServices

/// Values by the name of a state.
///
/// There is a dictionary for each space, whose keys are of the type that other tables of the hub have: ``AddressMap`` says
/// why.
struct StateMap<Value> {
    private var standard: [FoldedName: Value] = [:]
    private var xdm: [FoldedName: Value] = [:]

    /// Whether no state has a value.
    var isEmpty: Bool { standard.isEmpty && xdm.isEmpty }

    /// The value of a state; nil removes it.
    subscript(name: StateName) -> Value? {
        get {
            switch name.space {
            case .standard: standard[name.owner]
            case .xdm: xdm[name.owner]
            }
        }
        _modify {
            switch name.space {
            case .standard: yield &standard[name.owner]
            case .xdm: yield &xdm[name.owner]
            }
        }
    }

    /// The value of a state, which is made where it has none.
    subscript(name: StateName, default value: @autoclosure () -> Value) -> Value {
        get { self[name] ?? value() }
        _modify {
            switch name.space {
            case .standard: yield &standard[name.owner, default: value()]
            case .xdm: yield &xdm[name.owner, default: value()]
            }
        }
    }

    /// Removes and returns every value with its name.
    mutating func removeAll() -> [(name: StateName, value: Value)] {
        defer { (standard, xdm) = ([:], [:]) }
        return standard.map { (StateName($0.key), $0.value) } + xdm.map { (StateName($0.key, in: .xdm), $0.value) }
    }
}
