// SPDX-License-Identifier: Apache-2.0

import Foundation
import HubServices
import NielsenAppApi
import TestSupport
import Testing

/// Pings as they were captured or published, and what each is.
struct SeenPingTests {
    private static let cases: [JSONObject] = {
        guard let url = Bundle.module.url(forResource: "wire", withExtension: "jsonl", subdirectory: "Resources"),
            let text = try? String(contentsOf: url, encoding: .utf8)
        else { return [] }
        return text.split(separator: "\n").compactMap { try? JSONObject(jsonText: String($0)) }
    }()

    /// Members that explain, or compare with something that no ping has.
    private static let prose: Set = [
        "ch", "view", "title_once_decoded_twice", "hrd_local_minus_6", "app_id_prefix", "device", "session",
    ]

    @Test func thereAreCases() { #expect(Self.cases.count == 47) }

    @Test(arguments: cases)
    func aPingIsWhatItIs(sample: JSONObject) throws {
        let name = sample["id"]?.stringValue ?? ""
        // What was derived may be wrong itself.
        guard sample["certain"] == true else { return }
        let ping = try #require(SeenPing(sample["url"]?.stringValue ?? ""), "\(name)")
        let line = ping.seenJSON
        for (key, right) in try #require(sample["expect"]?.objectValue) where !Self.prose.contains(key) {
            let told = line[key == "kind" ? "cadence" : key] ?? .null
            // What the source says of its own placeholder stands behind the value.
            if let text = right.stringValue, text.contains(" (") {
                #expect(told.stringValue.map(text.hasPrefix) ?? false, "\(name) \(key)")
            } else {
                #expect(told == right, "\(name) \(key)")
            }
        }
        if let title = sample["expect"]?["title_once_decoded_twice"] { #expect(line["title"] == title) }
        if let front = sample["expect"]?["app_id_prefix"]?.stringValue {
            #expect(line["app_id"]?.stringValue?.hasPrefix(front) == true)
        }
    }

    /// The order of parameters, their case, and the encoding of commas mean nothing.
    @Test(arguments: cases)
    func theFormOfAnAddressMeansNothing(sample: JSONObject) throws {
        let url = sample["url"]?.stringValue ?? ""
        let sides = url.split(separator: "?", maxSplits: 1).map(String.init)
        guard sides.count == 2 else { return }
        let pairs = sides[1].split(separator: "&").reversed().map { pair in
            let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            let value = parts.count > 1 ? parts[1].replacing("%2C", with: ",").replacing(",", with: "%2c") : ""
            return "\(parts[0].uppercased())=\(value)"
        }
        let other = sides[0] + "?unknown=1&" + pairs.joined(separator: "&")
        #expect(try #require(SeenPing(other)).seenJSON == #require(SeenPing(url)).seenJSON)
    }

    /// What others send is no mistake of an app.
    @Test func nothingIsFoundInCapturedPings() {
        var lint = NielsenPingLint()
        for sample in Self.cases where sample["certain"] == true { lint.read(sample["url"]?.stringValue ?? "") }
        #expect(lint.finish() == [])
    }

    @Test(arguments: [
        "https://site.example/cfg?lang=en", "https://api.example/m?si=1", "https://media.example/seg.ts?cr=1",
        "https://nuid.example/", "https://site.example/d", "", "?", "://", "https://", "prd=dcr",
    ])
    func aRequestOfAnotherHostIsNoPing(url: String) { #expect(SeenPing(url) == nil) }

    @Test(arguments: [
        "https://h/cgi-bin/gn?prd=dcr&cr=4_00_99_D99999999999999999999_11111&c27=cln,99999999999999999999",
        "https://h/cgi-bin/gn?prd=dcr&cr=____&c27=%&c61=,", "https://h/cgi-bin/gn?&&=&=&prd=dcr&cr",
        "/cgi-bin/gn?prd=dcr&rt=",
    ])
    func whatIsNoNumberCreditsNothing(url: String) throws {
        let ping = try #require(SeenPing(url))
        #expect(ping.credit?.minutes ?? [] == [] && ping.seconds == nil)
    }
}
