// SPDX-License-Identifier: Apache-2.0

import Foundation
import HubServices
import NielsenAppApi
import Testing

/// Source: "iOS SDK API Reference", "TVOS Opt-out".
struct WordingTests {
    @Test func theTextComesWithTheSDK() throws {
        let wording = try NielsenOptOutWording(languages: ["en-US"])
        #expect(wording.language == "en")
        #expect(wording.title == "About Nielsen Measurement")
        let text = wording.text(learnMoreAt: "https://pages.example/100%25")
        #expect(text.hasPrefix("Television and the way we watch it"))
        #expect(text.hasSuffix("please visit https://pages.example/100%25"))
        #expect(text.components(separatedBy: "\n\n").count == NielsenOptOutWording.Key.allCases.count - 1)
        #expect(text.components(separatedBy: "“Limit Ad Tracking”").count == 3)
    }

    @Test func anAppBringsItsOwnLanguages() throws {
        let folder = try Self.makeFolder("de", NielsenOptOutWording.Key.allCases.map(\.rawValue))
        defer { try? FileManager.default.removeItem(at: folder) }
        let wording = try NielsenOptOutWording(languages: ["de-AT", "en"], folders: [folder])
        #expect(wording.language == "de")
        #expect(wording.title == "de: nielsen.about.title")
        #expect(try NielsenOptOutWording(languages: ["fr", "de"], folders: [folder]).language == "de")
        #expect(try NielsenOptOutWording(languages: ["en", "de"], folders: [folder]).language == "en")
    }

    private static func makeFolder(_ language: String, _ keys: [String]) throws -> URL {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("wording-\(UUID().uuidString)")
        let place = folder.appendingPathComponent("\(language).lproj")
        try FileManager.default.createDirectory(at: place, withIntermediateDirectories: true)
        let text = keys.map { "\"\($0)\" = \"\(language): \($0)\";" }.joined(separator: "\n")
        try Data(text.utf8).write(to: place.appendingPathComponent("NielsenOptOut.strings"))
        return folder
    }
}
