// SPDX-License-Identifier: Apache-2.0

import HubServices

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
