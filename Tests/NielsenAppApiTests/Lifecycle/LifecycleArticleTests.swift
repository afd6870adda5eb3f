// SPDX-License-Identifier: Apache-2.0

import NielsenAppApi
import TestSupport
import Testing

/// The table of the article is that of the code.
struct LifecycleArticleTests {
    private static let names: [NielsenInterruption: String] = [
        .pause: "Pause", .networkLoss: "Network loss", .call: "Call", .alarm: "Alarm", .buffering: "Buffering",
        .deviceLock: "Device lock", .background: "Background", .channelChange: "Channel change",
        .headphonesUnplugged: "Headphones unplugged",
    ]

    private static func shown(_ effect: NielsenInterruptionRule.Effect) -> String {
        switch effect {
        case .none: "goes on"
        case .withhold: "withheld; `stop` after 30 s"
        case .stop: "`stop`"
        case .staticEnd: "`staticEnd`"
        }
    }

    static var table: String {
        let rows = NielsenInterruptionRule.all.map { rule in
            let cells = [rule.video, rule.pictureInPicture, rule.audio, rule.page].map(shown)
            let over = rule.over == .playback ? "playback goes on" : "its cause is gone"
            return "| \(names[rule.interruption] ?? "?") | ``NielsenInterruption/\(rule.interruption.rawValue)`` | "
                + cells.joined(separator: " | ") + " | \(over) |"
        }
        let head = "| Interruption | Name | Video | In picture in picture | Audio | Static page | Over when |"
        return ([head, "|---|---|---|---|---|---|---|"] + rows).joined(separator: "\n")
    }

    @Test func theArticleHasTheTableOfTheCode() throws {
        let text = try PackageFolder.text("Sources/NielsenAppApi/NielsenAppApi.docc/Lifecycle.md")
        #expect(text.contains(Self.table), "the table of the article should be:\n\(Self.table)")
    }

    @Test func theTableHasOneRowForEachInterruption() {
        #expect(NielsenInterruptionRule.all.map(\.interruption) == NielsenInterruption.allCases)
        for interruption in NielsenInterruption.allCases {
            #expect(NielsenInterruptionRule.rule(for: interruption).interruption == interruption)
        }
    }
}
