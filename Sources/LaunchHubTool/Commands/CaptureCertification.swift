// SPDX-License-Identifier: Apache-2.0

import Foundation
import HubCommandLine
import HubServices
import LaunchHubCertification
import LaunchHubSession
import NielsenAppApi

/// What `launchhub certify` does with captures: it judges each by the statements of the published checklists.
struct CaptureCertification {
    var files: [String?]
    var product: WireProduct?
    var list: String?
    var isStrict = false
    var allowsEmpty = false
    var form = CheckForm.text
    /// Where the page goes; nil for none.
    var page: OutputFile?

    /// Of so many entries the order is mended; longer captures are judged as they are read.
    private static let orderLimit = 20_000

    func run(_ console: Console) throws -> ExitCode {
        let list = try self.list.map { try Self.list($0, console) }
        var writer = console.checkWriter(form, command: "certify", showsFiles: files.count > 1)
        var verdicts: [(name: String, verdict: CheckVerdict)] = []
        var isEmpty = false
        for file in files {
            var pings: [JSONObject] = []
            let (result, outcome) = try judge(file, list, console) { line in
                if page != nil, pings.count < Self.mostPings { pings.append(line) }
            }
            let name = InputLines.name(of: file)
            if result.pings == 0 {
                isEmpty = true
                let others = CheckText.counted(result.others, "request")
                let found = "no census ping: \(others) of other hosts, \(outcome.faultCount) broken entries"
                console.remark(UsageError.empty(file, outcome.entries == 0 ? "no entry to certify" : found).description)
            }
            let verdict = result.verdict(isStrict: isStrict)
            if isStrict, let first = result.undecided.first {
                let count = result.undecided.count
                console.remark(
                    "\(name): \(count) statements are undecided, such as \(first.id); --strict fails it."
                )
            }
            write(result, of: name, &writer, console)
            if let page { try write(page, result, verdict, pings, file, console) }
            verdicts.append((name, verdict))
        }
        if files.count > 1 { for file in verdicts { writer.add(file.verdict, on: file.name) } }
        let verdict = writer.finish(isUndecidable: verdicts.contains { $0.verdict.total == .undecidable }).total
        return verdict == .fail ? .findings : isEmpty && !allowsEmpty ? .usage : .success
    }

    private func judge(
        _ file: String?,
        _ list: WireList?,
        _ console: Console,
        each: (JSONObject) -> Void
    ) throws -> (WireJudge.Result, CaptureReader.Outcome) {
        var judge = WireJudge(list: list, product: product)
        let name = InputLines.name(of: file)
        let reading = Locked<Result<CaptureReader.Outcome, any Error>>(.success(.init()))
        var early: [SeenRequest]? = []
        func judgeEarly() {
            early?.forEach { judge.read($0) }
            early = nil
        }
        // Reads ahead on a thread of its own.
        OrderedWork.run(1, width: 1) { _, deliver in
            var reader = CaptureReader(file)
            let outcome = Result { try reader.forEach { deliver($1.seen($0)) } }
            reading.withLock { $0 = outcome }
        } deliver: { _, request in
            if early != nil { early?.append(request) } else { judge.read(request) }
            if early?.count == Self.orderLimit { judgeEarly() }
            if form == .json || page != nil, case .ping(let ping) = request.kind, ping.product != .provider {
                var line = Self.line(ping, request, files.count > 1 ? name : nil)
                // A list knows an ad that is told as content.
                if let row = ping.asset.flatMap({ list?.row(of: $0) }), let isAd = row.isAd {
                    line["ad_or_content"] = .string(isAd ? "ad" : "content")
                }
                if form == .json { console.write(line) }
                each(line)
            }
            if request.entry % 10_000 == 9_999 { console.progress("\(request.entry + 1) entries") }
        }
        let outcome = try reading.withLock { $0 }.get()
        console.progress("")
        // Some tools write the newest entry first.
        if outcome.firstBack != nil, outcome.withoutTime == 0 {
            early?.sort { ($0.time ?? 0, $0.entry) < ($1.time ?? 0, $1.entry) }
        }
        judgeEarly()
        if outcome.isCut { judge.cutOff() }
        Self.report(outcome, of: name, console)
        return (judge.finish(), outcome)
    }

    /// A page of more pings would be too large for a browser.
    private static let mostPings = 2_000

