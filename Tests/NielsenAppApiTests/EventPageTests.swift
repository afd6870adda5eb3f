// SPDX-License-Identifier: Apache-2.0

import HubServices
import NielsenModel
import Testing

@testable import NielsenAppApi

/// Events of a page that was shown before.
struct EventPageTests {
    private static let page = ["type": "static", "section": "Home"]

    /// The view of a page ends after a day, which an event may be the first to say.
    @Test(arguments: [(1, false), (86_399, false), (86_400, true), (90_000, true)])
    func aPageIsShownAgainOnceItsViewIsOver(_ seconds: Int64, _ isShownAgain: Bool) {
        var bench = CallBench()
        let event = InstanceCall.event(NielsenTrackEvent(.playhead, kind: .static, metadata: .init(page: Self.page)))
        #expect(bench.take(event, at: .zero) == [.loadMetadata(Self.page)])
        let calls = bench.take(event, at: .zero + .seconds(seconds))
        #expect(calls == (isShownAgain ? [.loadMetadata(Self.page)] : []))
    }
}
