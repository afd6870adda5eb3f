// SPDX-License-Identifier: Apache-2.0

import NielsenAppApi

/// The SDK on its own.
enum MeasuredApp {
    static func measure() async -> Int {
        let info = ["appid": "PXXXXXXXX-XXXX-XXXX-XXXX-XXXXXXXXXXXX"]
        guard let api = NielsenAppApi(appInfo: info, delegate: nil) else { return 0 }
        api.play(["channelName": "News"])
        api.loadMetadata(["type": "content", "assetid": "vid345"])
        api.playheadPosition(Int64(Date().timeIntervalSince1970))
        print(api.state == .processing, api.creditSummary.map(\.assetid))
        return await api.flush()
    }
}
