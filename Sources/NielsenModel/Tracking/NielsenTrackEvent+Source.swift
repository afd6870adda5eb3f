// SPDX-License-Identifier: Apache-2.0

package import HubServices

extension NielsenTrackEvent {
    /// An object of any of the forms that callers have: the dictionaries of the documented calls, and JSON.
    package enum Source {
        case plain([String: Any])
        case bridged([AnyHashable: Any])
        /// The members of a small dictionary whose keys are strings.
        case few(names: [String], values: [Any])
        case json(JSONObject)

        package init(_ dictionary: [String: Any]) { self = .plain(dictionary) }

        package init(_ object: JSONObject) { self = .json(object) }

        package init(_ dictionary: [AnyHashable: Any]) {
            // Comparing a key of any type costs several casts, so those of an event are cast once.
            guard dictionary.count <= 16 else {
                self = .bridged(dictionary)
                return
            }
            var names: [String] = []
            var values: [Any] = []
            names.reserveCapacity(dictionary.count)
            values.reserveCapacity(dictionary.count)
            for (key, value) in dictionary {
                guard let name = key.base as? String else { continue }
                names.append(name)
                values.append(value)
            }
            self = .few(names: names, values: values)
        }

        subscript(key: String) -> Any? {
            switch self {
            case .plain(let members): members[key]
            case .bridged(let members): members[key]
            case .few(let names, let values): names.firstIndex(of: key).map { values[$0] }
            case .json(let object): object[key]
            }
        }

        var count: Int {
            switch self {
            case .plain(let members): members.count
            case .bridged(let members): members.count
            case .few(let names, _): names.count
            case .json(let object): object.count
            }
        }

        /// The members whose keys are strings.
        package var members: [(String, Any)] {
            switch self {
            case .plain(let members): members.map { ($0, $1) }
            case .bridged(let members): members.compactMap { key, value in (key.base as? String).map { ($0, value) } }
            case .few(let names, let values): Array(zip(names, values))
            case .json(let object): object.map { ($0.key, $0.value.anyValue) }
            }
        }

        /// The names of the members.
        var names: [String] {
            switch self {
            case .plain(let members): Array(members.keys)
            case .bridged(let members): members.keys.compactMap { $0.base as? String }
            case .few(let names, _): names
            case .json(let object): object.map(\.key)
            }
        }
    }
}
