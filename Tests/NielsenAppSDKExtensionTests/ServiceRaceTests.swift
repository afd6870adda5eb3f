// SPDX-License-Identifier: Apache-2.0

import Foundation
import HubServices
import LaunchHub
import LaunchHubTesting
import NielsenAppApi
import Testing

@testable import NielsenAppSDKExtension

/// The extension is there once, however many threads register it, and again after it was unregistered.
@Suite(.timeLimit(.minutes(10)))
struct ServiceRaceTests {
    private static let threads = 4

    /// Runs work on several threads at once.
    private func atOnce(_ work: @escaping @Sendable () -> Void) async {
        let finished = Recorder<Bool>()
        for _ in 0..<Self.threads {
            Thread {
                work()
                finished.append(true)
            }.start()
        }
        #expect(await finished.waits(for: Self.threads))
    }

    @Test func ofManyRegistrationsOneSucceedsAndEachEventIsHandledOnce() async throws {
        let test = TestHub()
        test.start()
        let made = Recorder<EndingInstance>()
        let service = NielsenInstanceService(
            settings: .init(environment: NielsenEnvironment(clock: test.clock)),
            factory: { _, _, _ in
                let instance = EndingInstance()
                made.append(instance)
                return instance
            }
        )
        for round in 1...30 {
            let errors = Recorder<String>()
            let successes = Recorder<Bool>()
            await atOnce {
                do throws(HubError) {
                    try service.register(with: test.hub)
                    successes.append(true)
                } catch {
                    guard case .duplicateName(let name) = error.reason else { return errors.append("\(error)") }
                    errors.append(name)
                }
            }
            #expect(successes.count == 1)
            #expect(errors.elements == Array(repeating: NielsenInstanceService.extensionName, count: Self.threads - 1))
            test.run()
            let result = service.instantiateSDK(withConfiguration: ["appid": "P1"])
            let identifier = try #require(result["identifier"] as? String)
            let responses = test.listener()
            for number in 0..<5 {
                let data: JSONObject = ["identifier": .string(identifier), "data": ["event": .string("\(number)")]]
                let outcome = try test.request(
                    "TrackSDKEvent",
                    type: NielsenInstanceEvent.type,
                    source: NielsenInstanceEvent.source,
                    data: data
                )
                #expect(outcome?.response?.data["code"] == 5001)
            }
            #expect(responses.events.count { $0.requestID != nil } == 5)
            #expect(made.count == round)
            let instance = try #require(made.elements.last)
            #expect(instance.tracked.elements == (0..<5).map { ["event": .string("\($0)")] })
            #expect(instance.ends.isEmpty)
            await atOnce { _ = try? test.hub.unregister(NielsenInstanceService.extensionName) }
            test.run()
            #expect(instance.ends.count == 1)
            #expect(service.identifiers.isEmpty)
            #expect(test.hub.extensionNames.isEmpty)
        }
    }
}

/// An instance that keeps what it gets.
private final class EndingInstance: MeasurementInstance {
    let tracked = Recorder<JSONObject>()
    let ends = Recorder<Bool>()

    func track(_ event: JSONObject, at instant: Instant) { tracked.append(event) }
    func track(untyped event: [AnyHashable: Any], at instant: Instant) {}
    func handle(_ event: NielsenLifecycleEvent) {}
    var optOutStatus: Bool { false }
    var appDisable: Bool {
        get { false }
        set {}
    }
    var demographicId: String? { nil }
    var optOutURL: String? { nil }
    var version: String? { nil }
    func end() { ends.append(true) }
}
