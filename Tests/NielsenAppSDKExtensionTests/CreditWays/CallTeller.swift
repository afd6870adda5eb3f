// SPDX-License-Identifier: Apache-2.0

import NielsenAppApi

/// By calls of the classic API.
struct CallTeller: Teller {
    private let api: NielsenAppApi

    init(_ bench: WayBench) throws {
        api = try NielsenAppApi.make(appInfo: WayBench.appInfo, environment: bench.environment)
    }

    func take(_ step: Step) {
        switch step {
        case .play: api.play()
        case .load(let asset): api.loadMetadata(asset.metadata)
        case .at(let position): api.playheadPosition(position)
        case .stop: api.stop()
        case .end: api.end()
        case .background: api.handle(.background)
        case .pass: break
        }
    }

    func finish() { api.shutdown() }
}
