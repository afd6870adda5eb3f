// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

@testable import HubServices

/// The bounds of what services read, count and wait, from both sides.
struct ServiceLimitTests {
    // MARK: - Heads of answers

    private func steps(_ lines: [String]) -> [HTTPHeadReader.Step] {
        var reader = HTTPHeadReader()
        return lines.map { line in
            var text = line + "\r\n"
            return text.withUTF8 { reader.read($0) }
        }
    }

    @Test(arguments: [
        ("HTTP/1.1 200 OK", true), ("HTTP/1.1 200", true), ("HTTP/2 599 odd", true), ("HTTP/1.1 100", true),
        ("HTTP/1.1 600 no", false), ("HTTP/1.1 099 no", false), ("HTTP/1.1 99 no", false), ("HTTP/1.1 0200", false),
        ("HTTP/1.1 101 Switching", false), ("HTTP/1.1", false), ("HTTP 200", false), ("ICY 200 OK", false),
        ("HTTP/1.1 2x0", false), ("200 OK", false),
    ])
    func aStatusLineHasItsForm(_ line: String, _ isRead: Bool) {
        let step = steps([line]).last
        if isRead {
            #expect(step == .more)
        } else {
            guard case .refused(let error)? = step, case .malformedAnswer = error.reason else {
                Issue.record("\(line): \(String(describing: step))")
                return
            }
        }
    }

