// SPDX-License-Identifier: Apache-2.0

import HubCommandLine
import Testing

@testable import LaunchHubTool

/// The names that are made of the name of an extension, and the names that are none.
struct ExtensionNameTests {
    @Test(arguments: [
        ("Watchlist", "watchlist", "WatchlistExtension"), ("WatchedItems", "watchedItems", "WatchedItemsExtension"),
        ("TVGuide", "tvGuide", "TVGuideExtension"), ("TV", "tv", "TVExtension"), ("A", "a", "AExtension"),
        ("A1", "a1", "A1Extension"), ("ABc", "aBc", "ABcExtension"), ("MyExtension", "myExtension", "MyExtensionHub"),
        ("Extension", "extension", "ExtensionHub"),
    ])
    func anExtensionHasItsNames(_ name: String, _ identifier: String, _ type: String) throws {
        let made = try ExtensionName(name)
        #expect(made.module == name && made.identifier == identifier && made.type == type)
    }

    private func mistake(_ name: String) -> String? {
        do throws(UsageError) {
            _ = try ExtensionName(name)
            return nil
        } catch {
            return error.description
        }
    }

    private static func illegal(_ shown: String, _ right: String) -> String {
        "\"\(shown)\" cannot be the name of a module; use letters and digits of ASCII, and begin with a capital letter."
            + right
    }

    @Test(arguments: [
        ("My-List", " MyList would be right."), ("My_List", " MyList would be right."),
        ("my list 2", " MyList2 would be right."), ("", ""), ("-", ""), ("2Fast", ""), ("2 fast", ""),
        ("Größe", " GrE would be right."), ("aB", " AB would be right."),
    ])
    func anIllegalNameIsSaidWithWhatWasProbablyMeant(_ name: String, _ right: String) {
        #expect(mistake(name) == Self.illegal(name, right))
    }

    @Test func aNameHasFortyEightCharactersAtMost() {
        #expect(mistake("A" + String(repeating: "b", count: 47)) == nil)
        #expect(
            mistake("A" + String(repeating: "b", count: 48)) == "the name has 49 characters; use 48 at most."
        )
        // Of a longer one the first sixty-four are shown.
        let rest = String(repeating: "b", count: 63)
        #expect(mistake("a\(rest)") == Self.illegal("a\(rest)", " A\(rest) would be right."))
        #expect(mistake("a\(rest)c") == Self.illegal("a\(rest)", " A\(rest) would be right."))
    }

    @Test func aNameOfAModuleIsTakenInAnyCapitals() {
        for name in ["LaunchHub", "Launchhub", "ITEMS"] {
            #expect(
                mistake(name)
                    == "\"\(name)\" is the name of a module or of a type that the extension imports; use another one, "
                    + "such as My\(name)."
            )
        }
    }
}
