// SPDX-License-Identifier: Apache-2.0

import Foundation
import HubServices
import TestSupport
import Testing

/// `launchhub certify` of what a proxy or a browser has captured.
struct CaptureTests {
    private static let folder = PackageFolder.root.appending(path: "Tests/LaunchHubToolTests/Captures")

    private static let names: [String] = {
        let files = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
        return files.filter { $0.hasSuffix(".har") }.map { String($0.dropLast(4)) }.sorted()
    }()

    private static func expected(_ name: String) throws -> JSONObject {
        try JSONObject(jsonText: String(contentsOf: folder.appending(path: "\(name).expect.json"), encoding: .utf8))
    }

    private static func certify(_ name: String, _ options: [String] = []) async throws -> ToolRun {
        try await ToolRun(["certify", folder.appending(path: "\(name).har").path, "--json"] + options)
    }

    private static func list(_ name: String) -> [String] {
        ["--list", folder.appending(path: "\(name).expect.json").path]
    }

    private static func verdicts(_ lines: [JSONObject]) -> [String: String] {
        let checks = lines.filter { $0["kind"] == "check" }
        return Dictionary(
            checks.map { ($0["id"]?.stringValue ?? "", $0["verdict"]?.stringValue ?? "") }
        ) { first, _ in first }
    }

    @Test func thereAreCaptures() { #expect(Self.names.count == 10) }

    @Test(arguments: names)
    func aCaptureIsJudgedAsExpected(name: String) async throws {
        let expected = try Self.expected(name)
        let run = try await Self.certify(name, Self.list(name))
        let lines = try run.objects
        let checks = Self.verdicts(lines)
        #expect(checks.count == 67)
        for (id, right) in try #require(expected["checks"]?.objectValue) {
            #expect(checks[id] == right.stringValue, "\(name) \(id)")
        }
        let findings = expected["findings"]?.arrayValue ?? []
        for finding in findings {
            let id = finding["check"]
            let check = try #require(lines.first { $0["kind"] == "check" && $0["id"] == id })
            #expect(check["entries"] == finding["entries"], "\(name) \(id?.stringValue ?? "")")
            let message = check["message"]?.stringValue ?? ""
            for word in finding["says"]?.arrayValue?.compactMap(\.stringValue) ?? [] {
                #expect(message.contains(word), "\(name): \(message) does not say \(word)")
            }
        }
        // Nothing else is wrong: http of old browsers and what else is allowed are warnings.
        let wrong = lines.filter { $0["severity"] == "error" }.compactMap { $0["id"]?.stringValue }
        #expect(wrong.allSatisfy { expected["checks"]?[$0] == "fail" }, "\(name): \(wrong)")
        #expect(lines.last?["verdict"] == expected["verdict"])
        #expect(run.code == (expected["verdict"] == "fail" ? 1 : 0))
    }

    @Test(arguments: names)
    func pingsAndViewsAreRebuilt(name: String) async throws {
        let expected = try Self.expected(name)
        let lines = try await Self.certify(name, Self.list(name)).objects
        let pings = lines.filter { $0["kind"] == "ping" }
        let right = expected["pings"]?.arrayValue ?? []
        #expect(pings.compactMap { $0["entry"] } == right.compactMap { $0["entry"] })
        for (ping, right) in zip(pings, right.compactMap(\.objectValue)) {
            for (key, value) in right {
                #expect(
                    ping[key == "kind" ? "cadence" : key] ?? .null == value,
                    "\(name) \(right["entry"] ?? 0) \(key)"
                )
            }
        }
        let views = lines.filter { $0["kind"] == "view" }
        let rightViews = expected["views"]?.arrayValue?.compactMap(\.objectValue) ?? []
        #expect(views.count == rightViews.count)
        for (view, right) in zip(views, rightViews) {
            for (key, value) in right { #expect(view[key] ?? .null == value, "\(name) \(key)") }
        }
    }

