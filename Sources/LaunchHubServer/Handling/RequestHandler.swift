// SPDX-License-Identifier: Apache-2.0

import HubServices

/// Turns a request into what is to be done with its connection; independent of connections.
struct RequestHandler: Sendable {
    /// The action for a connection.
    enum Action: Sendable {
        case answer(ServerResponse)
        /// Close it without a byte.
        case breakOff
        /// Close it in the middle of the answer's body.
        case breakOffInBody(ServerResponse)
    }

    /// The action for a connection, and how long to wait before it.
    typealias Verdict = (action: Action, delay: Duration?)

    let table: RouteTable
    let hosts: AcceptedHosts
    let faults: Faults?

    /// Decides about a request.
    ///
    /// Calls the route's handler.
    func decide(_ request: ServerRequest) -> Verdict {
        guard let fault = faults?.next(path: request.target.path) else {
            return (.answer(answer(request)), nil)
        }
        let action: Action =
            switch (fault.cutOff, fault.status) {
            case (.before?, _): .breakOff
            case (let cut?, let status):
                Self.broken(cut, status.map { fault.failure($0) } ?? answer(request))
            case (nil, let status?): .answer(fault.failure(status))
            case (nil, nil): .answer(answer(request))
            }
        return (action, fault.delay)
    }

    private static func broken(_ cut: Fault.Cut, _ response: ServerResponse) -> Action {
        cut == .body && !response.body.isEmpty ? .breakOffInBody(response) : .breakOff
    }

    /// The answer to a request that no fault meets.
    func answer(_ request: ServerRequest) -> ServerResponse {
        var response = respond(to: request)
        if response.headers["X-Content-Type-Options"] == nil { response.headers["X-Content-Type-Options"] = "nosniff" }
        return response
    }

    private func respond(to request: ServerRequest) -> ServerResponse {
        guard let host = request.headers["Host"] else {
            return .error(400, "there is no Host; it says which server is meant")
        }
        if !hosts.accepts(host) {
            return .error(421, "this server is not \(host.prefix(80)); it answers as 127.0.0.1, [::1] and localhost")
        }
        switch table.choose(request.method, request.target.segments) {
        case .route(let route, let match):
            guard route.access.admits(hosts.page(of: request), request.method) else {
                return .error(403, "pages of other servers may not do this here")
            }
            return Self.run(route, match, request)
        case .otherMethods(let methods):
            let list = (methods + ["OPTIONS"]).joined(separator: ", ")
            guard request.method == "OPTIONS" else {
                var response = ServerResponse.error(
                    405,
                    "\(request.target.path.prefix(200)) is served with \(list) only"
                )
                response.headers["Allow"] = list
                return response
            }
            return ServerResponse(status: 204, headers: ["Allow": list])
        case .nothing:
            return .error(404, "there is nothing at \(request.target.path.prefix(200)); / says what is served")
        }
    }

    private static func run(_ route: Route, _ match: Route.Match, _ request: ServerRequest) -> ServerResponse {
        var request = request
        request.captures = match.captures
        request.rest = match.rest
        do {
            return try route.handler(request)
        } catch let refusal as ServerRefusal {
            return .refusal(refusal)
        } catch {
            return .error(500, "\(route.pattern) failed: \(error)")
        }
    }
}
