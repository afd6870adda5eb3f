// SPDX-License-Identifier: Apache-2.0

import Foundation
import HubServices
import NielsenTestSupport
import Testing

@testable import NielsenAppApi

/// How much is read of a kept configuration, and how many files of earlier versions are found.
struct ConfigurationCacheLimitTests {
    /// Works in a folder of its own.
    private func inFolder(_ work: (URL, NielsenConfigurationCache) throws -> Void) throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("cache-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let url = try #require(URL(string: "https://configuration.example/sdk/P.json"))
        try work(folder, NielsenConfigurationCache(folder: folder, url: url, appid: "P"))
    }

    /// Writes what an earlier version kept, filled up with spaces.
    private func keep(_ name: String, in folder: URL, bytes: Int = 0) throws {
        let object: JSONObject = ["url": "https://before.example/P.json", "text": .string("{}")]
        var data = JSONValue.object(object).jsonData()
        if bytes > data.count { data.append(Data(repeating: UInt8(ascii: " "), count: bytes - data.count)) }
        try data.write(to: folder.appendingPathComponent("sdk-\(name).json"))
    }

    /// The most bytes of a configuration, those of its file, and whether it is read.
    @Test(arguments: [
        (0, 65_536, true), (0, 65_537, false), (-5, 65_536, true), (-5, 65_537, false), (10, 65_556, true),
        (10, 65_557, false), (Int.max, 100_000, true),
    ])
    func aFileMayBeTwiceAsLongAsItsTextAndSomeMore(_ maximum: Int, _ bytes: Int, _ isRead: Bool) throws {
        try inFolder { folder, cache in
            try keep("before", in: folder, bytes: bytes)
            let entry = try cache.read(maximumBytes: maximum)
            #expect((entry != nil) == isRead)
            if isRead { #expect(entry?.data == Data("{}".utf8)) }
        }
    }

    /// Each configuration that is kept makes room for itself among sixty-four of before.
    @Test(arguments: [(0, 1), (1, 1), (64, 1), (65, 2), (70, 7)])
    func sixtyFourFilesOfBeforeAreRemoved(_ count: Int, _ left: Int) throws {
        try inFolder { folder, cache in
            for number in 0..<count { try keep("\(number)", in: folder) }
            let failure = cache.write(.init(data: Data("{}".utf8), validators: HTTPValidators()))
            #expect(failure == nil)
            #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).count == left)
        }
    }
}
