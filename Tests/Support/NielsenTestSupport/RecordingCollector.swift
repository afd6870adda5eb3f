// SPDX-License-Identifier: Apache-2.0

package import Dispatch
package import HubServices
package import NielsenAppApi

/// A collector at the end of the wire: answers every request, and keeps it.
package final class RecordingCollector: HubHTTPClient {
    private let kept = Locked<[HTTPRequest]>([])

    package init() {}

    /// The requests, in the order in which they came.
    package var requests: [HTTPRequest] { kept.withLock { $0 } }

    package func send(
        _ request: HTTPRequest,
        completion: @escaping @Sendable (Result<HTTPResponse, HTTPError>) -> Void
    ) -> HTTPTask {
        kept.withLock { $0.append(request) }
        completion(.success(HTTPResponse(status: 200, headers: HTTPHeaders(), url: request.url)))
        return HTTPTask()
    }

    /// A configuration with which pings are sent at once.
    package static var configuration: NielsenConfiguration {
        var configuration = NielsenConfiguration()
        configuration.thresholds.pendingPingsDelaySeconds = 0
        return configuration
    }

    /// A delivery to this collector, out of a queue in memory. Its instances need ``configuration`` too.
    ///
    /// - Parameters:
    ///   - clock: The clock of the instances.
    ///   - lane: Where the delivery works.
    package func makeDelivery(_ clock: any HubClock, on lane: DispatchQueue) -> NielsenPingDelivery {
        NielsenPingDelivery(
            location: .inMemory,
            configuration: Self.configuration,
            client: self,
            clock: clock,
            random: SeededGenerator(seed: 1),
            workQueue: lane,
            deliveryQueue: lane
        )
    }

    /// The requests, once a delivery has sent what it has.
    package func requests(of delivery: NielsenPingDelivery, on lane: DispatchQueue) -> [HTTPRequest] {
        // An answer may be carrying out what the last calls have left to it; only then everything is in the queue.
        lane.sync {}
        for _ in 0..<10_000 where delivery.summary().pending > 0 { lane.sync {} }
        return requests
    }
}
