// SPDX-License-Identifier: Apache-2.0

import HubServices
import LaunchHub

/// Sends requests on a thread of the hub, so that a client that is foreign code is called where nothing is locked.
final class AsideClient: HTTPClient {
    private enum Phase {
        case waiting
        case sent(HTTPTask)
        case cancelled
    }

    private let hub: WeakReference<EventHub>
    private let make: @Sendable () -> any HTTPClient

    /// Makes a client.
    ///
    /// - Parameters:
    ///   - hub: The hub; without it nothing is sent.
    ///   - make: Returns the client that sends, for each request.
    init(_ hub: EventHub, _ make: @escaping @Sendable () -> any HTTPClient) {
        self.hub = WeakReference(hub)
        self.make = make
    }

    func send(
        _ request: HTTPRequest,
        completion: @escaping @Sendable (Result<HTTPResponse, HTTPError>) -> Void
    ) -> HTTPTask {
        guard let hub = hub.object else {
            completion(.failure(HTTPError.cancelled))
            return HTTPTask()
        }
        let phase = Locked(Phase.waiting)
        hub.runAside("request for rules") { [make] in
            if case .cancelled = phase.withLock({ $0 }) { return completion(.failure(HTTPError.cancelled)) }
            let task = make().send(request, completion: completion)
            let isCancelled = phase.withLock { phase in
                if case .cancelled = phase { return true }
                phase = .sent(task)
                return false
            }
            if isCancelled { task.cancel() }
        }
        return HTTPTask {
            let before = phase.withLock { phase in
                defer { phase = .cancelled }
                return phase
            }
            if case .sent(let task) = before { task.cancel() }
        }
    }
}
