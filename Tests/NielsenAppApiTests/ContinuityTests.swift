// SPDX-License-Identifier: Apache-2.0

import HubServices
import NielsenAppApi
import Testing

/// What should stay the same, or go on, over ads.
///
/// Nothing of it keeps measurement back: the log warns.
///
/// Source: "DCR Video iOS SDK guide", "Create Content Metadata" and "Use Case 2: Content has Advertisements".
struct ContinuityTests {
    private let bench = Bench()

    private var warnings: [String] {
        bench.lines.records.filter { $0.level == .warning }.map(\.message)
    }

    private func warnings(about text: String) -> Int { warnings.count { $0.contains(text) } }

    @Test func theDocumentedSequenceIsWarnedOfNothing() throws {
        let api = try bench.makeApi()
        api.play()
        api.loadMetadata(Bench.content)
        api.loadMetadata(Bench.preroll)
        bench.play(api, 0..<15)
        api.stop()
        api.loadMetadata(Bench.content)
        bench.play(api, 0..<40)
        api.loadMetadata(Bench.midroll)
        bench.play(api, 0..<15)
        api.stop()
        api.loadMetadata(Bench.content)
        bench.play(api, 40..<80)
        api.end()
        api.loadMetadata(Bench.postroll)
        bench.play(api, 0..<15)
        api.stop()
        #expect(warnings.isEmpty)
    }

    @Test func contentMetadataThatChangesIsWarnedOfOnceAViewAndMeasured() throws {
        let api = try bench.makeApi()
        api.play()
        var content = Bench.content
        for (second, title) in [(0, "S1E1"), (30, "S1E2"), (60, "S1E3")] {
            content["title"] = title
            content["segB"] = second == 0 ? nil : "Comedy"
            api.loadMetadata(content)
            bench.play(api, Int64(second)..<Int64(second) + 30)
        }
        api.end()
        #expect(warnings(about: "changed (segB, title)") == 1)
        #expect(warnings.count == 1)
        #expect(api.creditSummary.map(\.seconds) == [90])
    }

    @Test func metadataThatChangesAfterAnAdIsWarnedOfToo() throws {
        let api = try bench.makeApi()
        api.loadMetadata(Bench.content)
        bench.play(api, 0..<10)
        api.loadMetadata(Bench.midroll)
        bench.play(api, 0..<10)
        api.stop()
        api.loadMetadata(Bench.content.merging(["program": "Another"]) { $1 })
        bench.play(api, 10..<20)
        #expect(warnings(about: "changed (program)") == 1)
    }

    @Test func otherContentAndOtherPagesAreNoChange() throws {
        let api = try bench.makeApi()
        api.play()
        api.loadMetadata(Bench.content("one"))
        bench.play(api, 0..<10)
        api.end()
        api.play()
        api.loadMetadata(Bench.content("two"))
        bench.play(api, 0..<10)
        api.loadMetadata(Bench.page)
        api.loadMetadata(Bench.page.merging(["segA": "b"]) { $1 })
        #expect(warnings.isEmpty)
    }

    /// Playheads up to ten seconds apart are allowed, so that the first may be the tenth second.
    @Test(arguments: [(Int64(0), 0), (10, 0), (11, 1), (1_700_000_000, 1)])
    func thePlayheadOfAnAdBeginsAtZero(_ first: Int64, _ count: Int) throws {
        let api = try bench.makeApi()
        api.loadMetadata(Bench.content)
        api.loadMetadata(Bench.preroll)
        bench.play(api, first..<first + 15)
        // An ad that is interrupted goes on where it was.
        api.stop()
        api.loadMetadata(Bench.preroll)
        bench.play(api, first + 15..<first + 30)
        #expect(warnings(about: "began with playhead \(first)") == count)
        #expect(warnings.count == count)
        #expect(api.creditSummary.map(\.seconds) == [30])
    }

    @Test(arguments: [(Int64(39), 0), (49, 0), (50, 1), (29, 0), (28, 1), (0, 1), (600, 1)])
    func contentGoesOnWhereAnAdCameIn(_ next: Int64, _ count: Int) throws {
        let api = try bench.makeApi()
        api.play()
        api.loadMetadata(Bench.content)
        bench.play(api, 0..<40)
        api.loadMetadata(Bench.midroll)
        bench.play(api, 0..<15)
        api.stop()
        api.loadMetadata(Bench.content)
        bench.play(api, next..<next + 5)
        // A viewer who seeks is nobody's mistake.
        bench.play(api, 1_000..<1_005)
        #expect(warnings(about: "went on at playhead \(next) and not at 39") == count)
        #expect(warnings.count == count)
    }

    @Test func liveContentGoesOnDuringAds() throws {
        let api = try bench.makeApi()
        api.play()
        let live = Bench.content.merging(["length": "0"]) { $1 }
        api.loadMetadata(live)
        bench.play(api, 1_700_000_000..<1_700_000_040)
        api.loadMetadata(Bench.midroll)
        bench.play(api, 0..<60)
        api.stop()
        api.loadMetadata(live)
        bench.play(api, 1_700_000_100..<1_700_000_110)
        #expect(warnings.isEmpty)
    }
}
