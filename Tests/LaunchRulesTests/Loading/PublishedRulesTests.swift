// SPDX-License-Identifier: Apache-2.0

import Foundation
import HubServices
import TestSupport
import Testing

@testable import LaunchRules

/// What becomes of each answer to a request for rules, and of what is kept of it.
@Suite struct PublishedRulesTests {
    private let folder: TemporaryFolder
    private let warnings = Locked<[String]>([])
    private let url: URL
    private let shown = "https://p.example/rules.json"

    init() throws {
        folder = try TemporaryFolder()
        url = try #require(URL(string: "https://user:secret@p.example/rules.json?key=1#x"))
    }

    private func source(_ cache: URL? = nil) -> PublishedRules {
        PublishedRules(
            cache: cache.map(RuleCache.init),
            allowsInsecure: false,
            now: { 7 },
            warn: { [warnings] text in warnings.withLock { $0.append(text) } }
        )
    }

    private func failure(_ body: () throws(RuleLoadFailure) -> RuleDocument) -> RuleLoadFailure? {
        do throws(RuleLoadFailure) {
            _ = try body()
            return nil
        } catch {
            return error
        }
    }

    private func response(_ status: Int, _ body: String = "", _ headers: HTTPHeaders = [:]) -> HTTPResponse {
        HTTPResponse(status: status, headers: headers, body: Data(body.utf8), url: url)
    }

    @Test func aRequestAsksForRulesUpToTheirLimit() throws {
        let source = source()
        #expect(source.limits.bodyBytes == 16 << 20 && source.limits.redirects == 5)
        #expect(source.headers["Accept"] == "application/zip, application/json")
        #expect(source.headers["User-Agent"] == HubPackage.userAgent)
        #expect(try source.url(of: url) == url)
    }

