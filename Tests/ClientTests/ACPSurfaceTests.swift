// SPDX-License-Identifier: Apache-2.0

import ACPCore
import Foundation
import HubServices
import LaunchHub
@testable import SurfaceClient
import Testing

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

extension ClientTests {
    /// What the declarations of ``SurfaceClient`` do beyond compiling.
    @Suite(.timeLimit(.minutes(10)))
    struct ACPSurfaceTests {
        private let fresh = FreshHost()
        private let witness = Witness.shared

        init() {
            witness.reset()
        }

        @Test func rawValuesAreThoseOfTheHeaders() {
            let documented: [UInt] = [0, 1, 2] + [0, 1, 2, 3] + [0, 1, 2, 3, 4, 5] + [0, 1, 2] + [0, 1, 2, 11]
            #expect(ACPCoreSurface.codes == documented)
            #expect(
                (0...7).compactMap { ACPExtensionError(rawValue: $0).map(ACPCoreSurface.name) }.count == 8
            )
            #expect(ACPExtensionError.dupName == .ADBDuplicateExtensionNameExtensionError)
            #expect(ACPCore.extensionVersion() == "2.9.7")
        }

        /// A closure that belongs to the main actor is called on a thread of the hub, as with the Objective-C library.
        @MainActor @Test func aClosureOfTheMainActorMayBeCalledElsewhere() async {
            let (calls, call) = AsyncStream<Void>.makeStream()
            var captured = 0
            ACPCore.start {
                captured += 1
                call.yield()
            }
            for await _ in calls { break }
            #expect(captured == 1)
        }

        @Test func aSecondWildcardListenerReplacesTheFirst() async throws {
            try ACPCore.registerExtension(TwoWildcards.self)
            await ACPCore.start()
            try ACPCore.dispatchEvent(ACPExtensionEvent(name: "One", type: "t", source: "s", data: nil))
            await witness.waits(for: "second heard One")
            try await fresh.hub.unregister("two.wildcards")
            await witness.waits(for: "gone")
            #expect(!witness.lines.contains("first heard One"))
            #expect(witness.lines.filter { $0 == "second heard One" }.count == 1)
        }

        @Test func anExtensionThatUnregistersItselfReceivesNothingMore() async throws {
            try ACPCore.registerExtension(Leaver.self)
            await ACPCore.start()
            try ACPCore.dispatchEvent(ACPExtensionEvent(name: "Leave", type: "t", source: "s", data: nil))
            await witness.waits(for: "left")
            try ACPCore.dispatchEvent(ACPExtensionEvent(name: "Late", type: "t", source: "s", data: nil))
            await fresh.hub.drain()
            let lines = witness.lines.filter { $0.hasPrefix("leaver") || $0 == "left" }
            #expect(lines == ["leaver received Leave", "left"])
            try ACPCore.registerExtension(Leaver.self)
        }

        /// The declaration has no optional: what is not there yet is an error.
        @Test func aStateThatIsNotThereIsAnError() async throws {
            try ACPCore.registerExtension(StateReader.self)
            await ACPCore.start()
            try ACPCore.dispatchEvent(ACPExtensionEvent(name: "Read", type: "t", source: "s", data: nil))
            await witness.waits(for: "read")
            #expect(
                witness.lines.filter { $0.hasPrefix("state:") } == [
                    "state: com.adobe.mobile.extension 0", "state: com.adobe.mobile.extension 0", "state: yes",
                ]
            )
        }

        /// Where nobody registered it, or its extension is gone, a listener still has one to look at.
        @Test func aListenerAlwaysHasAnExtension() {
            let listener = SurfaceListener()
            #expect(listener.extension.name() == nil)
            #expect(listener.extension as? SurfaceExtension == nil)
            #expect(throws: NSError.self) { try listener.extension.api.clearSharedEventStates() }
        }

        @Test func subclassesOfEventsAreDispatched() throws {
            let event = try SurfaceEvent(name: "n", type: "t", source: "s", data: ["key": 1])
            #expect(event.eventName == "surface")
            #expect(event.eventData?["key"] as? Int == 1)
            #expect(event.eventData?["key"] as? Int == 1)
            try ACPCore.dispatchEvent(event)
            #expect(throws: NSError.self) { try ACPCore.dispatchEvent(SurfaceEvent()) }
        }

        @Test func visitorsCompareByEveryPart() {
            func id(
                _ state: ACPMobileVisitorAuthenticationState,
                origin: String? = "o",
                type: String? = "t",
                id: String? = nil
            ) -> ACPMobileVisitorId {
                ACPMobileVisitorId(origin: origin, type: type, id: id, authentication: state)
            }
            #expect(id(.authenticated) == id(.authenticated))
            #expect(id(.authenticated).hash == id(.authenticated).hash)
            #expect(id(.authenticated) != id(.loggedOut))
            #expect(id(.authenticated) != id(.authenticated, origin: nil))
            #expect(id(.authenticated) != id(.authenticated, type: "other"))
            #expect(id(.authenticated) != id(.authenticated, id: "i"))
            #expect(!id(.authenticated).isEqual("o") && !id(.authenticated).isEqual(nil))
        }

        @Test func anEventThatWasNotDispatchedHasNoNumber() throws {
            #expect(ACPExtensionEvent().eventNumber == 0)
            #expect(try ACPExtensionEvent(name: "n", type: "t", source: "s", data: nil).eventNumber == 0)
        }

        @Test func anAppsOwnPerformerDoesTheRequests() {
            let performer = CannedPerformer(Data(#"{"from": "performer"}"#.utf8))
            ACPNetworkServiceOverrider.setHttpConnectionPerformer(performer)
            ACPCore.configure(withAppId: "launch-EN-any")
            #expect(fresh.hub.configuration.current == ["from": "performer"])
            #expect(performer.asked.withLock { $0 }.allSatisfy { $0.hasSuffix("/launch-EN-any.json") })
            ACPNetworkServiceOverrider.setHttpConnectionPerformer(nil)
        }

        @Test func aPerformerWithoutAnAnswerIsAFailedRequest() {
            let performer = CannedPerformer(nil)
            ACPNetworkServiceOverrider.setHttpConnectionPerformer(performer)
            ACPCore.configure(withAppId: "launch-EN-any")
            #expect(!performer.asked.withLock { $0 }.isEmpty)
            #expect(fresh.hub.configuration.current.isEmpty)
            ACPNetworkServiceOverrider.setHttpConnectionPerformer(nil)
        }
    }
}

