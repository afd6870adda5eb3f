// SPDX-License-Identifier: Apache-2.0

import Foundation
import HubServices
import NielsenAppApi

/// A delegate that keeps what a page's messages cause.
final class BridgeHearing: NielsenAppSDKJSHandlerDelegate, Sendable {
    private let refused = Locked<[NielsenBridgeError]>([])
    private let codes = Locked<(events: [Int], errors: [Int])>(([], []))
    private let onRefusal: @Sendable (NielsenAppSDKJSHandler, NielsenBridgeError) -> Void

    init(onRefusal: @escaping @Sendable (NielsenAppSDKJSHandler, NielsenBridgeError) -> Void = { _, _ in }) {
        self.onRefusal = onRefusal
    }

    var refusals: [NielsenBridgeError] { refused.withLock { $0 } }
    var reasons: [NielsenBridgeError.Reason] { refusals.map(\.reason) }
    var events: [Int] { codes.withLock { $0.events } }
    var errors: [Int] { codes.withLock { $0.errors } }

    func nielsenAppSDKJSHandler(_ handler: NielsenAppSDKJSHandler, didRefuse error: NielsenBridgeError) {
        refused.withLock { $0.append(error) }
        onRefusal(handler, error)
    }

    func nielsenAppSDKJSHandler(_ handler: NielsenAppSDKJSHandler, eventOccurred event: [AnyHashable: Any]) {
        guard let code = event["eventCode"] as? Int else { return }
        codes.withLock { $0.events.append(code) }
    }

    func nielsenAppSDKJSHandler(_ handler: NielsenAppSDKJSHandler, errorOccurred error: [AnyHashable: Any]) {
        guard let code = error["errorCode"] as? Int else { return }
        codes.withLock { $0.errors.append(code) }
    }
}

/// A page's handler in virtual time.
final class BridgeBench {
    let bench = Bench()
    let hearing: BridgeHearing
    let handler: NielsenAppSDKJSHandler

    init(
        _ apiType: String? = "ggPM",
        hearing: BridgeHearing = BridgeHearing(),
        initialized: Bool = true,
        origins: Set<String> = [],
        allowsOptIn: Bool = false,
        _ change: (inout NielsenConfiguration) -> Void = { _ in }
    ) {
        self.hearing = hearing
        handler = NielsenAppSDKJSHandler(
            apiType: apiType,
            environment: bench.environment(change),
            delegate: hearing,
            origins: origins,
            allowsOptIn: allowsOptIn
        )
        if initialized { handler.receive(["event": "init", "param": Bench.appInfo] as [String: Any]) }
    }

    /// Sends messages, a second apart.
    func send(_ messages: [Any]) {
        for message in messages {
            handler.receive(message)
            bench.clock.advance(by: .seconds(1))
        }
    }

    /// What an app's own calls on an instance, a second apart, leave in a sink.
    static func native(_ calls: [(NielsenAppApi) -> Void]) throws -> [NielsenMeasurementRecord] {
        let bench = Bench()
        let api = try bench.makeApi()
        for call in calls {
            call(api)
            bench.clock.advance(by: .seconds(1))
        }
        return bench.sink.records
    }
}

/// JSON text of anything that has one.
func bridgeText(_ value: Any) throws -> String { try JSONValue(any: value).jsonText }
