// SPDX-License-Identifier: Apache-2.0

import ACPIdentity
import ACPLifecycle
import Foundation
import HubServices
import LaunchHub
import LaunchHubTesting

/// A process of an app with the two extensions, on a clock that the test sets.
///
/// Launches with the same options share what is kept.
struct AppLaunch {
    /// A Tuesday, 2023-11-14 22:13:20 UTC.
    static let beginning = Date(timeIntervalSince1970: 1_700_000_000)

    let test: TestHub
    let responses: RecordingListener
    /// What the test listens to from before the start.
    let heard: RecordingListener?

    /// Starts the process.
    ///
    /// - Parameters:
    ///   - options: Where things are kept.
    ///   - seconds: The time of the start, in seconds after the beginning.
    ///   - version: The version of the app.
    ///   - system: The version of the operating system.
    ///   - configuration: Values of the hub's configuration.
    ///   - listen: Makes a listener before the start.
    /// - Throws: `HubError`, which no fresh hub gives a reason for.
    init(
        _ options: HubOptions,
        at seconds: Double = 0,
        version: String? = "1.0",
        system: String = "iOS 17.0.0",
        configuration: JSONObject = [:],
        listen: (TestHub) -> RecordingListener? = { _ in nil }
    ) throws {
        test = TestHub(options: options, date: Self.beginning.addingTimeInterval(seconds))
        let random = Locked(SeededGenerator(seed: UInt64(seconds)))
        let app = LifecycleApp(name: "Player", version: version, build: "7", system: system, locale: "en-GB")
        try LifecycleExtension.register(with: test.hub, app: app, timeZone: .gmt)
        try IdentityExtension.register(with: test.hub) { random.withLock { $0.next() } }
        responses = test.listener(type: LifecycleExtension.Address.response, source: .responseContent)
        heard = listen(test)
        if !configuration.isEmpty { test.hub.configuration.update(configuration) }
        test.start()
    }

    /// Reports that the app enters the foreground.
    func start(_ context: JSONObject? = nil) throws {
        var data: JSONObject = ["action": "start"]
        data["additionalcontextdata"] = context.map(JSONValue.object)
        try test.dispatch(
            "Lifecycle start",
            type: LifecycleExtension.Address.request,
            source: .requestContent,
            data: data
        )
    }

    /// Reports that the app leaves the foreground.
    func pause() throws {
        try test.dispatch(
            "Lifecycle pause",
            type: LifecycleExtension.Address.request,
            source: .requestContent,
            data: ["action": "pause"]
        )
    }

    func wait(_ seconds: Int) { test.advance(by: .seconds(seconds)) }

    /// The metrics of the last session that was reported.
    var metrics: JSONObject? { responses.data.last?["lifecyclecontextdata"]?.objectValue }

    /// The shared state of the lifecycle.
    var lifecycle: JSONObject? { test.hub.state(of: LifecycleExtension.name).values }

    /// The shared state of the identity.
    var identity: JSONObject? { test.hub.state(of: IdentityExtension.name).values }

    /// Asks the identity extension.
    func ask(_ data: JSONObject) throws -> JSONObject? {
        try test.request("Ask", type: IdentityAddress.type, source: IdentityAddress.request, data: data)?.response?.data
    }
}
