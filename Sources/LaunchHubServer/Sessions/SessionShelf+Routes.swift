// SPDX-License-Identifier: Apache-2.0

import Foundation
import HubServices

extension SessionShelf {
    /// The routes for recorders, and for those who want to read what they sent.
    package var routes: [Route] {
        [
            Route("POST", "/api/sessions/{name}", "accepts lines of a recorded session: line", access: .ownPages) {
                [self] request in
                try add(request)
            },
            Route("GET", "/api/sessions", "the sessions that are recorded here", access: .ownPages) { [self] _ in
                .json(["sessions": .array(entries.map(\.json))])
            },
            Route("GET", "/api/sessions/{name}", "the lines of a session", access: .ownPages) { [self] request in
                guard let lines = lines(of: request.captures["name"] ?? "") else {
                    throw ServerRefusal(404, "there is no such session; /api/sessions lists them")
                }
                return ServerResponse(
                    status: 200,
                    headers: ["Content-Type": "application/x-ndjson", "Cache-Control": "no-store"],
                    body: lines
                )
            },
        ]
    }

    private func add(_ request: ServerRequest) throws -> ServerResponse {
        let name = request.captures["name"] ?? ""
        guard Self.isName(name) else {
            throw ServerRefusal(400, "the name of a session has up to 64 letters, digits and \"-\"")
        }
        let line = try request.number("line", in: 0...Int64.max, default: 0)
        guard request.body.last == UInt8(ascii: "\n") else {
            throw ServerRefusal(400, "the body is not whole lines; the last one has no end")
        }
        switch try add(request.body, at: line, to: name) {
        case .kept(let lines): return .json(["lines": .int(lines)])
        case .behind(let lines): return .json(["lines": .int(lines)], status: 409)
        }
    }
}

extension SessionShelf.Entry {
    fileprivate var json: JSONValue {
        ["name": .string(name), "lines": .int(lines), "bytes": .int(Int64(bytes))]
    }
}