    /// Writes the page for handing over.
    private func write(
        _ page: OutputFile,
        _ result: WireJudge.Result,
        _ verdict: CheckVerdict,
        _ pings: [JSONObject],
        _ file: String?,
        _ console: Console
    ) throws {
        let name = InputLines.name(of: file)
        var hash = "none: it is larger than 64 MiB, or no file"
        if let file, InputLines.isRegular(file), let data = try? InputLines.all(file) {
            hash = HashAlgorithm.sha256.hash(data).map { Hexadecimal.text(of: $0) } ?? hash
        }
        // The page shows what the lines of JSON say, so it has no identifier and no address.
        let model: JSONObject = [
            "kind": "capture", "title": .string(name.split(separator: "/").last.map(String.init) ?? name),
            "version": .string(HubPackage.version), "hash": .string(hash), "verdict": .string(verdict.total.rawValue),
            "checks": .array(result.checks.map { .object($0.json) }),
            "views": .array(result.views.map { .object($0.json) }), "pings": .array(pings.map(JSONValue.object)),
            "ping_count": .number(result.pings),
        ]
        try page.write(ReportPage.text(model))
        console.remark("\(page.path) is the page for handing over.")
    }

    private static func line(_ ping: SeenPing, _ request: SeenRequest, _ file: String?) -> JSONObject {
        var line = ping.seenJSON
        line["entry"] = .number(request.entry)
        line["at"] = request.time.map { .string(Timestamp.text($0)) } ?? .null
        return named(line, file)
    }

    /// Says what was left out of a capture, or is odd about it.
    static func report(_ outcome: CaptureReader.Outcome, of name: String, _ console: Console) {
        for fault in outcome.faults.prefix(10) {
            console.remark("\(name): entry \(fault.entry) \(fault.text); it is left out.")
        }
        if outcome.faultCount > 10 { console.remark("\(name): \(outcome.faultCount - 10) more entries are broken.") }
        if outcome.isCut {
            console.remark(
                "\(name) is cut off behind \(outcome.entries) entries; these count, and how it ended is unknown."
            )
        }
        if outcome.withoutTime > 0, outcome.form == .har || outcome.form == .flows {
            console.remark("\(name): \(outcome.withoutTime) entries have no time, such as 2026-03-02T20:00:00.000Z.")
        }
        if let entry = outcome.firstBack {
            console.remark(
                "\(name): the time of entry \(entry) is before that of earlier ones; pings are put in order."
            )
        }
    }

    private func write(
        _ result: WireJudge.Result,
        of name: String,
        _ writer: inout CheckWriter,
        _ console: Console
    ) {
        if form == .json {
            for view in result.views { console.write(Self.named(view.json, files.count > 1 ? name : nil)) }
        } else if form == .text, !result.views.isEmpty {
            console.write(console.style.bold("Views"))
            for view in result.views.prefix(1000) { console.write(VisibleText.line(Self.text(view))) }
            console.write("")
        }
        let required = isStrict ? Set(result.undecided.map(\.id)) : []
        // For people what is wrong comes first.
        var checks = result.checks
        if form != .json { checks = checks.filter { $0.verdict == .fail } + checks.filter { $0.verdict != .fail } }
        for check in checks {
            writer.add(
                check.finding(name),
                check.result(name, isRequired: required.contains(check.id)),
                as: Self.named(check.json, files.count > 1 ? name : nil)
            )
        }
    }

    private static func named(_ line: JSONObject, _ file: String?) -> JSONObject {
        var line = line
        if let file { line["file"] = .string(file) }
        return line
    }

    private static func text(_ view: WireView) -> String {
        let line = view.json
        let entries = line["entries"]?.arrayValue?.compactMap(\.intValue) ?? []
        let what = line["ad_or_content"]?.stringValue ?? view.side ?? ""
        let minutes = line["minutes"]?.intValue.map { ", \($0) min" } ?? ""
        let range = entries.isEmpty ? "" : "  entries \(entries.min() ?? 0) to \(entries.max() ?? 0)"
        let name = view.section ?? view.asset ?? ""
        return
            "  \(what.padding(toLength: max(8, what.count), withPad: " ", startingAt: 0))  \(name)  \(view.seconds) s\(minutes)\(range)"
    }

    // MARK: - Lists

    /// Reads a list: a JSON object, or comma-separated values with the rows of the content system.
    static func list(_ path: String, _ console: Console) throws -> WireList {
        let data = try InputLines.all(path)
        let bytes = Array(data)
        do throws(WireList.Fault) {
            let list: WireList
            let front = bytes.drop { $0 <= 0x20 || [0xEF, 0xBB, 0xBF].contains($0) }
            if front.first == UInt8(ascii: "{") || front.first == UInt8(ascii: "[") {
                let value: JSONValue
                do {
                    value = try JSONSourceText(Array(front)).value
                } catch {
                    throw WireList.Fault("it is not JSON: \(error)")
                }
                list = try WireList(value) { Timestamp($0)?.milliseconds }
            } else {
                let lines = front.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
                list = try WireList(table: lines.map(CaptureTable.cells).filter { $0 != [""] })
            }
            for remark in list.remarks { console.remark("\(path): \(remark)") }
            return list
        } catch {
            throw FileFailure("read", path, reason: error.description)
        }
    }
}
