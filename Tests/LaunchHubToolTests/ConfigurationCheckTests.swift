// SPDX-License-Identifier: Apache-2.0

import Foundation
import HubServices
import LaunchHubSession
import Testing

@testable import LaunchHubTool

/// What is said of a file of the SDK's configuration, which is one input and not one a line.
struct ConfigurationCheckTests {
    private static let right = #"{"schema":"launch-hub.sdk-configuration","version":1}"#
    private static let remarked = #"{"schema":"launch-hub.sdk-configuration","version":1,"treshholds":{}}"#

    private func check(_ text: String) -> ConfigurationCheck { ConfigurationCheck(Data(text.utf8), name: "a.json") }

    /// Other tools mark the place that an answer has: that of a file as a whole is its first line.
    @Test(arguments: [(right, true, 0), (remarked, true, 1), ("{", false, 1)])
    func anAnswerIsAboutTheFileFromItsFirstLineOn(_ text: String, _ isValid: Bool, _ count: Int) {
        let answer = check(text).answer
        #expect(answer.id == "a.json" && answer.line == 1)
        #expect(answer.isValid == isValid && answer.issues.count == count)
        #expect(answer.issues.allSatisfy { $0.line == nil })
    }

    @Test func theVerdictIsColouredByWhetherAppsTakeTheFile() {
        let style = TextStyle(isColoured: true)
        func verdict(_ text: String) -> String? { check(text).text(style).first }
        let name = style.bold("a.json")
        #expect(verdict(Self.right) == "\(name): \(style.good("valid"))")
        #expect(verdict(Self.remarked) == "\(name): \(style.good("apps accept this file; see the findings"))")
        #expect(verdict("{") == "\(name): \(style.bad("no app accepts this file"))")
        #expect(check(Self.right).text(style).count == 1)
        #expect(check("{").text(style).count > 1)
    }
}
