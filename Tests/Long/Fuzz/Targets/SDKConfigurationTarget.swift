// SPDX-License-Identifier: Apache-2.0

import Foundation
import HubServices
import NielsenAppApi

/// Files of the SDK's configuration: what is accepted measures a minute, and every address that it makes is one.
struct SDKConfigurationTarget: FuzzTarget {
    func run(_ input: Data) {
        let configuration: NielsenConfiguration
        do throws(NielsenConfigurationError) {
            configuration = try NielsenConfiguration(jsonData: input)
        } catch {
            FuzzChecks.message(error.description)
            return
        }
        for remark in configuration.remarks { FuzzChecks.message(remark) }
        let instance = FuzzedInstance(configuration)
        let api = NielsenAppApi(
            appInfo: FuzzedInstance.appInfo,
            delegate: nil,
            environment: instance.environment
        )
        guard let api else { fail("the app information is refused") }
        api.play(["channelName": "News & more"])
        api.loadMetadata(["type": "content", "assetid": "a b/ü&", "title": "318 #1", "length": "60"])
        for position in Int64(0)..<61 {
            api.playheadPosition(position)
            instance.clock.advance(by: .seconds(1))
        }
        api.end()
        api.shutdown()
    }
}
