// SPDX-License-Identifier: Apache-2.0

import Foundation
import HubServices
import LaunchHub
import Testing

/// The server of a property with a configuration and one file of rules, which it may hold back.
final class PropertyServer: HTTPClient {
    private struct State {
        var rules: String
        var isHeldBack: Bool
        var isDown = false
        var held: [@Sendable () -> Void] = []
    }

    private let state: Locked<State>

    /// Publishes rules.
    ///
    /// - Parameters:
    ///   - rules: The file of rules.
    ///   - isHeldBack: Whether requests for it are answered by ``answer()`` only.
    init(rules: String, isHeldBack: Bool = false) {
        state = Locked(State(rules: rules, isHeldBack: isHeldBack))
    }

    /// Whether nobody is reached.
    var isDown: Bool {
        get { state.withLock { $0.isDown } }
        set { state.withLock { $0.isDown = newValue } }
    }

    /// Answers the requests for the rules, and from now on at once.
    func answer() {
        let held = state.withLock { state in
            state.isHeldBack = false
            defer { state.held = [] }
            return state.held
        }
        for answer in held { answer() }
    }

    /// The options of a hub that is configured by this server.
    ///
    /// - Parameter folder: The folder of what the hub keeps, or nil.
    /// - Returns: Options with this server as the only one.
    /// - Throws: `ConfigurationError`, which its address gives no reason for.
    func options(_ folder: URL? = nil) throws -> HubOptions {
        let source = try ConfigurationSource(baseURL: #require(URL(string: "https://property.example/")))
        var options = ConfigurationOptions(source: source, store: InMemoryKeyValueStore(), client: { self })
        if let folder { options.keep(in: folder) }
        return HubOptions(configuration: options)
    }

    func send(
        _ request: HTTPRequest,
        completion: @escaping @Sendable (Result<HTTPResponse, HTTPError>) -> Void
    ) -> HTTPTask {
        let url = request.url
        let answer: @Sendable () -> Void = { [self] in
            guard !isDown else { return completion(.failure(.connection("nobody is there"))) }
            let body = url.path.hasSuffix("rules.json") ? state.withLock { $0.rules } : Self.configuration
            completion(.success(HTTPResponse(status: 200, body: Data(body.utf8), url: url)))
        }
        let isHeld = state.withLock { state in
            guard state.isHeldBack, !state.isDown, url.path.hasSuffix("rules.json") else { return false }
            state.held.append(answer)
            return true
        }
        if !isHeld { answer() }
        return HTTPTask()
    }

    private static var configuration: String {
        let values: JSONObject = ["rules.url": "rules.json", "nielsen.ios": .object(ServiceUnderTest.appInfo)]
        return values.jsonText
    }
}
