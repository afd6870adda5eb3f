// SPDX-License-Identifier: Apache-2.0

import ACPCore
import ACPIdentity
import Foundation
import HubServices
import LaunchHub
import Testing

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

extension ClientTests {
    /// What the declarations of the headers do beyond compiling.
    @Suite(.timeLimit(.minutes(10)))
    struct ACPSurfaceTests {
        private let fresh = FreshHost()
        private let witness = Witness.shared

        init() {
            witness.reset()
        }

        @Test func rawValuesAreThoseOfTheHeaders() {
            #expect([ACPMobilePrivacyStatus.optIn, .optOut, .unknown].map(\.rawValue) == [0, 1, 2])
            #expect([ACPMobileLogLevel.error, .warning, .debug, .verbose].map(\.rawValue) == [0, 1, 2, 3])
            #expect((0...7).allSatisfy { ACPExtensionError(rawValue: $0) != nil })
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

        @Test func anExtensionThatUnregistersItselfReceivesNothingMore() async throws {
            try ACPCore.registerExtension(Leaver.self)
            await fresh.hub.start()
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
            await fresh.hub.start()
            try ACPCore.dispatchEvent(ACPExtensionEvent(name: "Read", type: "t", source: "s", data: nil))
            await witness.waits(for: "read")
            #expect(
                witness.lines.filter { $0.hasPrefix("state:") } == [
                    "state: com.adobe.mobile.extension 0", "state: com.adobe.mobile.extension 0", "state: yes",
                ]
            )
        }

        /// As in the header, nil is returned as it is; only the form that must return a link has an error for that.
        @Test func theFormsThatWaitAnswerAsTheCallbacksDo() async throws {
            ACPIdentity.registerExtension()
            await fresh.hub.start()
            let id = try await ACPIdentity.experienceCloudId()
            #expect(id.count == 38)
            #expect(try await ACPIdentity.urlVariables().hasSuffix("%7CMCMID%3D\(id)"))
            let link = try await ACPIdentity.append(to: URL(string: "https://example.com/"))
            #expect(link.absoluteString.hasPrefix("https://example.com/?adobe_mc=TS%3D"))
            ACPIdentity.syncIdentifier("crmId", identifier: "4711", authentication: .authenticated)
            #expect(try await ACPIdentity.identifiers().map(\.identifier) == ["4711"])
            #expect(try JSONValue(jsonText: try await ACPCore.sdkIdentities())["users"]?[0]?["userIDs"] != nil)
            let nothing: (URL?, Bool) = await awaitedValue { @Sendable resume in
                ACPIdentity.append(to: nil) { resume(($0, $1 == nil)) }
            }
            #expect(nothing.0 == nil && nothing.1)
            await #expect(throws: (any Error).self) { try await ACPIdentity.append(to: nil) }
            ACPCore.setPrivacyStatus(.optOut)
            #expect(try await ACPIdentity.experienceCloudId() == "")
        }

        @Test func aVisitorsIdentifierCanBeChanged() throws {
            let id = ACPMobileVisitorId()
            #expect([id.idOrigin, id.idType, id.identifier] == [nil, nil, nil] && id.authenticationState == .unknown)
            id.idOrigin = "d_cid_ic"
            id.idType = "crmId"
            id.identifier = "4711"
            id.authenticationState = .loggedOut
            let other = try #require(
                ACPMobileVisitorId(origin: "d_cid_ic", type: "crmId", id: "4711", authentication: .loggedOut)
            )
            #expect(id == other && id.hash == other.hash)
            other.identifier = "4712"
            #expect(id != other)
        }

        @Test func anAppsOwnPerformerDoesTheRequests() {
            let performer = CannedPerformer(Data(#"{"from": "performer"}"#.utf8))
            ACPNetworkServiceOverrider.setHttpConnectionPerformer(performer)
            ACPCore.configure(withAppId: "launch-EN-any")
            #expect(fresh.hub.configuration.current == ["from": "performer"])
            #expect(performer.asked.withLock { $0 }.allSatisfy { $0.hasSuffix("/launch-EN-any.json") })
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
        completion(body.flatMap { ACPHttpConnection(response: response, data: $0) })
        completion(nil)
    }
}

/// An extension with one listener.
private class OneListener: ACPExtension {
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

    class var listener: AnyClass { ACPExtensionListener.self }

    private func begin() {
        try? api.registerListener(Self.listener, eventType: "t", eventSource: "s")
    }
}

/// Unregisters itself when the first event arrives.
private final class Leaver: OneListener {
    override class var listener: AnyClass { LeaverListener.self }

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
private final class StateReader: OneListener {
    override class var listener: AnyClass { StateListener.self }

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
