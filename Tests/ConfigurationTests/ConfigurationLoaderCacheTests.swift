// SPDX-License-Identifier: Apache-2.0

import TestSupport
import Foundation
import HubServices
import LaunchHub
import Testing

/// What a loader keeps from one start to the next.
final class ConfigurationLoaderCacheTests: LoaderTestCase {
    @Test func nextStartBeginsWithTheCacheAndAsksConditionally() throws {
        let first = try loader()
        first.load(a)
        let date = "Wed, 21 Oct 2015 07:28:00 GMT"
        client.answer(0, 200, #"{"k":{"n":[1,2.5,null]}}"#, headers: ["Etag": "W/\"1\"", "last-modified": date])
        reports.withLock { $0 = [] }

        let second = try loader()
        second.load(a)
        #expect(client.requests[1].headers["If-None-Match"] == "W/\"1\"")
        #expect(client.requests[1].headers["If-Modified-Since"] == date)
        #expect(layers().value(forKey: "k")?.value == ["n": [1, 2.5, nil]])
        #expect(layers().value(forKey: "k")?.origin == .cached)
        client.answer(1, 304)
        #expect(layers().value(forKey: "k")?.value == ["n": [1, 2.5, nil]])
        #expect(layers().value(forKey: "k")?.origin == .remote)
    }

    @Test func validatorsOfAnOlderAnswerAreForgotten() throws {
        let loader = try loader()
        loader.load(a)
        client.answer(0, 200, "{}", headers: ["ETag": "\"1\""])
        loader.load(a)
        client.answer(1, 200, "{}")
        loader.load(a)
        #expect(client.requests[2].headers["If-None-Match"] == nil)
    }

    @Test func cacheOfAnotherAddressIsNotUsed() throws {
        let first = try loader()
        first.load(a)
        client.answer(0, 200, #"{"k":1}"#, headers: ["ETag": "\"1\""])
        let other = try loader(base: "http://127.0.0.1:9/other")
        other.load(a)
        #expect(all.last == .selected(a, 1, cached: nil))
        #expect(client.requests[1].headers["If-None-Match"] == nil)
    }

    @Test(arguments: ["", "{", "[]", "{}", #"{"schema":2,"values":{"k":"forged"}}"#])
    func damagedCacheCountsAsNone(_ text: String) throws {
        let first = try loader()
        first.load(a)
        client.answer(0, 200, #"{"k":1}"#, headers: ["ETag": "\"1\""])
        let file = try #require(try folder.contents.first)
        try Data(text.utf8).write(to: file)
        reports.withLock { $0 = [] }

        let second = try loader()
        second.load(a)
        #expect(all == [.selected(a, 1, cached: nil)])
        client.answer(1, 200, #"{"k":2}"#)
        let third = try loader()
        third.load(a)
        guard case .selected(_, _, let cached?) = all.last else {
            Issue.record("the damaged file was not replaced")
            return
        }
        #expect(cached.values == ["k": 2])
    }

    @Test func cacheOfALaterVersionIsLeftAloneAndThisVersionKeepsItsOwn() throws {
        let first = try loader()
        first.load(a)
        client.answer(0, 200, #"{"k":1}"#, headers: ["ETag": "\"1\""])
        let file = try #require(try folder.contents.first)
        let later = Data((#"{"schema":"launch-hub.kept","version":2,"checksum":"?"}"# + "\n{}\n").utf8)
        try later.write(to: file)

        let second = try loader()
        second.load(a)
        #expect(all.last == .selected(a, 1, cached: nil))
        client.answer(1, 200, #"{"k":2}"#, headers: ["ETag": "\"2\""])
        #expect(try Data(contentsOf: file) == later)
        let third = try loader()
        third.load(a)
        guard case .selected(_, _, let cached?) = all.last else {
            Issue.record("this version's own copy was not found")
            return
        }
        #expect(cached.values == ["k": 2])
        #expect(client.requests.last?.headers["If-None-Match"] == "\"2\"")
    }

    @Test func cacheOfBeforeThereWereVersionsIsRead() throws {
        let first = try loader()
        first.load(a)
        client.answer(0, 200, #"{"k":1}"#, headers: ["ETag": "\"1\""])
        let file = try #require(try folder.contents.first)
        // What follows the first line is what earlier versions wrote alone, with a number.
        let text = try String(contentsOf: file, encoding: .utf8)
        let values = try #require(text.split(separator: "\n").last)
        try Data(values.replacing("{", with: #"{"schema":1,"#, maxReplacements: 1).utf8).write(to: file)
        let second = try loader()
        second.load(a)
        guard case .selected(_, _, let cached?) = all.last else {
            Issue.record("the earlier copy was not read")
            return
        }
        #expect(cached.values == ["k": 1])
    }

    @Test func cacheThatCannotBeWrittenIsLoggedAndNoFailure() throws {
        let file = try folder.write("in the way", to: "file")
        let sink = RecordingSink()
        let loader = try loader(log: Log(level: .warning, sink: sink), random: { 0.5 }) { settings in
            settings.cacheFolder = file.appending(path: "cache", directoryHint: .isDirectory)
        }
        loader.load(a)
        client.answer(0, 200, #"{"k":1}"#)
        #expect(layers().value(forKey: "k")?.value == 1)
        #expect(sink.records.contains { $0.message.contains("not kept for the next start") })
    }

    @Test func longIdsAndIdsThatDifferInCaseAreCachedApart() throws {
        let long = try AppIdentifier(String(repeating: "x", count: 256))
        let ids = [long, try AppIdentifier("Id"), try AppIdentifier("id")]
        let first = try loader()
        for (number, appID) in ids.enumerated() {
            first.load(appID)
            client.answer(number, 200, #"{"k":\#(number)}"#)
        }
        for (number, appID) in ids.enumerated() {
            let next = try loader()
            next.load(appID)
            guard case .selected(_, _, let cached?) = all.last else {
                Issue.record("not cached: \(appID)")
                return
            }
            #expect(cached.values == ["k": .int(Int64(number))])
        }
    }
}
