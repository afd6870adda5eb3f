// SPDX-License-Identifier: Apache-2.0

import Foundation
import HubServices
import NielsenAppApi
import NielsenTestSupport
import Testing

/// Configurations that an earlier version of the library kept under the address that they came from.
struct EarlierConfigurationTests {
    private static let appid = "P00000000-0000-0000-0000-000000000001"

    private let bench = PingBench()
    private let server = StubServer()

    /// A configuration that marks its pings.
    private func text(_ mark: String) -> String {
        """
        {"schema": "launch-hub.sdk-configuration", "version": 1,
         "products": [{"product": "dcrVideo", "types": ["content"],
                       "processors": [{"cadence": "impression", "template": "t", "prefix": "V", "at": "view"}]}],
         "templates": {"t": {"url": "http://127.0.0.1:1/\(mark)", "parameters": ["ai=[nol_assetid]"]}},
         "keyMap": {"nol_assetid": "assetid"}}
        """
    }

    /// Which of the kept configurations an instance starts with; nil if it waits for its server.
    private func start(_ kept: [(mark: String, appid: String?, age: Double)]) throws -> String? {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("pings-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        for (number, entry) in kept.enumerated() {
            var object: JSONObject = [
                "url": .string("http://127.0.0.1:1/\(entry.mark)/\(Self.appid).json"),
                "text": .string(text(entry.mark)),
            ]
            if let appid = entry.appid { object["appid"] = .string(appid) }
            let file = folder.appendingPathComponent("sdk-\(number)aaaa.json")
            try JSONValue.object(object).jsonData().write(to: file)
            let date = Date(timeIntervalSince1970: 1_700_000_000 - entry.age)
            try FileManager.default.setAttributes([.modificationDate: date], ofItemAtPath: file.path)
        }
        bench.source = NielsenConfigurationSource(
            baseURL: try #require(URL(string: "http://127.0.0.1:8642/sdk")),
            cacheFolder: folder,
            client: server
        )
        let api = try bench.makeApi(PingBench.appInfo.merging(["appid": Self.appid]) { $1 })
        guard api.state == .idle else { return nil }
        api.play()
        api.loadMetadata(PingBench.content)
        api.playheadPosition(0)
        let address = try #require(bench.pings.pings.last.flatMap { URLComponents(string: $0.url) })
        return String(address.path.dropFirst())
    }

    @Test func theNewestOfSeveralIsTaken() throws {
        #expect(try start([("old", nil, 300), ("new", nil, 100), ("older", nil, 400)]) == "new")
        #expect(try start([("new", nil, 100), ("old", nil, 300)]) == "new")
    }

    /// A file that names its app id is of that app, wherever it came from.
    @Test func theConfigurationOfAnotherAppIsLeft() throws {
        #expect(try start([("other", "P-other", 100), ("own", Self.appid, 300)]) == "own")
        #expect(try start([("other", "P-other", 100)]) == nil)
        #expect(try start([]) == nil)
    }
}
