// SPDX-License-Identifier: Apache-2.0

package import Foundation
import HubServices
import NielsenAppApi

/// A configuration that was tried: an example of a ping for each template.
package struct SDKRehearsal: Sendable {
    /// A ping that a template makes.
    package struct Example: Sendable, Hashable {
        /// The name of the template.
        package let template: String
        /// The address; nil if no ping was made of the template.
        package let url: String?
        /// The body of a POST.
        package let body: String?
    }

    /// The templates in the order of their names.
    package let examples: [Example]
    /// What the configuration has and does not use, and what is published although it is probably not meant.
    package let remarks: [String]

    /// Reads a configuration as apps do and measures a programme, an ad, a stream with watermarks and a page with it.
    ///
    /// - Parameter data: The text of the configuration.
    /// - Throws: ``PropertyError`` of the code `file` if apps cannot read it.
    package init(_ data: Data) throws(PropertyError) {
        let configuration: NielsenConfiguration
        let names: [String]
        do {
            configuration = try NielsenConfiguration(jsonData: data)
            let object = try JSONObject(jsonData: data)
            names = (object["templates"]?.objectValue?.keys ?? []).filter { !$0.hasPrefix("_") }.sorted()
            let hasKey = object["identifiers"]?["aes128Key"] != nil
            let secret =
                "identifiers.aes128Key: everybody who can load the file can read the key; use sha256 if you can"
            remarks = configuration.remarks + (hasKey ? [secret] : [])
        } catch {
            throw PropertyError(.file, "\(error)")
        }
        // Of each template the ping that says most: that of an ad leaves much of a programme empty.
        var found: [String: (ping: NielsenPing, given: Int)] = [:]
        for ping in Self.pings(of: configuration) {
            let table = NielsenPingTable(ping.url, configuration)
            let given = table.rows.count { !$0.value.isEmpty }
            if given > found[table.template]?.given ?? -1 { found[table.template] = (ping, given) }
        }
        examples = names.map { Example(template: $0, url: found[$0]?.ping.url, body: found[$0]?.ping.body) }
    }

    // MARK: - Playing

    private static func pings(of configuration: NielsenConfiguration) -> [NielsenPing] {
        let clock = ManualClock()
        let sink = NielsenRecordingPingSink()
        let numbers = Locked<UInt64>(0)
        let environment = NielsenEnvironment(clock: clock, pings: sink, configuration: configuration) {
            // Any numbers will do, as long as they are the same each time.
            numbers.withLock { number in
                number &+= 1
                return number &* 0x9E37_79B9_7F4A_7C15
            }
        }
        let appInfo = ["appid": "P00000000-0000-0000-0000-000000000001", "appname": "Player", "appversion": "1.0"]
        guard let api = try? NielsenAppApi.make(appInfo: appInfo, environment: environment) else { return [] }
        func play(_ seconds: Int64) {
            for second in 0..<seconds {
                api.playheadPosition(second)
                clock.advance(by: .seconds(1))
            }
        }
        let frame = NielsenViewabilityRect(x: 0, y: 0, width: 400, height: 800)
        let player = NielsenViewabilityView(tag: "player", frame: frame)
        let scene = NielsenViewabilityScene(screen: frame, window: frame, views: [player])
        api.trackViewability(["viewTag": "player", "viewContainer": scene])
        let program = ["program": "Programme", "title": "Title", "segB": "segment B", "segC": "segment C"]
        api.play()
        api.loadMetadata([
            "type": "preroll", "assetid": "ad-1", "ocrtag": "http://127.0.0.1:8642/cgi-bin/m?ci=example",
        ])
        play(15)
        api.stop()
        let content = [
            "type": "content", "assetid": "content-1", "length": "3600", "airdate": "20260301 20:00:00",
            "isfullepisode": "y", "adloadtype": "2", "hasAds": "1",
        ]
        api.loadMetadata(content.merging(program) { $1 })
        play(400)
        api.end()
        api.play(["channelName": "Channel"])
        api.loadMetadata(["type": "content", "adModel": "1", "length": "0"])
        for second in stride(from: 0, through: 720, by: 10) {
            api.sendID3(watermark(at: second))
            clock.advance(by: .seconds(10))
        }
        api.end()
        api.play(["channelName": "Radio"])
        api.loadMetadata(["type": "radio", "assetid": "radio-1", "length": "0"].merging(program) { $1 })
        play(30)
        api.end()
        api.loadMetadata(["type": "static", "section": "Front page", "segA": "segment A"])
        clock.advance(by: .seconds(60))
        api.staticEnd()
        api.shutdown()
        return sink.pings
    }

    /// The published example of a watermark, at another offset.
    private static func watermark(at second: Int) -> String {
        "www.nielsen.com/065H2g6E7ZyQ5UdmMAbbpg==/_EMc37zfVgq_8KB7baUYfg==/ADQCAmgV1Xyvnynyg60kZO_Ejkcn2KLSrTzyJpZZ"
            + "-QeRn8GpMGTWI7-HrEKzghxyzCyBEoIDv2kA2g1QJmeYOl5GnwfrLDVK2bNLTbQxr1z9VBfxahBcQP5tqbjhyMzdVqrMKuvvJO1jhtSXa9"
            + "AroChb11ZUnG1WVJx2O4M=/\(10_000 + second)/\(10_000 + second)/00"
    }
}
