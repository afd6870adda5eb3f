// SPDX-License-Identifier: Apache-2.0

import HubServices
import NielsenAppApi
import NielsenTestSupport
import Testing

/// A playhead after the end, once something else was loaded.
struct LateRemarkTests {
    private final class Listener: NielsenAppApiDelegate {
        let codes = Locked<[String]>([])

        func nielsenAppApi(_ appApi: NielsenAppApi, remarked remark: NielsenRemark) {
            codes.withLock { $0.append(remark.code.rawValue) }
        }
    }

    private let bench = Bench()
    private let listener = Listener()

    private var codes: [String] { listener.codes.withLock { $0 } }

    /// Content that has ended at 60 s with position 59.
    private func makeEnded() throws -> NielsenAppApi {
        let api = try NielsenAppApi.make(
            appInfo: Bench.appInfo,
            delegate: listener,
            environment: bench.environment()
        )
        api.play()
        api.loadMetadata(Bench.content)
        bench.play(api, 0..<60)
        api.end()
        return api
    }

    /// Once content is loaded and stopped again, a playhead lacks the load after that stop.
    @Test func aPlayheadAfterAnotherLoadIsNotLate() throws {
        let api = try makeEnded()
        api.play()
        api.loadMetadata(Bench.content)
        bench.play(api, 0..<2)
        api.stop()
        api.playheadPosition(60)
        #expect(codes == ["RESUME_WITHOUT_LOADMETADATA"])
        #expect(api.lastRemark?.message.hasPrefix("playhead 60 came after stop") == true)
    }
}
