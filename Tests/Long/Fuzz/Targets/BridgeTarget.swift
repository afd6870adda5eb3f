// SPDX-License-Identifier: Apache-2.0

import Foundation
import HubServices
import NielsenAppApi

/// Messages of pages: each is carried out or refused as a whole, with a line that says why.
struct BridgeTarget: FuzzTarget {
    private final class Refusals: NielsenAppSDKJSHandlerDelegate, Sendable {
        func nielsenAppSDKJSHandler(_ handler: NielsenAppSDKJSHandler, didRefuse error: NielsenBridgeError) {
            FuzzChecks.message(error.description)
        }
    }

    private let refusals = Refusals()
    private var count = 0
    private var instance = FuzzedInstance()
    private var handler: NielsenAppSDKJSHandler?

    mutating func run(_ input: Data) {
        if count % 500 == 0 {
            instance = FuzzedInstance()
            handler = NielsenAppSDKJSHandler(apiType: "ggPM", environment: instance.environment, delegate: refusals)
            handler?.receive(["event": "init", "param": FuzzedInstance.appInfo] as [String: Any])
        }
        count += 1
        guard let handler else { fail("there is no handler") }
        let text = String(decoding: input, as: UTF8.self)
        let first = Self.calls(text)
        require(first == Self.calls(text), "a message is read twice in two ways")
        if let object = FuzzChecks.object(Data(text.utf8)) {
            require(first == Self.calls(object.anyDictionary), "an object is read otherwise than its text")
        }
        handler.receive(text)
        instance.clock.advance(by: .seconds(1))
        instance.check()
    }

    private static func calls(_ message: Any) -> [NielsenBridgeCall]? {
        do throws(NielsenBridgeError) {
            return try NielsenBridgeMessage(message).calls
        } catch {
            return nil
        }
    }
}
