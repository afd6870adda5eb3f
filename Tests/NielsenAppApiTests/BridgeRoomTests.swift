// SPDX-License-Identifier: Apache-2.0

import HubServices
import Testing

@testable import NielsenAppApi

/// How many bytes a page's calls may have until there is an instance.
struct BridgeRoomTests {
    @Test(arguments: [(4_194_303, true), (4_194_304, true), (4_194_305, false)])
    func fourMegabytesAreKept(_ bytes: Int, _ isKept: Bool) {
        var queue = BridgeQueue(.ggPM, maximumKept: 10)
        let call = NielsenBridgeCall.sendID3(String(repeating: "x", count: bytes))
        queue.add([BridgeQueue.Item(entry: .success(call), moment: nil)])
        switch queue.next() {
        case nil: #expect(isKept)
        case .refuse(let error)?: #expect(!isKept && error.reason == .noRoom(0))
        case .start?, .apply?, .remark?: Issue.record("nothing has begun")
        }
    }
}