    /// Without a list statements that need one are undecidable, and never passed.
    @Test func withoutAListLessIsDecided() async throws {
        let asContent = try Self.verdicts(await Self.certify("fault-ad-as-content").objects)
        #expect(asContent["DV7"] == "undecidable" && asContent["DV19"] == "fail" && asContent["DV9"] == "undecidable")
        let length = try await Self.certify("fault-wrong-sd")
        #expect(try Self.verdicts(length.objects)["DV9"] == "undecidable" && length.code == 0)
        let choice = try await Self.certify("fault-uoo-missing-in-hello")
        let verdicts = try Self.verdicts(choice.objects)
        for id in ["OO2", "OO3", "OO6"] { #expect(verdicts[id] == "undecidable") }
        #expect(choice.code == 0)
        let identifier = try Self.verdicts(await Self.certify("fault-wrong-appid").objects)
        #expect(identifier["GE2"] == "fail" && identifier["GE3"] == "undecidable")
    }

    @Test(arguments: names.filter { $0.hasPrefix("clean") })
    func aCleanCaptureWithTheNewestEntryFirstBreaksNoMore(name: String) async throws {
        let folder = try TemporaryFolder()
        let url = Self.folder.appending(path: "\(name).har")
        var har = try JSONObject(jsonText: String(contentsOf: url, encoding: .utf8))
        har["log"] = ["entries": .array((har["log"]?["entries"]?.arrayValue ?? []).reversed())]
        let file = try folder.write(har.jsonText, to: "a.har")
        let run = try await ToolRun(["certify", file.path] + Self.list(name))
        #expect(run.code == 0, "\(run.output)")
    }

    @Test func aPlayThatGoesOnIsProvedByItsMediaAlone() async throws {
        let folder = try TemporaryFolder()
        let url = Self.folder.appending(path: "fault-no-d-after-five.har")
        var har = try JSONObject(jsonText: String(contentsOf: url, encoding: .utf8))
        let entries = har["log"]?["entries"]?.arrayValue ?? []
        let census = entries.filter { $0["request"]?["url"]?.stringValue?.contains("cgi-bin") ?? false }
        har["log"] = ["entries": .array(census)]
        let file = try folder.write(har.jsonText, to: "a.har")
        let run = try await ToolRun(["certify", file.path, "--json"])
        let verdicts = try Self.verdicts(run.objects)
        #expect(verdicts["DV5"] == "undecidable" && verdicts["DV6"] == "undecidable" && run.code == 0)
    }

    /// A capture with one fault more.
    private static func edited(
        _ name: String,
        _ edit: (Int, String) -> String?
    ) async throws -> [String: String] {
        let folder = try TemporaryFolder()
        let url = Self.folder.appending(path: "\(name).har")
        var har = try JSONObject(jsonText: String(contentsOf: url, encoding: .utf8))
        let entries = (har["log"]?["entries"]?.arrayValue ?? []).enumerated().compactMap { place, entry -> JSONValue? in
            guard var object = entry.objectValue, var request = object["request"]?.objectValue,
                let address = request["url"]?.stringValue
            else { return entry }
            guard let changed = edit(place, address) else { return nil }
            request["url"] = .string(changed)
            object["request"] = .object(request)
            return .object(object)
        }
        har["log"] = ["entries": .array(entries)]
        let file = try folder.write(har.jsonText, to: "a.har")
        return try verdicts(await ToolRun(["certify", file.path, "--json"] + list(name)).objects)
    }

    @Test func aPeriodThatNoPingReportsIsFoundByItsMedia() async throws {
        let name = "clean-ios62-adbreak"
        let first = try #require(
            Self.expected(name)["pings"]?.arrayValue?.first {
                $0["kind"] == "duration" && $0["asset"] == "XID345-67483"
            }
        )
        let checks = try await Self.edited(name) { JSONValue.int(Int64($0)) == first["entry"] ? nil : $1 }
        #expect(checks["DV5"] == "fail" && checks["GE9"] != "fail")
    }

    /// A proxy that sends requests on replaces the host that tells the collector.
    @Test(arguments: ["127.0.0.1:8642", "localhost:8642", "[::1]:8642"])
    func whatWasSentOnToThisMachineDoesNotTellItsCollector(host: String) async throws {
        let name = "clean-ios62-adbreak"
        let checks = try await Self.edited(name) { _, address in
            address.replacing(/https:\/\/secure-[^\/]*/, with: "http://\(host)")
        }
        #expect(checks["GE3"] == "undecidable" && !checks.values.contains("fail"), "\(checks)")
    }

    @Test func aSessionThatWasNotAnnouncedIsFound() async throws {
        let checks = try await Self.edited("clean-ios62-adbreak") { place, address in
            place < 20 ? address : address.replacing("AbCdEfGhJkLm", with: "BbCdEfGhJkLm")
        }
        #expect(checks["GE10"] == "fail")
    }

    @Test func strictFailsWhatIsUndecided() async throws {
        let run = try await Self.certify("clean-ios62-adbreak", Self.list("clean-ios62-adbreak") + ["--strict"])
        #expect(run.code == 1 && run.error.contains("--strict"), "\(run.error)")
        #expect(try run.objects.last?["verdict"] == "fail")
    }

