// SPDX-License-Identifier: Apache-2.0

import ACPCore
import HubServices
import LaunchHub
import LaunchHubTesting
import NielsenAppApi
import NielsenAppSDKExtension

/// A fresh start for the process-wide facade, and what its log says.
///
/// The snippets themselves import nothing but what their documents import.
struct FreshHost {
    let log = RecordingSink()
    let hub: EventHub

    init() {
        // One of the tests is about a listener that is over its budget.
        let options = HubOptions.patient(listenerBudget: .milliseconds(100))
        hub = EventHub(options: options, log: Log(level: .error, sink: log))
        let settings = NielsenInstanceService.Settings(environment: NielsenEnvironment(clock: ManualClock()))
        NielsenAppSDKExtensionHost.use(NielsenInstanceService(settings: settings), on: hub)
    }
}

/// Asks through the facade and waits for the answer.
func answer(to question: ACPExtensionEvent) async throws -> ACPExtensionEvent {
    let answer: Result<ACPExtensionEvent, any Error> = await awaitedValue { resume in
        do {
            try ACPCore.dispatchEvent(withResponseCallback: question) { resume(.success($0)) }
        } catch {
            resume(.failure(error))
        }
    }
    return try answer.get()
}

/// An environment for snippets that make an SDK of their own: nothing on disk, nothing on the network.
extension NielsenAppApi {
    static func forSnippets(
        _ sink: NielsenRecordingMeasurementSink = NielsenRecordingMeasurementSink(),
        clock: ManualClock = ManualClock()
    ) throws -> NielsenAppApi {
        try make(
            appInfo: ["appid": "PE392366B-F2C1-4BC4-AB62-A7DAFDCXXXX"],
            environment: NielsenEnvironment(clock: clock, store: InMemoryKeyValueStore(), sink: sink)
        )
    }
}
