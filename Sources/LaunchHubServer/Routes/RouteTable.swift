// SPDX-License-Identifier: Apache-2.0

/// The routes of a server; of those that serve a request the first one answers it.
struct RouteTable: Sendable {
    let routes: [Route]

    /// The choice of a route for a request.
    enum Choice {
        case route(Route, Route.Match)
        /// The path is served, but not with this method.
        case otherMethods([String])
        case nothing
    }

    func choose(_ method: String, _ path: [String]) -> Choice {
        var others: [String] = []
        for route in routes {
            guard let match = route.match(path) else { continue }
            if route.serves(method) { return .route(route, match) }
            others.append(contentsOf: Self.methods(of: route).filter { !others.contains($0) })
        }
        return others.isEmpty ? .nothing : .otherMethods(others)
    }

    private static func methods(of route: Route) -> [String] {
        switch route.method {
        case "*": ["GET", "HEAD", "POST", "PUT", "DELETE"]
        case "GET": ["GET", "HEAD"]
        default: [route.method]
        }
    }
}