    @Test func ofAChosenProductTheOthersAreNotJudged() async throws {
        let checks = try Self.verdicts(await Self.certify("fault-wrong-sd", ["--product", "dar"]).objects)
        #expect(checks.filter { $0.key.hasPrefix("DV") }.values.allSatisfy { $0 == "undecidable" })
        #expect(checks["GE2"] == "pass")
    }

    // MARK: - Forms

    /// The same requests say the same in each form in which tools save them.
    @Test(arguments: ["har-array", "charles", "flows", "lines", "json-lines", "table", "pretty"])
    func theFormMeansNothing(form: String) async throws {
        let name = "fault-doubled-ping"
        let url = Self.folder.appending(path: "\(name).har")
        let har = try JSONObject(jsonText: String(contentsOf: url, encoding: .utf8))
        let entries = har["log"]?["entries"]?.arrayValue ?? []
        let folder = try TemporaryFolder()
        let file: URL
        switch form {
        case "har-array": file = try folder.write(JSONValue.array(entries).jsonText, to: "a.json")
        case "charles": file = try folder.write(JSONValue.array(entries.map(Self.charles)).jsonText, to: "a.chlsj")
        case "flows": file = try folder.write(entries.map(Self.flow).joined(), to: "a.flows")
        case "lines":
            let addresses = entries.compactMap { $0["request"]?["url"]?.stringValue }
            file = try folder.write(addresses.joined(separator: "\r\n"), to: "a.txt")
        case "json-lines":
            let lines = entries.map { entry in
                let object: JSONObject = [
                    "url": entry["request"]?["url"] ?? .null, "time": entry["startedDateTime"] ?? .null,
                ]
                return object.jsonText
            }
            file = try folder.write(lines.joined(separator: "\n") + "\n", to: "a.jsonl")
        case "table":
            let rows = entries.map { entry in
                "\"\(entry["request"]?["url"]?.stringValue ?? "")\",200,\(entry["startedDateTime"]?.stringValue ?? "")"
            }
            file = try folder.write((["URL,Status Code,Start Time"] + rows).joined(separator: "\n"), to: "a.csv")
        default:
            let pretty = har.jsonText.replacing("{\"", with: "{\n\"").replacing("},{", with: "},\n  {")
            file = try folder.write("\u{FEFF}" + pretty, to: "a.json")
        }
        let run = try await ToolRun(["certify", file.path, "--json"] + Self.list(name))
        let lines = try run.objects
        let check = lines.first { $0["id"] == "GE9" }
        #expect(check?["verdict"] == "fail" && check?["entries"] == [14, 17], "\(run.error)")
        #expect(lines.count { $0["kind"] == "ping" } == 11)
        #expect(Self.verdicts(lines)["DV11"] == "pass" && Self.verdicts(lines)["DV9"] == "pass")
    }

    private static func charles(_ entry: JSONValue) -> JSONValue {
        let url = entry["request"]?["url"]?.stringValue ?? ""
        let sides = url.split(separator: "?", maxSplits: 1).map(String.init)
        let place = sides[0].split(separator: "/", maxSplits: 2).map(String.init)
        let status = entry["response"]?["status"] ?? 200
        return [
            "status": "COMPLETE", "method": "GET", "scheme": .string(String(place[0].dropLast())),
            "host": .string(place[1]),
            "path": .string("/" + (place.count > 2 ? place[2] : "")),
            "query": sides.count > 1 ? .string(sides[1]) : .null,
            "times": ["start": entry["startedDateTime"] ?? .null], "request": ["header": ["headers": []]],
            "response": ["status": status],
        ]
    }

