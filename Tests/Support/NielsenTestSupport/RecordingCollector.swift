// SPDX-License-Identifier: Apache-2.0

package import Dispatch
package import HubServices
package import NielsenAppApi
import HubStorage

/// A collector at the end of the wire: answers every request, and keeps it.
///
/// What is sent twice is kept once, as collectors do: a clock that leaps while a request is under way has it sent once
/// more.
package final class RecordingCollector: HTTPClient {
    private let kept = Locked<[HTTPRequest]>([])

    package init() {}

    /// The requests, in the order in which they came.
    package var requests: [HTTPRequest] { kept.withLock { $0 } }

    package func send(
        _ request: HTTPRequest,
        completion: @escaping @Sendable (Result<HTTPResponse, HTTPError>) -> Void
    ) -> HTTPTask {
        kept.withLock { kept in
            let id = request.headers["Idempotency-Key"]
            if !kept.contains(where: { $0.headers["Idempotency-Key"] == id }) { kept.append(request) }
        }
        completion(.success(HTTPResponse(status: 200, headers: HTTPHeaders(), url: request.url)))
        return HTTPTask()
    }

    /// A configuration with which pings are sent at once.
    package static var configuration: NielsenConfiguration {
        var configuration = NielsenConfiguration()
        configuration.thresholds.pendingPingsDelaySeconds = 0
        return configuration
    }

    /// Makes a delivery to this collector, with a queue in memory.
    ///
    /// Its instances need ``configuration`` too.
    ///
    /// - Parameters:
    ///   - clock: The clock of the instances.
    ///   - lane: The queue on which the delivery works.
    /// - Returns: The delivery.
    package func makeDelivery(_ clock: any HubClock, on lane: DispatchQueue) -> NielsenPingDelivery {
        NielsenPingDelivery(
            file: nil,
            configuration: Self.configuration,
            client: self,
            clock: clock,
            random: SeededGenerator(seed: 1),
            workQueue: lane,
            deliveryQueue: lane
        )
    }

    /// The requests, once a delivery has sent what it has.
    package func requests(of delivery: NielsenPingDelivery, on lane: DispatchQueue, _ clock: ManualClock)
        -> [HTTPRequest]
    {
        // Work was begun at times that were over when it was done, so that some of it waits for the clock.
        for _ in 0..<1_000 {
            // Each piece of work may ask for one more.
            for _ in 0..<100 { lane.sync {} }
            guard delivery.summary().pending > 0 else { break }
            clock.advance(by: .seconds(1))
        }
        return requests
    }
}