/// Answers every request at once, twice.
private final class CannedPerformer: NSObject, ACPHttpConnectionPerformer {
    let asked = Locked<[String]>([])
    private let body: Data?

    init(_ body: Data?) {
        self.body = body
    }

    func shouldOverride(_ url: URL, method: String) -> Bool { method == "GET" }

    func request(
        _ url: URL,
        httpCommand command: String,
        connectPayload payload: String,
        requestPropertyDict requestProperty: [String: String],
        connectTimeout: TimeInterval,
        readTimeout: TimeInterval,
        completion: @escaping (ACPHttpConnection?) -> Void
    ) {
        asked.withLock { $0.append(url.absoluteString) }
        let response = HTTPURLResponse(url: url, statusCode: 200, httpVersion: nil, headerFields: ["ETag": "1"])
        completion(body.map { ACPHttpConnection(response: response, data: $0) })
        completion(nil)
    }
}

/// Registers one wildcard listener after the other.
private final class TwoWildcards: ACPExtension {
    #if canImport(ObjectiveC)
        override init() {
            super.init()
            begin()
        }
    #else
        required init() {
            super.init()
            begin()
        }
    #endif

    private func begin() {
        try? api.registerWildcardListener(FirstListener.self)
        try? api.registerWildcardListener(SecondListener.self)
    }

    override func name() -> String? { "two.wildcards" }

    override func onUnregister() {
        Witness.shared.note("gone")
    }
}

private final class FirstListener: ACPExtensionListener {
    override func hear(_ event: ACPExtensionEvent) {
        Witness.shared.note("first heard \(event.eventName)")
    }
}

private final class SecondListener: ACPExtensionListener {
    override func hear(_ event: ACPExtensionEvent) {
        Witness.shared.note("second heard \(event.eventName)")
    }
}

/// Unregisters itself when the first event arrives.
private final class Leaver: ACPExtension {
    #if canImport(ObjectiveC)
        override init() {
            super.init()
            begin()
        }
    #else
        required init() {
            super.init()
            begin()
        }
    #endif

    private func begin() {
        try? api.registerListener(LeaverListener.self, eventType: "t", eventSource: "s")
    }

    override func name() -> String? { "leaver" }

    override func onUnregister() {
        Witness.shared.note("left")
    }
}

private final class LeaverListener: ACPExtensionListener {
    override func hear(_ event: ACPExtensionEvent) {
        Witness.shared.note("leaver received \(event.eventName)")
        self.extension.api.unregisterExtension()
    }
}

/// Reads a state that is not there, one that is pending, and one that is set.
private final class StateReader: ACPExtension {
    #if canImport(ObjectiveC)
        override init() {
            super.init()
            begin()
        }
    #else
        required init() {
            super.init()
            begin()
        }
    #endif

    private func begin() {
        try? api.registerListener(StateListener.self, eventType: "t", eventSource: "s")
    }

    override func name() -> String? { "state.reader" }
}

private final class StateListener: ACPExtensionListener {
    override func hear(_ event: ACPExtensionEvent) {
        let api = self.extension.api
        func read(_ owner: String) {
            do {
                let state: [AnyHashable: Any] = try api.getSharedEventState(owner, event: nil)
                Witness.shared.note("state: \(state["there"] ?? "no")")
            } catch let error as NSError {
                Witness.shared.note("state: \(error.domain) \(error.code)")
            }
        }
        read("nobody")
        try? api.setSharedEventState(nil, event: event)
        read("state.reader")
        try? api.setSharedEventState(["there": "yes"], event: event)
        read("state.reader")
        Witness.shared.note("read")
    }
}
