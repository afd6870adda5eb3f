// SPDX-License-Identifier: Apache-2.0

/// A method, a path, and who answers there.
///
/// ```swift
/// let hello = Route("GET", "/hello/{name}", "says hello") { request in
///     .json(["hello": .string(request.captures["name"] ?? "")])
/// }
/// ```
package struct Route: Sendable {
    /// A handler of requests.
    ///
    /// It runs on threads of the server, for several requests at once.
    ///
    /// It must not stop the server that calls it. What it throws becomes the answer: a ``ServerRefusal`` as it is, and
    /// anything else as status 500.
    package typealias Handler = @Sendable (_ request: ServerRequest) throws -> ServerResponse

    /// Which method it serves: `GET` serves `HEAD` as well, and `*` every method but `OPTIONS`.
    package let method: String
    /// Which paths it serves: literal segments, `{name}` for one segment that is not empty, and as the last one `*` for
    /// all that are left.
    package let pattern: String
    /// A short description for the page that lists the routes; empty keeps the route off it.
    package let summary: String
    /// Which pages may have a browser send it requests.
    package let access: Access

    /// Which pages may have a browser send a request; what comes from no page is always served.
    ///
    /// Where a page may not, its request gets status 403, so that no page that happens to be open can read or change what
    /// is here.
    package enum Access: Sendable, Hashable {
        /// Every page may ask for everything.
        case everyPage
        /// Every page may read, as a link does; pages of this server alone may change something.
        case reading
        /// Pages of this machine's servers may ask for everything, and others for nothing.
        case localPages
        /// Pages of this server alone may ask.
        case ownPages

        func admits(_ page: Page, _ method: String) -> Bool {
            switch self {
            case .everyPage: true
            case .reading: page <= .own || method == "GET" || method == "HEAD"
            case .localPages: page <= .local
            case .ownPages: page <= .own
            }
        }
    }

    let segments: [Segment]
    package let handler: Handler

    enum Segment: Sendable, Hashable {
        case literal(String)
        case place(String)
        case rest
    }

    /// Makes a route.
    ///
    /// - Parameters:
    ///   - method: Which method it serves: `GET` serves `HEAD` as well, and `*` every method but `OPTIONS`.
    ///   - pattern: Which paths it serves; see ``pattern``.
    ///   - summary: What is there, in a few words.
    ///   - access: Which pages may have a browser send it requests.
    ///   - handler: Answers requests.
    package init(
        _ method: String,
        _ pattern: String,
        _ summary: String = "",
        access: Access = .reading,
        handler: @escaping Handler
    ) {
        self.method = method
        self.pattern = pattern
        self.summary = summary
        self.access = access
        self.handler = handler
        segments = pattern.dropFirst().split(separator: "/", omittingEmptySubsequences: false).map { part in
            if part == "*" { return .rest }
            if part.hasPrefix("{"), part.hasSuffix("}") { return .place(String(part.dropFirst().dropLast())) }
            return .literal(String(part))
        }
    }

    /// The parts of a path that the placeholders and the `*` of the pattern match.
    struct Match: Sendable, Hashable {
        var captures: [String: String] = [:]
        var rest: [String] = []
    }

    /// Matches the segments of a path with the pattern; nil if the route does not serve them.
    func match(_ path: [String]) -> Match? {
        var match = Match()
        var path = path[...]
        for segment in segments {
            if case .rest = segment {
                match.rest = Array(path)
                return path.isEmpty ? nil : match
            }
            guard let part = path.popFirst() else { return nil }
            switch segment {
            case .literal(let text):
                guard part == text else { return nil }
            case .place(let name):
                guard !part.isEmpty else { return nil }
                match.captures[name] = part
            case .rest: break
            }
        }
        return path.isEmpty ? match : nil
    }

    func serves(_ method: String) -> Bool {
        switch self.method {
        case "*": method != "OPTIONS"
        case "GET": method == "GET" || method == "HEAD"
        default: self.method == method
        }
    }
}

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
