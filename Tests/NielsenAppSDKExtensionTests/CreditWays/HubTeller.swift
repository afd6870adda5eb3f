// SPDX-License-Identifier: Apache-2.0

import HubServices
import LaunchHub
import LaunchHubTesting
import NielsenAppApi
import NielsenAppSDKExtension

/// By events of a hub, each answered before the next one, or all of them sent before the hub is started.
final class HubTeller: Teller {
    private let hub: EventHub
    private let service: NielsenInstanceService
    private let identifier: String
    private let isStarted: Bool
    private var script = EventScript()

    init(_ bench: WayBench, isStarted: Bool) async throws {
        hub = EventHub(options: .patient(), clock: bench.clock)
        service = NielsenInstanceService(settings: .init(environment: bench.environment))
        try service.register(with: hub)
        self.isStarted = isStarted
        if isStarted { await hub.start() }
        let result = service.instantiateSDK(withConfiguration: WayBench.appInfo)
        identifier = result["identifier"] as? String ?? ""
    }

    func take(_ step: Step) async throws {
        if case .background = step {
            guard isStarted else { throw Obstacle.backgroundIsACall }
            service.handle(.background)
        }
        guard let data = try script.event(step) else { return }
        let event = try NielsenInstanceEvent.track(data, identifier: identifier).event()
        if isStarted { _ = await hub.request(event) } else { hub.dispatch(event) }
    }

    func finish() async throws {
        if !isStarted { await hub.start() }
        _ = await hub.request(try NielsenInstanceEvent.remove(identifier: identifier).event())
        _ = await hub.shutDownAndWait()
    }
}
