// SPDX-License-Identifier: Apache-2.0

import Foundation
import HubServices
import NielsenAppApi
import Testing

/// The address of an app id's configuration: only ids that are names of files have one.
struct SourceAddressTests {
    private func path(_ appid: String) throws -> String? {
        let base = try #require(URL(string: "https://configuration.example/sdk"))
        return NielsenConfigurationSource(baseURL: base).url(for: appid)?.path
    }

    @Test(arguments: ["0", "9", "a", "z", "A", "Z", "-", "_", "P-0.z_9", "a.", "a..b"])
    func lettersDigitsAndThreeSignsAreAName(_ appid: String) throws {
        #expect(try path(appid) == "/sdk/\(appid).json")
    }

    /// Among them the neighbours of letters and digits in ASCII.
    @Test(arguments: [
        "", ".", ".a", "/", ":", "@", "[", "`", "{", " ", ",", "^", "\u{7f}", "\u{10}", "é", "a/b", "a%b",
    ])
    func nothingElseIs(_ appid: String) throws {
        #expect(try path(appid) == nil)
    }

    @Test(arguments: [(127, true), (128, true), (129, false)])
    func aNameHas128BytesAtMost(_ count: Int, _ isName: Bool) throws {
        #expect((try path(String(repeating: "a", count: count)) != nil) == isName)
    }
}
