// SPDX-License-Identifier: Apache-2.0

import HubServices
import NielsenMeasurement
import NielsenModel
import Testing

@testable import NielsenPings

/// The bounds of what pings are built from and of what is read of their answers.
struct PingLimitTests {
    // MARK: - TSV

    private func tag(_ offset: Int, pc: String = "PC", fd: String = "FD") throws -> NielsenID3Tag {
        let digits = String(100_000 + offset).dropFirst()
        return try NielsenID3Tag("www.nielsen.com/\(pc)/\(fd)/watermark/\(digits)/\(digits)/00")
    }

    @Test func aWatermarkIsNewWithTheFirstOrAnotherIdentifier() throws {
        var state = TSVState()
        let null: Set<String> = ["NULL"]
        #expect(state.addTag(try tag(0, pc: "NULL", fd: "NULL"), nullContentIDs: null) == false)
        #expect(state.tag == nil)
        #expect(state.addTag(try tag(1, pc: "NULL"), nullContentIDs: null) == true)
        #expect(state.addTag(try tag(2, pc: "NULL"), nullContentIDs: null) == false)
        #expect(state.tag?.finalDistributorOffset == 2)
        // What was not recognized before is of the same stream, and so is what is not recognized now.
        #expect(state.addTag(try tag(3), nullContentIDs: null) == false)
        #expect(state.addTag(try tag(4, fd: "NULL"), nullContentIDs: null) == false)
        #expect(state.addTag(try tag(5, pc: "NULL", fd: "NULL"), nullContentIDs: null) == false)
        #expect(state.tag?.finalDistributorOffset == 4)
        #expect(state.addTag(try tag(6, pc: "other", fd: "NULL"), nullContentIDs: null) == true)
        #expect(state.addTag(try tag(7, pc: "other", fd: "another"), nullContentIDs: null) == true)
    }

    @Test func anAnswerIsTakenOnceAndOnlyAboutThePresentIdentifiers() throws {
        var state = TSVState()
        _ = state.addTag(try tag(0), nullContentIDs: [])
        state.asked("1")
        #expect(state.applyFlag("03", answering: "2") == false)
        #expect(state.flag == nil)
        #expect(state.applyFlag("03", answering: "1") == true)
        #expect(state.flag == "03")
        #expect(state.applyFlag("07", answering: "1") == false)
        #expect(state.flag == "03")
        state.asked("3")
        _ = state.addTag(try tag(1, fd: "other"), nullContentIDs: [])
        #expect(state.flag == nil)
        #expect(state.applyFlag("07", answering: "3") == false)
    }

    @Test(arguments: [(64, true), (65, false)])
    func sixtyFourQuestionsWaitForTheirAnswers(_ count: Int, _ isKept: Bool) {
        var state = TSVState()
        for number in 0..<count { state.asked("\(number)") }
        #expect(state.applyFlag("03", answering: "0") == isKept)
        #expect(state.applyFlag("04", answering: "1") == true)
        #expect(state.applyFlag("05", answering: "\(count - 1)") == true)
    }

    // MARK: - Actions of the player

    @Test(arguments: [1, 99, 100, 101])
    func aHundredActionsAreReportedAtOnce(_ count: Int) {
        var report = ViewReport()
        for number in 0..<count { report.note("play", Int64(number), 1_999) }
        let parts = report.events.split(separator: "~", omittingEmptySubsequences: false)
        #expect(parts.count == min(count, 100))
        #expect(parts.first == "play,0,1")
        #expect(parts.last == "play,\(min(count, 100) - 1),1")
        report.forgetEvents()
        #expect(report.events.isEmpty)
        report.note("mute", nil, 5_000)
        #expect(report.events == "mute,0,5")
    }

    // MARK: - Answers

    @Test func anAnswerIsReadUpToItsLimit() {
        let object = #"{"flag": "03"}"#
        let spaces = String(repeating: " ", count: 65_536 - object.utf8.count)
        #expect(PingAnswerBody(object + spaces) == .object(["flag": "03"]))
        #expect(PingAnswerBody(object + spaces + " ") == .unreadable("it has 65537 bytes"))
        #expect(PingAnswerBody(spaces) == .nothing)
    }

    @Test(arguments: [
        ("cb({})", true), ("cb({});", true), ("cb ( {} ) ; \n", true), ("({})", true), ("{}", true),
        ("{\"a\": \"(\"})", false), ("cb({}", false), ("[]", false),
    ])
    func anAnswerMayBeTheArgumentOfACall(_ text: String, _ isRead: Bool) {
        let body = PingAnswerBody(text)
        if isRead {
            #expect(body == .object([:]))
        } else {
            #expect(body == .unreadable("it is not a JSON object"))
        }
    }

    // MARK: - Lengths of addresses

    /// Cuts an address whose parameters but `keep` may be cut.
    private func fit(_ url: String, to maximum: Int) -> [String] {
        var buffer = PingBuffer()
        buffer.append(Array(url.utf8)[...])
        let fitting = PingAddressLimit(maximum: maximum).fit(buffer, cutting: ["a", "b", "c"], PingPlaces())
        return [fitting.text] + fitting.cut
    }