    /// A flow as mitmproxy writes it: each value behind its length.
    private static func flow(_ entry: JSONValue) -> String {
        func tagged(_ text: String, _ kind: String) -> String { "\(text.utf8.count):\(text)\(kind)" }
        let url = URL(string: entry["request"]?["url"]?.stringValue ?? "")
        let rest = (entry["request"]?["url"]?.stringValue ?? "").split(separator: "/", maxSplits: 2).last ?? ""
        let path = "/" + (rest.split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false).last ?? "")
        let seconds =
            (try? Date(
                entry["startedDateTime"]?.stringValue ?? "",
                strategy: .iso8601.time(includingFractionalSeconds: true)
            ))
        let request =
            tagged("host", ";") + tagged(url?.host() ?? "", ";") + tagged("path", ",") + tagged(path, ",")
            + tagged("scheme", ",") + tagged(url?.scheme ?? "", ",") + tagged("headers", ",") + tagged("", "]")
            + tagged("timestamp_start", ",") + tagged("\(seconds?.timeIntervalSince1970 ?? 0)", "^")
        let response = tagged("status_code", ",") + tagged("200", "#")
        return tagged(
            tagged("type", ",") + tagged("http", ",") + tagged("request", ",") + tagged(request, "}")
                + tagged("response", ",") + tagged(response, "}"),
            "}"
        )
    }

    // MARK: - Bad input

    @Test func aBrokenEntryIsReportedAndTheOthersCount() async throws {
        let folder = try TemporaryFolder()
        let ping =
            "https://secure-cert.collector.example/cgi-bin/gn?prd=session&c13=asid,P00000000-0000-0000-0000-000000000001"
        let good = #"{"startedDateTime": "2026-03-02T20:00:00.000Z", "request": {"url": "\#(ping)"}}"#
        let broken = ["}", #"{"request": 7}"#, #"{"request": {"url": tru}}"#, "null", #"{"request": {"url": ["a"]}}"#]
        let text = #"{"log": {"entries": ["# + ([good] + broken + [good]).joined(separator: ",") + "]}}"
        let run = try await ToolRun(["certify", folder.write(text, to: "a.har").path, "--json"])
        for entry in 1...5 { #expect(run.error.contains("entry \(entry) "), "\(run.error)") }
        #expect(try run.objects.count { $0["kind"] == "ping" } == 2)
    }

    @Test(arguments: [
        (#"{"log": {"version": "1.2"}}"#, "a HAR file with", 2),
        (#"{"log": {"entries": []}}"#, "has no entry to certify", 2),
        ("", "has no entry to certify", 2), ("PK\u{3}\u{4}rest", "archive", 2),
        ("a page\nof text\n", "entry 0 is neither an address", 2),
        (#"{"log": {"entries": [{"request": {"url": "https://site.example/"}}]}}"#, "has no census ping: 1 request", 2),
    ])
    func whatIsNoCaptureIsSaidToBeNone(text: String, message: String, code: Int32) async throws {
        let folder = try TemporaryFolder()
        let run = try await ToolRun(["certify", folder.write(text, to: "a.har").path, "--json"])
        #expect(run.code == code && run.error.contains(message), "\(run.error)")
        #expect(!run.output.contains(#""verdict":"pass","schema""#))
    }

    @Test(arguments: names)
    func theOrderOfTheEntriesDecidesNothing(name: String) async throws {
        let text = try String(contentsOf: Self.folder.appending(path: "\(name).har"), encoding: .utf8)
        var capture = try JSONObject(jsonText: text)
        var log = try #require(capture["log"]?.objectValue)
        log["entries"] = .array(try #require(log["entries"]?.arrayValue).reversed())
        capture["log"] = .object(log)
        let folder = try TemporaryFolder()
        let file = try folder.write(capture.jsonText, to: "a.har")
        let newestFirst = try await ToolRun(["certify", file.path, "--json"] + Self.list(name))
        let oldestFirst = try await Self.certify(name, Self.list(name))
        #expect(try Self.verdicts(newestFirst.objects) == Self.verdicts(oldestFirst.objects))
        #expect(newestFirst.error.contains("pings are put in order"), "\(newestFirst.error)")
    }

    @Test func ofACaptureThatIsCutOffTheWholeEntriesCount() async throws {
        let url = Self.folder.appending(path: "clean-ios62-adbreak.har")
        let text = try String(contentsOf: url, encoding: .utf8)
        let folder = try TemporaryFolder()
        let file = try folder.write(String(text.prefix(text.count * 2 / 3)), to: "a.har")
        let run = try await ToolRun(["certify", file.path, "--json"] + Self.list("clean-ios62-adbreak"))
        #expect(run.code == 0 && run.error.contains("is cut off behind 21 entries"), "\(run.error)")
        #expect(try Self.verdicts(run.objects)["DV9"] == "pass")
    }

    /// Whatever is in a file, it is judged or refused.
    @Test(arguments: [UInt64](0..<20))
    func aDamagedCaptureIsJudgedOrRefused(seed: UInt64) async throws {
        var random = SeededGenerator(seed: seed)
        let name = try #require(Self.names.filter { $0.hasPrefix("clean") }.randomElement(using: &random))
        var bytes = Array(try Data(contentsOf: Self.folder.appending(path: "\(name).har")))
        for _ in 0..<Int.random(in: 1...200, using: &random) {
            let place = Int.random(in: bytes.indices, using: &random)
            switch Int.random(in: 0...3, using: &random) {
            case 0: bytes[place] = UInt8.random(in: 0...255, using: &random)
            case 1: bytes[place] = Array("{}[]\",:\\&=%".utf8).randomElement(using: &random) ?? 0
            case 2: bytes.removeSubrange(place..<min(bytes.count, place + 9))
            default: bytes.insert(contentsOf: bytes[place..<min(bytes.count, place + 99)], at: place)
            }
        }
        let folder = try TemporaryFolder()
        let file = folder.file("a.har")
        try Data(bytes).write(to: file)
        let run = try await ToolRun(["certify", file.path, "--json"])
        #expect([0, 1, 2].contains(run.code))
        #expect(run.code == 2 || run.output.contains(#""kind":"verdict""#), "\(run.error)")
    }

    @Test func textThatIsUTF16IsSaidToBeIt() async throws {
        let folder = try TemporaryFolder()
        let file = folder.file("a.har")
        try #require(#"{"log": {"entries": []}}"#.data(using: .utf16)).write(to: file)
        let run = try await ToolRun(["certify", file.path])
        #expect(run.code == 2 && run.error.contains("it is UTF-16; save it as UTF-8"), "\(run.error)")
    }

    @Test(arguments: [
        ("ai,tl,colour\nx,y,z\n", "colour"), ("tl,sd\nx,3\n", "the identifier of the asset"),
        ("ai,tl\na,b,c\n", "line 2 has 3 columns"),
        (#"{"app_id": "P1"}"#, "P and a GUID"), (#"{"app_id": }"#, "not JSON"),
        (#"{"product": "tv"}"#, "dcr, dcr-static"),
        (#"{"choices": [{"at": "noon", "choice": "opt-out"}]}"#, "not a time"),
        (#"{"cms": [{"tl": "x"}]}"#, "the identifier of the asset"),
    ])
    func aWrongListIsNamed(text: String, message: String) async throws {
        let folder = try TemporaryFolder()
        let list = try folder.write(text, to: "list").path
        let run = try await Self.certify("clean-ios62-adbreak", ["--list", list])
        #expect(run.code == 2 && run.error.contains(message), "\(run.error)")
    }

    @Test func rowsOfTheContentSystemMayBeATable() async throws {
        let folder = try TemporaryFolder()
        let rows =
            "assetid,type,title,length\nXID345-67483,content,\"Big Bang Theory S2 E1\",700\nad-000123,preroll,,15\n"
        let list = try folder.write(rows + "ad-000456,midroll,,30\n", to: "list.csv").path
        let clean = try Self.verdicts(await Self.certify("clean-ios62-adbreak", ["--list", list]).objects)
        #expect(clean["DV9"] == "pass" && clean["DV7"] == "pass")
        let wrong = try Self.verdicts(await Self.certify("fault-wrong-sd", ["--list", list]).objects)
        #expect(wrong["DV9"] == "fail")
    }

    @Test func thePageSaysWhatTheLinesSay() async throws {
        let folder = try TemporaryFolder()
        let page = folder.file("page.html")
        let run = try await Self.certify("fault-doubled-ping", ["--page", page.path] + Self.list("fault-doubled-ping"))
        #expect(run.code == 1)
        let text = try String(contentsOf: page, encoding: .utf8)
        let model = try ReportTests.model(of: text)
        func lines(_ kind: JSONValue) throws -> [JSONValue] {
            try run.objects.filter { $0["kind"] == kind }.map { line in
                var line = line
                line["schema"] = JSONValue?.none
                return .object(line)
            }
        }
        let checks = try lines("check")
        let byId = { (left: JSONValue, right: JSONValue) in
            left["id"]?.stringValue ?? "" < right["id"]?.stringValue ?? ""
        }
        #expect(
            try #require(model["checks"]?.arrayValue).sorted(by: byId) == checks.sorted(by: byId) && checks.count > 60
        )
        #expect(model["views"]?.arrayValue == (try lines("view")))
        #expect(model["pings"]?.arrayValue?.isEmpty == false && model["verdict"] == "fail")
        #expect(model["hash"]?.stringValue?.wholeMatch(of: #/[0-9a-f]{64}/#) != nil)
        for word in ["dddddddddddd", "eeeeeeeeeeee", "collector.example"] { #expect(!text.contains(word)) }
    }

    /// Nothing of other hosts is in what is written, and no identifier.
    @Test func whatIdentifiesIsNotWritten() async throws {
        for name in Self.names {
            let run = try await Self.certify(name, Self.list(name))
            for word in ["seg00", "dddddddddddd", "eeeeeeeeeeee", "media.example"] {
                #expect(!run.output.contains(word), "\(name) \(word)")
            }
        }
    }
}
