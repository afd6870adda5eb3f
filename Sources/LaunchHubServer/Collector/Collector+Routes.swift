// SPDX-License-Identifier: Apache-2.0

import Foundation
import HubServices

extension Collector {
    /// The most pings that one answer has.
    private static let longestPage: Int64 = 10_000
    /// The most bytes of pings in one answer.
    private static let bytesPerPage = 4 << 20
    /// The largest number of bytes of pings to read at once for a response with all of them.
    private static let bytesPerPart = 256 << 10

    /// The collector's routes: where pings go, and where they can be asked for.
    package var routes: [Route] { pingRoutes + askingRoutes }

    private var pingRoutes: [Route] {
        let storePing: Route.Handler = { [self] request in
            do {
                try self.receive(request)
            } catch {
                throw ServerRefusal(507, "\(error)")
            }
            return Self.answer(ServerResponse(status: 200, headers: ["Cache-Control": "no-store"]))
        }
        return [
            Route("OPTIONS", "/cgi-bin/*", access: .everyPage) { _ in Self.answer(Self.preflight) },
            Route("*", "/cgi-bin/tsv", "accepts TSV requests and answers with the flag", access: .everyPage) {
                [self] request in
                _ = try receive(request)
                return Self.answer(.json(["flag": .string(tsvFlag)]))
            },
            Route("*", "/cgi-bin/*", "accepts pings", access: .everyPage, handler: storePing),
        ]
    }

    private var askingRoutes: [Route] {
        [
            Route("GET", "/api/pings", "the pings: after, limit, last, format (jsonl or json)", access: .ownPages) {
                [self] request in
                try list(request)
            },
            Route("GET", "/api/pings/all", "every ping behind after, as JSON Lines", access: .ownPages) {
                [self] request in
                try all(request)
            },
            Route("GET", "/api/pings/summary", "the pings counted by product, cadence and session", access: .ownPages) {
                [self] _ in
                .json(.object(try summary().json))
            },
            Route("DELETE", "/api/pings", "deletes the pings", access: .ownPages) { [self] _ in
                try removeAll()
                return ServerResponse(status: 204)
            },
            Route("GET", "/api/tsv", "the TSV flag", access: .ownPages) { [self] _ in .json(["flag": .string(tsvFlag)])
            },
            Route("POST", "/api/tsv", "sets the TSV flag", access: .ownPages) { [self] request in
                guard let flag = try request.jsonObject()["flag"]?.stringValue else {
                    throw ServerRefusal(400, "there is no flag; {\"flag\": \"03\"} is right")
                }
                do {
                    try setTSVFlag(flag)
                } catch {
                    throw ServerRefusal(400, "\(error)")
                }
                return .json(["flag": .string(tsvFlag)])
            },
        ]
    }

    private func list(_ request: ServerRequest) throws -> ServerResponse {
        let limit = Int(try request.number("limit", in: 1...Self.longestPage, default: 1_000))
        let last = try request.number("last", in: 0...Self.longestPage, default: 0)
        let after = try request.number("after", in: 0...Int64.max, default: 0)
        let pings =
            last > 0
            ? try lastPings(Int(last), bytes: Self.bytesPerPage)
            : try pings(after: after, limit: limit, bytes: Self.bytesPerPage)
        switch request.target.parameter("format") ?? "jsonl" {
        case "jsonl":
            return .jsonLines(pings.map(\.json))
        case "json":
            return .json([
                "pings": .array(pings.map { .object($0.json) }), "next": .int(pings.last?.number ?? after),
            ])
        case let format:
            throw ServerRefusal(400, "format is \(format.prefix(40).debugDescription); use jsonl or json")
        }
    }

    /// Every ping that there is when its turn comes, however many they are.
    private func all(_ request: ServerRequest) throws -> ServerResponse {
        // libmicrohttpd ends the head of such an answer as if it had a body.
        guard request.method == "GET" else {
            throw ServerRefusal(405, "/api/pings/all is served with GET only; its length is known at its end")
        }
        let last = Locked(try request.number("after", in: 0...Int64.max, default: 0))
        return .jsonLines {
            let pings = try self.pings(after: last.withLock { $0 }, limit: 1_000, bytes: Self.bytesPerPart)
            if let number = pings.last?.number { last.withLock { $0 = number } }
            return pings.map(\.json)
        }
    }

    private static let preflight = ServerResponse(
        status: 204,
        headers: [
            "Access-Control-Allow-Methods": "GET, HEAD, POST, PUT, DELETE",
            "Access-Control-Allow-Headers": "Content-Type, Idempotency-Key",
            "Access-Control-Max-Age": "600",
        ]
    )

    /// Pings come from pages of any server; they may see that a ping arrived.
    private static func answer(_ response: ServerResponse) -> ServerResponse {
        var response = response
        response.headers["Access-Control-Allow-Origin"] = "*"
        return response
    }
}