    @Test func eachFaultOfTheNetworkIsSaidWithItsAddress() {
        let source = source()
        #expect(
            source.failure(.bodyTooLarge(limit: 9), from: url)
                == RuleLoadFailure(
                    error: LaunchRuleError(.tooLarge, "\(shown) has more than 9 bytes; no more are read")
                )
        )
        let lasting: [HTTPError] = [.invalidRequest("x"), .headTooLarge(limit: 1), .cancelled]
        let passing: [HTTPError] = [
            .timedOut(after: .seconds(1)), .truncated(receivedBytes: 1, expectedBytes: 2), .malformedAnswer("x"),
            .tooManyRedirects(limit: 1), .redirectRefused(to: "x"), .connection("x"),
        ]
        for error in lasting + passing {
            #expect(
                source.failure(error, from: url)
                    == RuleLoadFailure(
                        error: LaunchRuleError(.network, "\(shown) could not be fetched: \(error)"),
                        isTransient: passing.contains(error)
                    )
            )
        }
        #expect(
            source.unaskedNotModified(from: url)
                == RuleLoadFailure(
                    error: LaunchRuleError(
                        .httpStatus,
                        "\(shown) answered with status 304, which was not asked for"
                    ),
                    isTransient: true
                )
        )
    }

    @Test(arguments: [
        (201, false), (204, false), (304, true), (404, false), (408, true), (424, false), (425, true), (429, true),
        (499, false), (500, true), (599, true),
    ])
    func aStatusSaysWhetherToAskAgainAndWhen(_ status: Int, _ isTransient: Bool) {
        let response = response(status, #"{"rules":[]}"#, ["Retry-After": "9"])
        let found = failure { () throws(RuleLoadFailure) in try source().document(url, in: response, from: url) }
        let text = "\(shown) answered with status \(status); 200 with a file of rules is needed"
        #expect(
            found
                == RuleLoadFailure(
                    error: LaunchRuleError(.httpStatus, text),
                    isTransient: isTransient,
                    retryAfter: .seconds(9)
                )
        )
    }

    /// What is read, and whether another answer may be better.
    @Test(
        arguments: [
            ("<html>", .notJSON, true), ("{}", .noRules, true), ("PK", .badArchive, true),
            (Self.tooMany, .tooLarge, false),
        ] as [(String, HubErrorCode<LaunchRuleError>, Bool)]
    )
    func whatIsNotRulesIsSaidWithItsAddress(
        _ body: String,
        _ code: HubErrorCode<LaunchRuleError>,
        _ isTransient: Bool
    ) throws {
        let response = response(200, body)
        let found = failure { () throws(RuleLoadFailure) in try source().document(url, in: response, from: url) }
        #expect(found?.error.code == code && found?.isTransient == isTransient && found?.retryAfter == nil)
        #expect(found?.error.description.hasPrefix("\(shown): ") == true)
    }

    private static let tooMany = "{\"rules\":[0" + String(repeating: ",0", count: 10_000) + "]}"

    @Test func rulesAreKeptAndReadAgain() throws {
        let cache = folder.file("cache")
        let source = source(cache)
        let text = #"{"rules":[{"condition":{}}]}"#
        let response = response(200, text, ["ETag": "\"1\"", "Last-Modified": "yesterday"])
        let document = try source.document(url, in: response, from: url)
        #expect(document.text == Data(text.utf8) && document.loadedAt == 7 && !document.isCached)
        #expect(document.set?.count == 0 && document.set?.refusedCount == 1)
        #expect(document.known.text == nil && document.known.set == nil)
        #expect(document.known.validators == document.validators && document.known.url == url)
        #expect(document.known != document)

        #expect(source.cached(url, from: url) == nil)
        // What is known alone is not kept.
        source.keep(document.known)
        #expect(source.cached(url, from: url) == nil)
        source.keep(document)
        let cached = try #require(source.cached(url, from: url))
        #expect(cached.isCached && cached.loadedAt == 7 && cached.url == url && cached.text == nil)
        #expect(cached.validators == HTTPValidators(etag: "\"1\"", lastModified: "yesterday"))
        #expect(cached.set?.refusedCount == 1)
        let other = try #require(URL(string: "https://p.example/other.json"))
        #expect(source.cached(other, from: other) == nil)
        #expect(source.cached(url, from: URL(fileURLWithPath: "/rules.json")) == nil)
        #expect(self.source().cached(url, from: url) == nil)
        #expect(warnings.withLock { $0 } == [])
    }

    /// A later version of the library finds what this one has kept.
    @Test func whatIsKeptHasItsNameAndItsMembers() throws {
        let cache = folder.file("cache")
        let source = source(cache)
        source.keep(try source.document(url, in: response(200, #"{"rules":[]}"#), from: url))
        let file = cache.appending(path: "rules-caa1310f9358a8da.json")
        var entry = try #require(try KeptFile(file).read(limit: 1 << 20))
        #expect(
            entry == ["url": .string(url.absoluteString), "rules": .string(#"{"rules":[]}"#), "loadedAt": 7]
        )
        #expect(source.cached(url, from: url)?.loadedAt == 7)
        entry["loadedAt"] = nil
        try KeptFile(file).write(entry)
        #expect(source.cached(url, from: url)?.loadedAt == 0)
        entry["url"] = "https://p.example/other.json"
        try KeptFile(file).write(entry)
        #expect(source.cached(url, from: url) == nil)
        #expect(warnings.withLock { $0 } == [])
    }

    @Test func documentsAreTheSameByPlaceTimeAndText() throws {
        let other = try #require(URL(string: "https://p.example/other.json"))
        let set = LaunchRuleSet()
        func document(
            _ url: URL,
            _ text: String? = "a",
            _ etag: String? = "1",
            at time: Int64 = 7,
            isCached: Bool = false
        ) -> RuleDocument {
            RuleDocument(
                url: url,
                text: text.map { Data($0.utf8) },
                set: set,
                validators: HTTPValidators(etag: etag),
                loadedAt: time,
                isCached: isCached
            )
        }
        let first = document(url)
        #expect(first == document(url))
        #expect(first == document(url, isCached: true))
        #expect(first != document(other))
        #expect(first != document(url, "b"))
        #expect(first != document(url, nil))
        #expect(first != document(url, "a", "2"))
        #expect(first != document(url, at: 8))
        #expect(Set([first, document(url), document(url, at: 8), document(other)]).count == 3)
    }

    @Test func whatIsKeptAndCannotBeReadIsLeftOutWithAWarning() throws {
        let cache = folder.file("cache")
        let source = source(cache)
        source.keep(try source.document(url, in: response(200, #"{"rules":[]}"#), from: url))
        let file = try #require(
            try FileManager.default.contentsOfDirectory(at: cache, includingPropertiesForKeys: nil).first
        )
        try Data("{}".utf8.dropLast()).write(to: file)
        #expect(source.cached(url, from: url) == nil)
        #expect(
            warnings.withLock { $0 } == [
                "the cached rules are left out: cannot read \(file.path): it is not JSON"
            ]
        )
    }

    @Test func whatCannotBeKeptIsLeftOutWithAWarning() throws {
        let blocked = try folder.write("in the way", to: "blocked")
        let source = source(blocked.appending(path: "cache"))
        source.keep(try source.document(url, in: response(200, #"{"rules":[]}"#), from: url))
        let warning = try #require(warnings.withLock { $0.first })
        #expect(warning.hasPrefix("the rules are not kept for the next start: cannot write \(blocked.path)/cache: "))
        #expect(warnings.withLock { $0.count } == 1)
    }

    // MARK: - Files

    private func error(_ body: () throws(LaunchRuleError) -> LaunchRuleSet) -> LaunchRuleError? {
        do throws(LaunchRuleError) {
            _ = try body()
            return nil
        } catch {
            return error
        }
    }

    @Test func aFileThatIsNoneIsSaidWithItsPath() throws {
        let file = folder.file("rules.json")
        func fault() -> LaunchRuleError? { error { () throws(LaunchRuleError) in try LaunchRuleSet(file: file) } }
        #expect(fault()?.code == .unreadableFile)
        #expect(fault()?.description.hasPrefix("\(file.path) cannot be read: ") == true)
        try FileManager.default.createDirectory(at: file, withIntermediateDirectories: true)
        #expect(fault() == LaunchRuleError(.unreadableFile, "\(file.path) is not a regular file"))
        try FileManager.default.removeItem(at: file)
        try Data("{}".utf8).write(to: file)
        #expect(fault()?.code == .noRules && fault()?.description.hasPrefix("\(file.path): ") == true)
        // A file of zeros, which takes no room on the disk.
        let handle = try FileHandle(forWritingTo: file)
        try handle.truncate(atOffset: 16 << 20 + 1)
        try handle.close()
        #expect(
            fault() == LaunchRuleError(.tooLarge, "\(file.path) has 16777217 bytes; at most 16777216 are read")
        )
        let missing = folder.file("none.json")
        let found = failure { () throws(RuleLoadFailure) in try source().read(url, from: missing) }
        #expect(found?.error.code == .unreadableFile && found?.isTransient == false)
        try Data(#"{"rules":[]}"#.utf8).write(to: missing)
        let document = try source().read(url, from: missing)
        #expect(document.url == url && document.loadedAt == 7 && document.text == nil && document.set?.count == 0)
    }

    @Test(arguments: [(5, "a number"), (.null, "null"), ([], "an array")] as [(JSONValue, String)])
    func embeddedRulesAreAnObject(_ value: JSONValue, _ kind: String) {
        let found = error { () throws(LaunchRuleError) in try LaunchRuleSet(embedded: value) }
        #expect(found == LaunchRuleError(.noRules, "the configuration's rules is \(kind); an object is needed"))
    }

    /// What is longer than the limit by a byte, or a rule.
    @Test func filesHaveTheirLimits() throws {
        let most = try LaunchRuleSet(["rules": .array(Array(repeating: 0, count: 10_000))])
        #expect(most.refusedCount == 10_000 && most.count == 0)
        #expect(
            error { () throws(LaunchRuleError) in
                try LaunchRuleSet(["rules": .array(Array(repeating: 0, count: 10_001))])
            } == LaunchRuleError(.tooLarge, "there are 10001 rules; at most 10000 are read")
        )
        var text = Data(#"{"rules":[]}"#.utf8)
        text += Data(repeating: 0x20, count: 16 << 20 - text.count)
        #expect(try LaunchRuleSet(json: text).findings == [])
        text.append(0x20)
        let long = text
        #expect(
            error { () throws(LaunchRuleError) in try LaunchRuleSet(json: long) }
                == LaunchRuleError(.tooLarge, "the file has 16777217 bytes; at most 16777216 are read")
        )
    }
}