    @Test func anInterimAnswerIsPassedOver() {
        #expect(
            steps(["HTTP/1.1 199 wait", "A: 1", "", "HTTP/1.1 200 OK", "B: 2", ""]).last
                == .complete(status: 200, ["B": "2"])
        )
        #expect(steps(["", "HTTP/1.1 204 No Content", ""]).last == .complete(status: 204, [:]))
    }

    @Test func fieldsAreTrimmedJoinedAndContinued() {
        let lines = ["HTTP/1.1 200 OK", "A:\t 1 \t", "A: 2", " 3", "no colon", "B:", ""]
        #expect(steps(lines).last == .complete(status: 200, ["A": "1, 2 3", "B": ""]))
        #expect(steps(["HTTP/1.1 200 OK", " goes on with nothing", ""]).last == .complete(status: 200, [:]))
    }

    @Test(arguments: [(0, true), (1, false)])
    func aHeadHasSixtyFourKibibytesAtMost(_ more: Int, _ isRead: Bool) {
        let first = "HTTP/1.1 200 OK"
        // "A:", and the ends of three lines.
        let filled = String(repeating: "x", count: 65_536 - first.utf8.count - 8 + more)
        let steps = steps([first, "A:\(filled)", ""])
        #expect((steps.last == .refused(.headTooLarge(limit: 65_536))) == !isRead)
        guard case .complete? = steps.last else { return #expect(!isRead) }
        #expect(isRead)
    }

    @Test func trailersCountTowardsTheLimitAndChangeNothing() {
        var reader = HTTPHeadReader()
        func read(_ line: String) -> HTTPHeadReader.Step {
            var text = line + "\r\n"
            return text.withUTF8 { reader.read($0) }
        }
        _ = read("HTTP/1.1 200 OK")
        _ = read("")
        #expect(reader.isComplete)
        #expect(read("HTTP/1.1 500 no") == .more)
        #expect(read("") == .more)
        #expect(read(String(repeating: "x", count: 65_536)) == .refused(.headTooLarge(limit: 65_536)))
    }

    // MARK: - Transfers

    private func transfer(bodyBytes: Int = 10, redirects: Int = 2) throws -> HTTPTransfer {
        var request = HTTPRequest.get(try #require(URL(string: "https://a.example/")))
        request.limits.bodyBytes = bodyBytes
        request.limits.redirects = redirects
        return HTTPTransfer(request)
    }

    private func head(_ status: Int, _ headers: HTTPHeaders = [:]) throws -> HTTPResponse {
        HTTPResponse(status: status, headers: headers, url: try #require(URL(string: "https://a.example/")))
    }

    private func body(_ step: HTTPTransfer.Step) -> Data? {
        guard case .finish(.success(let response)) = step else { return nil }
        return response.body
    }

    @Test func aBodyMayBeAsLongAsItsLimit() throws {
        var transfer = try transfer()
        #expect(transfer.received(head: try head(200, ["Content-Length": "10"])) == .wait)
        #expect(transfer.received(body: Data("12345".utf8)) == .wait)
        #expect(transfer.received(body: Data("67890".utf8)) == .wait)
        #expect(body(transfer.ended(nil, late: nil)) == Data("1234567890".utf8))
    }

    @Test func aBodyThatIsLongerIsRefusedWithItsAnnouncementOrItsFirstByteTooMuch() throws {
        var announced = try transfer()
        let refused = HTTPTransfer.Step.finish(.failure(.bodyTooLarge(limit: 10)))
        #expect(announced.received(head: try head(200, ["Content-Length": "11"])) == refused)
        // The length of a compressed body says nothing about what arrives.
        var compressed = try transfer()
        #expect(
            compressed.received(head: try head(200, ["Content-Length": "11", "Content-Encoding": "gzip"])) == .wait
        )
        var silent = try transfer()
        #expect(silent.received(head: try head(200)) == .wait)
        #expect(silent.received(body: Data("1234567890".utf8)) == .wait)
        #expect(silent.received(body: Data("1".utf8)) == refused)
        // Of an error, the beginning is enough.
        var failed = try transfer()
        #expect(failed.received(head: try head(500, ["Content-Length": "11"])) == .wait)
        #expect(body(failed.received(body: Data("12345678901".utf8))) == Data("1234567890".utf8))
    }

    @Test(arguments: [(9, false), (10, true)])
    func aBodyIsAsLongAsAnnounced(_ count: Int, _ isWhole: Bool) throws {
        var transfer = try transfer()
        _ = transfer.received(head: try head(200, ["Content-Length": "10"]))
        _ = transfer.received(body: Data(repeating: 0, count: count))
        let step = transfer.ended(nil, late: nil)
        #expect((body(step) != nil) == isWhole)
        if !isWhole { #expect(step == .finish(.failure(.truncated(receivedBytes: 9, expectedBytes: 10)))) }
        // An error answer may end early.
        var failed = try self.transfer()
        _ = failed.received(head: try head(404, ["Content-Length": "10"]))
        _ = failed.received(body: Data(repeating: 0, count: count))
        #expect(body(failed.ended(nil, late: nil))?.count == count)
    }

    @Test(arguments: [0, 1, 2])
    func redirectsAreFollowedUpToTheirLimit(_ limit: Int) throws {
        var transfer = try transfer(redirects: limit)
        for number in 0..<limit {
            _ = transfer.received(head: try head(302, ["Location": "/\(number)"]))
            guard case .follow(let next) = transfer.ended(nil, late: nil) else {
                Issue.record("redirect \(number) of \(limit) is not followed")
                return
            }
            #expect(next.url.path == "/\(number)")
            #expect(transfer.request.url == next.url)
        }
        _ = transfer.received(head: try head(302, ["Location": "/more"]))
        #expect(transfer.ended(nil, late: nil) == .finish(.failure(.tooManyRedirects(limit: limit))))
    }

    // MARK: - Texts

    @Test func aValueOfAHeaderHasNoControlCharacters() {
        let plain = (0..<256).filter { byte in
            HTTPHeaders.isPlainText(String(UnicodeScalar(UInt8(byte))))
        }
        // Beyond ASCII a text has bytes that are no control characters.
        #expect(plain == [9] + Array(32...126) + Array(128...255))
    }

    @Test func whatIsNotUnreservedIsEncoded() {
        let kept = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~"
        #expect(PercentEncoding.encode(kept) == kept)
        #expect(PercentEncoding.encode("@[`{/:\u{0}\u{9}\u{A}\u{F} é") == "%40%5B%60%7B%2F%3A%00%09%0A%0F%20%C3%A9")
    }

    @Test(arguments: [
        ("abc", 3, "abc"), ("abcd", 3, "ab…"), ("abcd", 1, "a"), ("abcd", 0, ""), ("abcd", -1, ""), ("", 0, ""),
        ("ab", 2, "ab"), ("abc", 2, "a…"),
    ])
    func textIsClippedToItsColumns(_ text: String, _ width: Int, _ clipped: String) {
        #expect(Columns.clipped(text, width) == clipped)
        #expect(Columns.left(text, width) == clipped + String(repeating: " ", count: max(0, width - clipped.count)))
        #expect(Columns.right(text, width) == String(repeating: " ", count: max(0, width - clipped.count)) + clipped)
    }

    @Test(
        arguments: [
            ("one two", 7, ["one two"]), ("one two", 6, ["one", "two"]), ("one two", 4, ["one", "two"]),
            ("one two", 3, ["one", "two"]), ("onetwo", 3, ["one", "two"]), (" onetwo", 4, [" one", "two"]),
            ("a  b", 3, ["a ", "b"]), ("", 5, [""]), ("abcdefg", 3, ["abc", "def", "g"]),
        ] as [(String, Int, [String])]
    )
    func textIsBrokenAtSpacesWhereThereAreSome(_ text: String, _ width: Int, _ lines: [String]) {
        #expect(Columns.wrapped(text, width) == lines)
    }

    // MARK: - Days and instants

    @Test(
        arguments: [
            (0, 1970, 1, 1), (-1, 1969, 12, 31), (58, 1970, 2, 28), (59, 1970, 3, 1), (789, 1972, 2, 29),
            (790, 1972, 3, 1), (11_016, 2000, 2, 29), (11_017, 2000, 3, 1), (47_540, 2100, 2, 28), (47_541, 2100, 3, 1),
            (-25_509, 1900, 2, 28), (-25_508, 1900, 3, 1), (-719_468, 0, 3, 1), (-719_469, 0, 2, 29),
            (-719_529, -1, 12, 31), (2_932_896, 9999, 12, 31),
        ] as [(Int64, Int64, Int64, Int64)]
    )
    func aDayIsItsNumber(_ number: Int64, _ year: Int64, _ month: Int64, _ day: Int64) {
        #expect(CivilDay(number: number) == CivilDay(year: year, month: month, day: day))
        #expect(CivilDay(year: year, month: month, day: day).number == number)
    }

    @Test(arguments: [
        (1, 2023, 31), (2, 2023, 28), (2, 2024, 29), (2, 1900, 28), (2, 2000, 29), (3, 2023, 31), (4, 2023, 30),
        (5, 2023, 31), (6, 2023, 30), (7, 2023, 31), (8, 2023, 31), (9, 2023, 30), (10, 2023, 31), (11, 2023, 30),
        (12, 2023, 31),
    ])
    func aMonthHasItsDays(_ month: Int, _ year: Int, _ days: Int) {
        #expect(CivilDay.days(of: month, in: year) == days)
    }

    @Test(
        arguments: [(7, 2, 3), (6, 2, 3), (0, 2, 0), (-1, 2, -1), (-2, 2, -1), (-3, 2, -2)] as [(Int64, Int64, Int64)]
    )
    func aQuotientIsRoundedDown(_ value: Int64, _ divisor: Int64, _ quotient: Int64) {
        #expect(CivilDay.quotient(value, divisor) == quotient)
    }

    @Test func durationsBeyondTheClockAreHeld() {
        let most = Duration.nanoseconds(Int64.max)
        #expect(most.nanoseconds == .max)
        #expect((most + .nanoseconds(1)).nanoseconds == .max)
        #expect(Duration.seconds(Int64.max / 1_000_000_000 + 1).nanoseconds == .max)
        #expect(Duration.seconds(-Int64.max / 1_000_000_000 - 2).nanoseconds == .min)
        #expect(Duration.nanoseconds(Int64.min).nanoseconds == .min)
        #expect((Duration.nanoseconds(Int64.min) - .nanoseconds(1)).nanoseconds == .min)
        #expect(Instant(nanoseconds: .max - 1) + .nanoseconds(1) == .distantFuture)
        #expect(Instant(nanoseconds: .max - 1) + .nanoseconds(2) == .distantFuture)
        #expect(Instant(nanoseconds: 5).adding(nanoseconds: -7) == Instant(nanoseconds: -2))
        #expect(Duration.microseconds(1_999).wholeMilliseconds == 1)
    }

    @Test func fullJitterHasItsDefaults() {
        let policy = RetryBackoff.fullJitter()
        #expect(policy.jitter == 1)
        #expect(policy.prefersRequest)
        #expect(policy.ceiling(afterFailures: 1) == .seconds(1))
        #expect(policy.ceiling(afterFailures: 9) == .seconds(256))
        #expect(policy.ceiling(afterFailures: 10) == .seconds(300))
        #expect(policy.longest == .seconds(86_400))
    }

    // MARK: - Logs

    @Test(arguments: [HubLogLevel.error, .warning, .debug, .verbose])
    func aLogWritesUpToItsLevel(_ level: HubLogLevel) {
        let sink = KeepingSink()
        let log = HubLog(level: level, sink: sink)
        for each in [HubLogLevel.error, .warning, .debug, .verbose] { log.write(each, "tag", "text") }
        #expect(sink.levels.withLock { $0 } == [HubLogLevel.error, .warning, .debug, .verbose].filter { $0 <= level })
    }
}

private final class KeepingSink: LogSink {
    let levels = Locked<[HubLogLevel]>([])

    func write(_ record: LogRecord) { levels.withLock { $0.append(record.level) } }
}
