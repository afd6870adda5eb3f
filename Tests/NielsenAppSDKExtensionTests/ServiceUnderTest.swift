// SPDX-License-Identifier: Apache-2.0

import HubServices
import LaunchHub
import LaunchHubTesting
import NielsenAppApi
import NielsenAppSDKExtension

/// A service on a hub of its own, whose identifiers and time are known beforehand.
struct ServiceUnderTest {
    static let appInfo: JSONObject = ["appid": "PDA7D5EE6-B1B8-4123-9277-2A788BXXXXXX", "sfcode": "dcr"]

    let hub: EventHub
    let service: NielsenInstanceService
    let log = RecordingSink()
    /// The time of the hub and of the instances.
    let clock = ManualClock()

    init(
        configuration: JSONObject? = nil,
        factory: @escaping NielsenInstanceService.Factory = { configuration, environment, report in
            try TrackerInstance.make(configuration, environment: environment, report: report)
        }
    ) async throws {
        hub = EventHub(options: .patient(), clock: clock, log: Log(level: .verbose, sink: log))
        let counter = Locked(0)
        service = NielsenInstanceService(
            settings: .init(environment: NielsenEnvironment(clock: clock, random: { 7 })),
            makeIdentifier: {
                counter.withLock { count in
                    count += 1
                    return "instance-\(count)"
                }
            },
            factory: factory
        )
        if let configuration { hub.configuration.update(configuration) }
        try service.register(with: hub)
        await hub.start()
    }

    /// What an event is answered with.
    func answer(_ name: String, _ data: JSONObject) async throws -> JSONObject? {
        let event = try Event(
            name: name,
            type: NielsenInstanceEvent.type,
            source: NielsenInstanceEvent.source,
            data: data
        )
        return await hub.request(event).response?.data
    }
}

/// An instance that does what the test says.
final class FakeInstance: MeasurementInstance {
    let tracked = Locked<[JSONObject]>([])
    /// The times of what was tracked.
    let instants = Locked<[Instant]>([])
    let handled = Locked<[NielsenLifecycleEvent]>([])
    private let disabled = Locked(false)

    func track(_ event: JSONObject, at instant: Instant) {
        tracked.withLock { $0.append(event) }
        instants.withLock { $0.append(instant) }
    }

    func track(untyped event: [AnyHashable: Any], at instant: Instant) {
        guard let event = try? JSONObject(untyped: event) else { return }
        track(event, at: instant)
    }

    func handle(_ event: NielsenLifecycleEvent) { handled.withLock { $0.append(event) } }
    var optOutStatus: Bool { false }
    var appDisable: Bool {
        get { disabled.withLock { $0 } }
        set { disabled.withLock { $0 = newValue } }
    }
    var demographicId: String? { nil }
    var optOutURL: String? { nil }
    var version: String? { nil }
    func end() {}
}
