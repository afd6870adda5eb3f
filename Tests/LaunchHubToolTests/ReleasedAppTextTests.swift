// SPDX-License-Identifier: Apache-2.0

import HubServices
import Testing

@testable import LaunchHubSession

/// The rows that say what rules made of the calls of an app.
struct ReleasedAppTextTests {
    private func lines(columns: Int, event: String) -> [String] {
        let session = Session(header: SessionHeader(title: "Visit"))
        var played = ReleasedAppSession(session: session, ruleCount: 3)
        let call = AppCall(.trackAction, "play")
        for second in 0..<12 {
            let command = SessionCommand(event)
            played.add(call, SessionStep(number: second + 1, time: Int64(second) * 1_000, command: nil), [command])
        }
        played.add(nil, SessionStep(number: 13, time: 75_000, command: nil), [])
        return ReleasedAppText(style: TextStyle(isColoured: false, columns: columns)).lines(played)
    }

    private func row(_ name: String, in lines: [String]) -> String? { lines.first { $0.hasPrefix("  \(name)") } }

    /// A row is as wide as the terminal: two blanks, the call, how often, two blanks, and what the rules made of it.
    @Test(arguments: [80, 98])
    func aRowEndsWithTheLastColumn(_ columns: Int) {
        let room = columns - 41
        let head = "  trackAction(\"play\")" + String(repeating: " ", count: 16) + "12  "
        #expect(head.count == 41)
        for (length, isCut) in [(room - 1, false), (room, false), (room + 1, true), (3 * room, true)] {
            let event = String(repeating: "e", count: length)
            let shown = isCut ? String(repeating: "e", count: room - 1) + "…" : event
            #expect(row("trackAction", in: lines(columns: columns, event: event)) == head + shown, "\(length)")
        }
    }

    @Test func whatTheRulesMadeNothingOfIsADash() {
        let lines = lines(columns: 80, event: "event")
        #expect(row("(starts", in: lines) == "  (starts the hub)" + String(repeating: " ", count: 20) + "1  –")
        #expect(row("the app", in: lines)?.hasSuffix("times  the rules") == true)
    }

    @Test(arguments: [80, 98])
    func theIntroductionIsAsWideAsTheTerminal(_ columns: Int) {
        let introduction = lines(columns: columns, event: "event").drop { !$0.hasPrefix("  ") }
            .prefix { !$0.hasPrefix("  the app") }
        let words = introduction.joined(separator: " ").split(separator: " ")
        #expect(words.prefix(7).joined(separator: " ") == "1 min 15 s of another app,")
        #expect(words.suffix(3).joined(separator: " ") == "published 3 rules.")
        // Each line has the words that fit, behind a margin of two blanks.
        var expected: [String] = []
        var line = ""
        for word in words {
            if line.count + 1 + word.count > columns - 2 {
                expected.append("  " + line)
                line = String(word)
            } else {
                line += (line.isEmpty ? "" : " ") + word
            }
        }
        expected.append("  " + line)
        #expect(Array(introduction) == expected)
    }
}
