// SPDX-License-Identifier: Apache-2.0

import Foundation
import HubServices
import LaunchRules
import TestSupport
import Testing

/// Archives as properties publish them, and such as are broken or meant to do harm.
@Suite struct RuleArchiveTests {
    private static let text =
        #"{"version":1,"rules":[{"condition":{"type":"matcher","definition":{"key":"~type","matcher":"eq","#
        + #""values":["one"]}},"consequences":[{"id":"c","type":"add","detail":{"eventdata":{"from":"archive"}}}]}]}"#

    /// Written by Python's zipfile: `assets/`, `assets/readme.txt` and `rules.json`.
    private static let fromElsewhere =
        "UEsDBBQAAAAAAKBQdVwAAAAAAAAAAAAAAAAHAAAAYXNzZXRzL1BLAwQUAAAACACgUHVcrzjcGRsAAADwAAAAEQAAAGFzc2V0cy9yZWFkbWUu"
        + "dHh0y8svycjMS1fIT1MAMooVgKgoNTGFK2+YigMAUEsDBBQAAAAIAKBQdVzBDMvbiQAAAN0AAAAKAAAAcnVsZXMuanNvbkWNywrEIAxFf6Vk"
        + "3U238ytDF6K3VMbq1BcUcb59olJKNsnNSU6hDB+0s/SalnkinwwC9+9C0lml41gVitcX3NAhotzhiVmFTduH+OBqwK+T80NyhrMFWZg0npOz"
        + "oLVWDtkScCZYeXu1aieyXdxSodQQRqFNlyHDRiWi6NPm3dE5L3edQbXWlesPUEsBAhQDFAAAAAAAoFB1XAAAAAAAAAAAAAAAAAcAAAAAAAAA"
        + "AAAAAO1BAAAAAGFzc2V0cy9QSwECFAMUAAAACACgUHVcrzjcGRsAAADwAAAAEQAAAAAAAAAAAAAApIElAAAAYXNzZXRzL3JlYWRtZS50eHRQ"
        + "SwECFAMUAAAACACgUHVcwQzL24kAAADdAAAACgAAAAAAAAAAAAAApIFvAAAAcnVsZXMuanNvblBLBQYAAAAAAwADAKwAAAAgAQAAAAA="

    private func code(of data: Data) -> HubErrorCode<LaunchRuleError>? {
        do throws(LaunchRuleError) {
            _ = try LaunchRuleSet(published: data)
            return nil
        } catch {
            return error.code
        }
    }

    @Test func anArchiveOfAnotherProgramIsRead() throws {
        let data = try #require(Data(base64Encoded: Self.fromElsewhere))
        #expect(try LaunchRuleSet(published: data).count == 1)
        #expect(try LaunchRuleSet(published: Data(Self.text.utf8)).count == 1)
    }

    @Test func everyFormOfAnHonestArchiveIsRead() throws {
        var withComment = ZIPWriter(Self.text)
        withComment.comment = Array("built by a property".utf8)
        for writer in [
            ZIPWriter(Self.text), ZIPWriter(Self.text) { $0.isDeflated = false },
            ZIPWriter(Self.text) { $0.hasSizesBehind = true }, ZIPWriter(Self.text) { $0.mode = 0 }, withComment,
        ] {
            #expect(try LaunchRuleSet(published: writer.data).count == 1)
        }
    }

    @Test func anArchiveThatIsCutAnywhereIsRefused() throws {
        let data = try #require(Data(base64Encoded: Self.fromElsewhere))
        for end in 2..<data.count { #expect(code(of: data.prefix(end)) == .badArchive, "cut at \(end)") }
        // Nothing may stand before the archive or behind it, either.
        #expect(code(of: data + Data([0])) == .badArchive)
    }

    @Test func aChangedByteIsSeenOrDoesNotMatter() throws {
        let data = try #require(Data(base64Encoded: Self.fromElsewhere))
        var read = 0
        for place in 2..<data.count {
            var changed = data
            changed[place] ^= 1 << (place % 8)
            guard let set = try? LaunchRuleSet(published: changed) else { continue }
            read += 1
            #expect(set.count == 1 && set.findings.isEmpty, "byte \(place)")
        }
        // Times, rights, and the entries beside the rules.
        #expect(read > 10 && read < data.count / 2)
    }

    @Test(arguments: [
        "../rules.json", "a/../../rules.json", "/etc/passwd", "..", "a/..", "..\\rules.json", "C:\\rules.json", "C:x",
        "",
        "a\0b",
    ])
    func aNameThatLeadsOutRefusesTheArchive(_ name: String) {
        let rules = ZIPWriter.Entry(name: "rules.json", content: Array(Self.text.utf8))
        let other = ZIPWriter.Entry(name: name, content: [1])
        #expect(code(of: ZIPWriter([rules, other]).data) == .unsafeArchive)
        #expect(code(of: ZIPWriter([other, rules]).data) == .unsafeArchive)
    }

    @Test(arguments: ["rule.json", "Rules.json", "rules.json/", "property/rules.json", "rules.json "])
    func onlyTheFileAtTheRootIsTaken(_ name: String) {
        #expect(code(of: ZIPWriter(Self.text, name: name).data) == .noRulesFile)
    }

    @Test func whatCannotBeTrustedIsRefused() {
        let rules = ZIPWriter.Entry(name: "rules.json", content: Array(Self.text.utf8))
        var split = ZIPWriter([rules])
        split.disk = 1
        var locator = ZIPWriter([rules])
        locator.hasZIP64Locator = true
        var more = ZIPWriter([rules])
        more.count = 2
        var fewer = ZIPWriter([rules, ZIPWriter.Entry(name: "a", content: [])])
        fewer.count = 1
        var large = ZIPWriter([rules])
        large.count = 0xFFFF
        for writer in [
            ZIPWriter([rules, rules]), split, locator, more, fewer, large,
            ZIPWriter(Self.text) { $0.flags = 1 }, ZIPWriter(Self.text) { $0.flags = 0x40 },
            ZIPWriter(Self.text) { $0.flags = 0x2000 }, ZIPWriter(Self.text) { $0.flags = 0x20 },
            ZIPWriter(Self.text) { $0.method = 12 }, ZIPWriter(Self.text) { $0.mode = 0o120777 },
            ZIPWriter(Self.text) { $0.checksum = 1 }, ZIPWriter(Self.text) { $0.size = 10 },
            ZIPWriter(Self.text) { $0.size = $0.content.count + 1 },
            ZIPWriter(Self.text) { $0.size = 0xFFFF_FFF0 >> 9 },
            ZIPWriter(Self.text) { ($0.isDeflated, $0.size) = (false, 10) },
            ZIPWriter(Self.text) { $0.ownName = "other.json" },
        ] {
            #expect(code(of: writer.data) == .badArchive)
        }
        let entries = (0...1_000).map { ZIPWriter.Entry(name: "\($0)", content: []) }
        #expect(code(of: ZIPWriter(entries + [rules]).data) == .tooLarge)
        #expect(code(of: Data("PK".utf8) + Data(count: 5 << 20)) == .tooLarge)
        // Few bytes that unpack to more than sixteen mebibytes.
        #expect(code(of: ZIPWriter(Self.text + String(repeating: " ", count: 16 << 20)).data) == .tooLarge)
        #expect(code(of: ZIPWriter("[]").data) == .noRules)
        #expect(code(of: ZIPWriter("<html>").data) == .notJSON)
    }
}
