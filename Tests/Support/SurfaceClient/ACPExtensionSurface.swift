// SPDX-License-Identifier: Apache-2.0

// What clients derive from ACPCore's classes, with every member that may be overridden.

import ACPCore
import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// An extension that uses every method of its api.
class SurfaceExtension: ACPExtension {
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
        do {
            let api: ACPExtensionApi = api
            try api.registerListener(SurfaceListener.self, eventType: "type", eventSource: "source")
            try api.registerWildcardListener(SurfaceListener.self)
            try api.setSharedEventState(["key": "value"], event: nil)
            try api.setSharedEventState(nil, event: nil)
            let _: [AnyHashable: Any] = try api.getSharedEventState("owner", event: nil)
            try api.clearSharedEventStates()
        } catch let error as NSError {
            print(error.domain == ACPExtensionErrorDomain, error.code)
        }
    }

    override func name() -> String? { "com.example.surface" }

    override func version() -> String? { "1.0" }

    override func onUnregister() {
        api.unregisterExtension()
    }

    override func unexpectedError(_ error: Error) {
        super.unexpectedError(error)
    }
}

class SurfaceListener: ACPExtensionListener {
    override func hear(_ event: ACPExtensionEvent) {
        let owner: ACPExtension = self.extension
        guard let parent = self.extension as? SurfaceExtension else { return }
        print(owner, parent.name() ?? "", (try? parent.api.getSharedEventState("owner", event: event)) ?? [:])
    }
}

/// A stand-in, as the tests of an extension make one.
final class SurfaceApi: ACPExtensionApi, @unchecked Sendable {
    private var registered: [String] = []

    override init() {
        super.init()
    }

    override func registerListener(_ listenerClass: AnyClass, eventType: String, eventSource: String) throws {
        registered.append(eventType)
    }

    override func registerWildcardListener(_ listenerClass: AnyClass) throws {}

    override func getSharedEventState(
        _ stateName: String,
        event: ACPExtensionEvent?
    ) throws -> [AnyHashable: Any] {
        ["of": stateName]
    }

    override func setSharedEventState(_ sharedEventState: [AnyHashable: Any]?, event: ACPExtensionEvent?) throws {}

    override func clearSharedEventStates() throws {}

    override func unregisterExtension() {}
}

final class SurfaceEvent: ACPExtensionEvent, @unchecked Sendable {
    private var note = ""

    override var eventName: String { "surface" + note }
}

final class SurfaceCore: ACPCore {
    override init() {
        super.init()
    }
}

/// Answers every request itself.
final class SurfacePerformer: NSObject, ACPHttpConnectionPerformer {
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
        let response = HTTPURLResponse(url: url, statusCode: 200, httpVersion: nil, headerFields: nil)
        let connection = ACPHttpConnection(response: response, data: Data())
        let _: HTTPURLResponse? = connection?.response
        let _: Data? = connection?.data
        completion(connection)
    }
}