    @Test func anAddressIsCutByAsMuchAsItIsTooLong() {
        let url = "https://x/?keep=12345678&a=123&b=123&c="
        #expect(fit(url, to: url.utf8.count) == [url])
        #expect(fit(url, to: url.utf8.count - 1) == ["https://x/?keep=12345678&a=123&b=12&c=", "b"])
        #expect(fit(url, to: url.utf8.count - 3) == ["https://x/?keep=12345678&a=123&b=&c=", "b"])
        #expect(fit(url, to: url.utf8.count - 4) == ["https://x/?keep=12345678&a=12&b=&c=", "b", "a"])
        #expect(fit(url, to: 5) == ["https://x/?keep=12345678&a=&b=&c=", "b", "a"])
        #expect(fit("https://long/path", to: 5) == ["https://long/path"])
    }

    @Test(arguments: [
        ("a%20b", 1, "a%20"), ("a%20b", 2, "a"), ("a%20b", 3, "a"), ("a%20b", 4, "a"), ("a%20b", 5, ""),
        // A character of two bytes, and one of three.
        ("a%C3%A9", 1, "a"), ("a%C3%A9", 3, "a"), ("a%C3%A9", 6, "a"), ("a%C3%A9", 7, ""),
        ("%E2%82%AC", 1, ""), ("x%E2%82%ACy", 1, "x%E2%82%AC"), ("x%E2%82%ACy", 2, "x"), ("x%7Ey", 1, "x%7E"),
        ("%41%42", 1, "%41"), ("%41%42", 3, "%41"), ("%41%42", 4, ""),
    ])
    func nothingIsCutInTwo(_ value: String, _ excess: Int, _ left: String) {
        let url = "https://x/?a=\(value)"
        #expect(fit(url, to: url.utf8.count - excess).first == "https://x/?a=\(left)")
    }

    // MARK: - The time of sending

    private func ping(sendTime: Int?, retry: Int?) -> NielsenPing {
        NielsenPing(
            product: .dcrVideo,
            cadence: .interval,
            url: "0123456789ABCDEF",
            stream: "s",
            id: "i",
            createdAt: 0,
            sendTimePosition: sendTime,
            retryPosition: retry
        )
    }

    @Test(
        arguments: [
            (nil, "0123456789ABCDEF"), (0, "1700000000ABCDEF"), (6, "0123451700000000"), (7, "0123456789ABCDEF"),
            (-1, "0123456789ABCDEF"),
        ] as [(Int?, String)]
    )
    func theTimeOfSendingGoesWhereTenDigitsFit(_ position: Int?, _ url: String) {
        #expect(ping(sendTime: position, retry: nil).url(sentAt: 1_700_000_000_999) == url)
    }

    @Test(arguments: [(999_999_999_999, false), (1_000_000_000_000, true), (9_999_999_999_999, true), (-5, false)])
    func aTimeOfOtherLengthsIsLeftOut(_ time: Int64, _ isWritten: Bool) {
        let url = ping(sendTime: 0, retry: nil).url(sentAt: time)
        #expect((url != "0123456789ABCDEF") == isWritten)
    }

    @Test(
        arguments: [
            (0, 3, "0123456789ABCDEF"), (1, 3, "0121456789ABCDEF"), (1, 15, "0123456789ABCDE1"),
            (1, 16, "0123456789ABCDEF"), (1, -1, "0123456789ABCDEF"), (9, 0, "9123456789ABCDEF"),
        ] as [(Int, Int, String)]
    )
    func aRetryIsCountedWhereItsDigitStands(_ retry: Int, _ position: Int, _ url: String) {
        #expect(ping(sendTime: nil, retry: position).url(sentAt: 0, retry: retry) == url)
    }

    // MARK: - The ledger

    private func ping(view: Int, run: Int = 0) -> NielsenPing {
        NielsenPing(
            product: .dcrVideo,
            cadence: .interval,
            url: "",
            stream: "s",
            id: "\(view)",
            createdAt: 0,
            credit: NielsenPingCredit(view: view, run: run, segments: [0], seconds: 60, isEnd: false)
        )
    }

    @Test(arguments: [(4, 4, 1), (5, 3, 3), (6, 4, 3), (7, 3, 5)])
    func theLedgerForgetsHalfWhereItIsFull(_ views: Int, _ kept: Int, _ first: Int) {
        var ledger = CreditLedger(limit: 4)
        for view in 1...views {
            ledger.add(ping(view: view))
            ledger.add(ping(view: view))
        }
        let credits = ledger.credits(of: "s")
        #expect(credits.map(\.view) == Array(first...views))
        #expect(credits.count == kept)
        #expect(ledger.credits(of: "other").isEmpty)
    }

    /// A run of watermarks goes on in the next view, and is one with its first.
    @Test(arguments: [1, 2]) func aRunIsOneCreditInAllViews(_ run: Int) {
        var ledger = CreditLedger()
        for view in 1...3 { ledger.add(ping(view: view, run: run)) }
        ledger.add(ping(view: 2, run: 3))
        ledger.add(ping(view: 2))
        #expect(ledger.credits(of: "s").map(\.view) == [1, 2, 2])
    }

    @Test func aLedgerOfOneHoldsTheLast() {
        var ledger = CreditLedger(limit: 0)
        for view in 1...3 { ledger.add(ping(view: view)) }
        #expect(ledger.credits(of: "s").map(\.view) == [3])
    }
}
