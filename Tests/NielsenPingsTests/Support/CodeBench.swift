// SPDX-License-Identifier: Apache-2.0

import NielsenTestSupport
import Foundation
import HubServices
import HubStorage
import NielsenAppApi
import TestSupport

/// What a cause of a code works with: an environment of its own, and an ear for what results.
final class CodeBench: NSObject, NielsenAppApiDelegate, Sendable {
    let clock = ManualClock()
    private let codes: AsyncStream<Int>
    private let heard: AsyncStream<Int>.Continuation
    /// What must live until the code was received.
    private let kept = Locked<[any Sendable]>([])

    override init() {
        (codes, heard) = AsyncStream.makeStream()
    }

    func nielsenAppApi(_ appApi: NielsenAppApi, eventOccurred event: [AnyHashable: Any]) {
        if let code = event["eventCode"] as? Int { heard.yield(code) }
    }

    func nielsenAppApi(_ appApi: NielsenAppApi, errorOccurred error: [AnyHashable: Any]) {
        if let code = error["errorCode"] as? Int { heard.yield(code) }
    }

    /// Waits until a code is received.
    func hears(_ code: Int) async -> Bool {
        for await heard in codes where heard == code { return true }
        return false
    }

    func keep(_ object: any Sendable) {
        kept.withLock { $0.append(object) }
    }

    /// A folder that is removed in the end, with a configuration for the app id where one is given.
    func makeFolder(configuration: String? = nil) throws -> URL {
        let folder = try TemporaryFolder()
        keep(folder)
        if let configuration { try folder.write(configuration, to: (PingBench.appInfo["appid"] ?? "") + ".json") }
        return folder.url
    }

    // MARK: - Instances

    /// Makes an instance; what keeps it from being made is received like any error.
    @discardableResult
    func makeApi(
        _ appInfo: Any = PingBench.appInfo,
        _ change: (inout NielsenEnvironment) throws -> Void = { _ in }
    ) throws -> NielsenAppApi {
        var environment = NielsenEnvironment(clock: clock, pings: NielsenRecordingPingSink())
        try change(&environment)
        do throws(NielsenError) {
            let api = try NielsenAppApi.make(appInfo: appInfo, delegate: self, environment: environment)
            keep(api)
            return api
        } catch {
            heard.yield(error.code)
            return NielsenAppApi()
        }
    }

    /// A second of content: enough for a view.
    func playASecond(_ api: NielsenAppApi, _ metadata: [String: String] = PingBench.content) {
        api.play()
        api.loadMetadata(metadata)
        api.playheadPosition(0)
    }

    /// An instance whose pings are really delivered, to whatever a client pretends.
    func makeDelivery(
        _ file: URL? = nil,
        configuration: NielsenConfiguration = NielsenConfiguration(),
        _ answer: @escaping @Sendable (HTTPRequest) -> Result<HTTPResponse, HTTPError>
    ) throws -> (api: NielsenAppApi, delivery: NielsenPingDelivery) {
        let delivery = NielsenPingDelivery(
            file: file,
            configuration: configuration,
            client: PretendedCollector(answer: answer),
            clock: clock
        )
        keep(delivery)
        let api = try makeApi { environment in
            environment.pings = delivery
            environment.configuration = configuration
        }
        return (api, delivery)
    }

    /// A configuration of one product with one template.
    static func configuration(_ product: String, _ parameters: String) throws -> NielsenConfiguration {
        let text = """
            {"schema": "launch-hub.sdk-configuration", "version": 1,
             "keyMap": {"nol_title": "(title)"},
             "templates": {"t": {"url": "http://127.0.0.1:9/", "parameters": [\(parameters)]}},
             "products": [\(product)]}
            """
        return try NielsenConfiguration(jsonData: Data(text.utf8))
    }
}

/// Answers every request at once.
private struct PretendedCollector: HTTPClient {
    let answer: @Sendable (HTTPRequest) -> Result<HTTPResponse, HTTPError>

    func send(
        _ request: HTTPRequest,
        completion: @escaping @Sendable (Result<HTTPResponse, HTTPError>) -> Void
    ) -> HTTPTask {
        let result = answer(request)
        DispatchQueue.global().async { completion(result) }
        return HTTPTask()
    }
}

extension Result where Success == HTTPResponse, Failure == HTTPError {
    /// What a collector answers with a status and a body.
    static func status(_ status: Int, _ body: String = "", to request: HTTPRequest) -> Self {
        .success(HTTPResponse(status: status, headers: HTTPHeaders(), body: Data(body.utf8), url: request.url))
    }
}

/// A store of which one side does not work; both where none is named.
struct BrokenStore: KeyValueStore {
    var operation: StorageError.Operation?

    func value(forKey key: String) throws(StorageError) -> JSONValue? {
        if operation != .write { throw StorageError(.read, path: "/disk", detail: "input/output error") }
        return nil
    }

    func set(_ value: JSONValue?, forKey key: String) throws(StorageError) {
        if operation != .read { throw StorageError(.write, path: "/disk", detail: "no space left on device") }
    }
}

/// A place for pings that does not take those of some products.
struct FailingSink: NielsenPingSink {
    let error: any Error
    let products: Set<NielsenProduct>

    func send(_ ping: NielsenPing) throws {
        if products.contains(ping.product) { throw error }
    }

    /// An error that says what it is.
    struct Described: Error, CustomStringConvertible {
        let description = "the disk is full"
    }

    /// An error that says nothing of itself.
    struct Silent: Error {}
}
