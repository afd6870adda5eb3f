// SPDX-License-Identifier: Apache-2.0

import Foundation
import HubServices
import NielsenAppApi
import NielsenAppSDKExtension
import TestSupport
import Testing

/// The tables of the article *Contract* are what the extension answers, by event and by call.
struct ContractArticleTests {
    private struct Broken: Error {}

    /// What was seen of an event and of the call that mirrors it.
    private struct Seen {
        var answer: Set<String> = []
        var codes: Set<Int> = []
        var callCodes: Set<Int> = []
    }

    /// The events, each with the call that mirrors it.
    private static let calls: [(event: NielsenInstanceEvent, call: String)] = [
        (.instantiateWithLocalConfiguration(ResultTable.appInfo), "instantiateSDK(withConfiguration:)"),
        (.instantiateWithRemoteConfiguration, "instantiateSDKWithRemoteConfiguration()"),
        (.remove(identifier: "a"), "removeSDK(withIdentifier:)"),
        (.track(ResultTable.playhead, identifier: "a"), "trackEvent(_:forSDKWithIdentifier:)"),
        (.optOutStatus(identifier: "a"), "optOutStatusForSDK(withIdentifier:)"),
        (.appDisable(identifier: "a"), "appDisableForSDK(withIdentifier:)"),
        (.setAppDisable(true, identifier: "a"), "setAppDisable(_:forSDKWithIdentifier:)"),
        (.demographicId(identifier: "a"), "demographicIdForSDK(withIdentifier:)"),
        (.optOutURL(identifier: "a"), "optOutURLForSDK(withIdentifier:)"),
        (.meterVersion(identifier: "a"), "meterVersionForSDK(withIdentifier:)"),
    ]

    /// Makes a row's event and call, each on a service of its own.
    private func see(
        _ row: ResultRow,
        _ seen: inout [String: Seen],
        on make: () async throws -> ServiceUnderTest
    ) async throws {
        let name = row.event.replacing("ConfigurationEvent", with: "ConfigEvent")
        let answer = try #require(try await make().answer(row.event, row.data))
        let code = try #require(answer["code"]?.intValue)
        seen[name, default: Seen()].codes.insert(Int(code))
        if code == 5001 { seen[name, default: Seen()].answer.formUnion(answer.keys) }
        guard let call = row.call, let returned = call(try await make().service)["code"] as? Int else { return }
        seen[name, default: Seen()].callCodes.insert(returned)
    }

    /// What every input of the tables of results is answered with, and what is wrong outside of the input.
    private func seen() async throws -> [String: Seen] {
        var seen: [String: Seen] = [:]
        let invalid = ResultTable.invalid.filter { $0.event != "NoSuchEvent" }
        for row in ResultTable.instances + ResultTable.tracking + ResultTable.identifiers + invalid {
            try await see(row, &seen) {
                let under = try await ServiceUnderTest(configuration: ["nielsen.ios": .object(ResultTable.appInfo)])
                _ = under.service.instantiateSDK(withConfiguration: ResultTable.appInfo.anyDictionary)
                return under
            }
        }
        let instances = ResultTable.instances.filter { $0.code == 5001 && $0.call != nil && $0.value != nil }
        for row in instances {
            try await see(row, &seen) {
                let settings: JSONObject = ["nielsen.ios": .object(ResultTable.appInfo)]
                return try await ServiceUnderTest(configuration: settings) { _, _, _ in throw Broken() }
            }
        }
        for settings in [nil, ["sfcode": "dcr"], ["appid": ""]] as [JSONObject?] {
            for row in instances where row.event == ResultTable.remote {
                try await see(row, &seen) {
                    try await ServiceUnderTest(configuration: settings.map { ["nielsen.ios": .object($0)] })
                }
            }
        }
        for row in ResultTable.identifiers where row.code == 5001 && row.value != "identifier" {
            try await see(row, &seen) {
                let under = try await ServiceUnderTest { _, _, _ in FakeInstance() }
                _ = under.service.instantiateSDK(withConfiguration: ResultTable.appInfo.anyDictionary)
                return under
            }
        }
        // No event can have what is not JSON.
        let under = try await ServiceUnderTest()
        let returned = under.service.instantiateSDK(withConfiguration: ["appid": "P1", "made": 0...1])["code"] as? Int
        seen[ResultTable.local, default: Seen()].callCodes.insert(try #require(returned))
        return seen
    }

    private static func list(_ names: some Sequence<String>) -> String {
        let names = names.sorted().map { "`\($0)`" }
        return names.isEmpty ? "nothing" : names.joined(separator: ", ")
    }

    private static func list(_ codes: Set<Int>) -> String { codes.sorted().map(String.init).joined(separator: ", ") }

    @Test func theTablesSayWhatIsAnswered() async throws {
        let folder = "Sources/NielsenAppSDKExtension"
        let article = try PackageFolder.text("\(folder)/NielsenAppSDKExtension.docc/Contract.md")
        let facade = try PackageFolder.text("\(folder)/Facade/NielsenAppSDKExtension+Calls.swift")
        let seen = try await seen()
        #expect(seen.count == Self.calls.count)
        for (event, call) in Self.calls {
            let seen = try #require(seen[event.name])
            let answer = Self.list(seen.answer.subtracting(["code", "description"]))
            let row = "| `\(event.name)` | \(Self.list(event.data.keys)) | \(answer) | \(Self.list(seen.codes)) |"
            #expect(article.contains(row + "\n"), "\(row)")
            let line = "| `\(call)` | `\(event.name)` | \(Self.list(seen.callCodes)) |"
            #expect(article.contains(line + "\n"), "\(line)")
            // The comment of the call says the same.
            let name = call.prefix { $0 != "(" }
            let comment =
                facade.components(separatedBy: "func \(name)(").first?.components(separatedBy: "\n\n").last ?? ""
            #expect(comment.lowercased().contains("codes \(Self.list(seen.callCodes))."), "\(call)")
        }
        #expect(article.contains("| `registerListener(forSDKNotifier:)` | "))
        for code in NielsenAppSDKExtensionResultCode.allCases { #expect(article.contains("\n\(code.rawValue) | ")) }
        #expect(article.contains("`\(NielsenInstanceEvent.type)`") && article.contains("`\(NielsenSDKNotice.type)`"))
    }
}
