// SPDX-License-Identifier: Apache-2.0

package import HubServices

/// The faults that a server has at the moment.
///
/// Any thread may change them while requests come in.
package final class Faults: Sendable {
    private struct Active {
        let number: Int
        let fault: Fault
        var met = 0
        var generator: SeededGenerator

        var isSpent: Bool { fault.times.map { met >= $0 } ?? false }

        /// Draws whether it meets a request; the upper 53 bits are what a `Double` can hold.
        mutating func isDrawn() -> Bool { Double(generator.next() >> 11) * 0x1p-53 < fault.probability }
    }

    private struct State {
        var next = 1
        var active: [Active] = []
    }

    private let state = Locked(State())

    /// Makes a set of faults.
    ///
    /// - Parameter faults: Those that there are from the start.
    package init(_ faults: [Fault] = []) {
        faults.forEach { add($0) }
    }

    /// Adds a fault behind those that there are; a request meets the first one that it can meet.
    ///
    /// - Parameter fault: What goes wrong.
    /// - Returns: A number that names the fault while the server runs.
    @discardableResult
    package func add(_ fault: Fault) -> Int {
        state.withLock { state in
            defer { state.next += 1 }
            let generator = SeededGenerator(seed: fault.seed ?? .random(in: .min ... .max))
            state.active.append(Active(number: state.next, fault: fault, generator: generator))
            return state.next
        }
    }

    /// Removes every fault.
    package func removeAll() {
        state.withLock { $0.active.removeAll() }
    }

    /// The faults with their numbers and how many requests each has met; spent ones among them.
    package var json: [JSONObject] {
        state.withLock { state in
            state.active.map { active in
                var object = active.fault.json
                object["number"] = .int(Int64(active.number))
                object["met"] = .int(Int64(active.met))
                object["spent"] = .bool(active.isSpent)
                return object
            }
        }
    }

    /// Returns the fault that a request meets, or nil.
    func next(path: String) -> Fault? {
        guard !path.hasPrefix("/api/") else { return nil }
        return state.withLock { state in
            for place in state.active.indices
            where path.hasPrefix(state.active[place].fault.path) && !state.active[place].isSpent {
                guard state.active[place].isDrawn() else { continue }
                state.active[place].met += 1
                return state.active[place].fault
            }
            return nil
        }
    }
}

extension Faults {
    /// The interface to the faults: `GET`, `POST` and `DELETE /api/faults`.
    package var routes: [Route] {
        [
            Route("GET", "/api/faults", "the faults and what they met", access: .ownPages) { [self] _ in list() },
            Route("POST", "/api/faults", "adds faults: fail, delay, cut off", access: .ownPages) { [self] request in
                for fault in try Self.read(request) { add(fault) }
                return list(status: 201)
            },
            Route("DELETE", "/api/faults", "removes the faults", access: .ownPages) { [self] _ in
                removeAll()
                return list()
            },
        ]
    }

    private func list(status: Int = 200) -> ServerResponse {
        .json(["faults": .array(json.map(JSONValue.object))], status: status)
    }

    private static func read(_ request: ServerRequest) throws(ServerRefusal) -> [Fault] {
        let value: JSONValue
        do {
            value = try JSONValue(jsonData: request.body)
        } catch {
            throw ServerRefusal(400, "the body is not JSON: \(error)")
        }
        var faults: [Fault] = []
        for (place, element) in (value.arrayValue ?? [value]).enumerated() {
            guard let object = element.objectValue else {
                throw ServerRefusal(400, "fault \(place + 1) is \(element.kindDescription); a fault is an object")
            }
            faults.append(try Fault(json: object))
        }
        return faults
    }
}
