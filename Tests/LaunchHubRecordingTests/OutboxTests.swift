// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import LaunchHubRecording

/// The lines that wait for a server: how much waits, what one request holds, and what an answer changes.
struct OutboxTests {
    private static let mebibyte = 1 << 20

    /// Lines that take a number of bytes together.
    private static func text(_ bytes: Int, lines: Int = 1, _ letter: String = "x") -> LineText {
        // A line with a member of one letter has this much around its value.
        let frame = "{\"k\":\"\"}\n".utf8.count
        var text = LineText()
        for line in 0..<lines {
            let size = line == 0 ? bytes - (lines - 1) * frame : frame
            text.begin("k", String(repeating: letter, count: size - frame))
            text.end()
        }
        return text
    }

    private func sizes(_ outbox: inout Outbox, at now: Int64 = 0) -> [Int] {
        var sizes: [Int] = []
        while let request = outbox.begin(at: now) {
            sizes.append(request.body.count)
            #expect(outbox.end(.accepted, at: now) == 0)
        }
        return sizes
    }

    @Test func theFirstLinesAreThoseThatAFileBeginsWith() {
        var outbox = Outbox()
        #expect(outbox.needsOpening && outbox.isEmpty && outbox.begin(at: 0) == nil)
        #expect(outbox.add(LineText()) == 0)
        #expect(outbox.needsOpening && outbox.isEmpty)
        #expect(outbox.add(Self.text(100)) == 0)
        #expect(!outbox.needsOpening && !outbox.isEmpty)
    }

    // MARK: - Requests

    /// Each request says how many lines the server has.
    @Test func requestsFollowEachOther() throws {
        var outbox = Outbox()
        _ = outbox.add(Self.text(100, lines: 3, "a"))
        _ = outbox.add(Self.text(100, lines: 2, "b"))
        let first = try outbox.next()
        #expect(first.body == Self.text(100, lines: 3, "a").bytes + Self.text(100, lines: 2, "b").bytes)
        #expect(first.line == 0 && first.part == 1)
        // One is on its way at a time.
        _ = outbox.add(Self.text(50, lines: 1, "c"))
        #expect(outbox.begin(at: 0) == nil)
        #expect(outbox.end(.accepted, at: 0) == 0)
        let second = try outbox.next()
        #expect(second == Outbox.Request(body: Self.text(50, lines: 1, "c").bytes, line: 5, part: 1))
        #expect(outbox.end(.accepted, at: 0) == 0)
        #expect(outbox.isEmpty && outbox.begin(at: 0) == nil && !outbox.needsOpening)
    }

    /// A request has 256 KiB, or one larger text.
    @Test func aRequestHasAQuarterOfAMebibyte() {
        var outbox = Outbox()
        let half = 128 << 10
        for size in [half, half, half, half + 1, 300 << 10, 10, 20] { _ = outbox.add(Self.text(size)) }
        #expect(sizes(&outbox) == [256 << 10, half, half + 1, 300 << 10, 30])
    }

    // MARK: - Room

    /// Four mebibytes wait; of more the oldest go, but not those that a session begins with.
    @Test func theOldestLinesMakeRoom() throws {
        var outbox = Outbox()
        for count in 1...4 { #expect(outbox.add(Self.text(Self.mebibyte, lines: count)) == 0) }
        #expect(outbox.add(Self.text(10, lines: 1)) == 2)
        #expect(outbox.add(Self.text(Self.mebibyte - 10)) == 0)
        #expect(outbox.add(Self.text(Self.mebibyte + 1, lines: 5)) == 3 + 4)
        #expect(sizes(&outbox) == [Self.mebibyte, 10, Self.mebibyte - 10, Self.mebibyte + 1])
    }

    /// When the server has the beginning, every line that it has not may go.
    @Test func behindTheBeginningTheOldestIsTheFirst() {
        var outbox = Outbox()
        _ = outbox.add(Self.text(100, lines: 2))
        #expect(sizes(&outbox) == [100])
        for count in 1...4 { #expect(outbox.add(Self.text(Self.mebibyte, lines: count)) == 0) }
        #expect(outbox.add(Self.text(10)) == 1)
    }

    @Test func whatIsOnItsWayStays() throws {
        var outbox = Outbox()
        _ = outbox.add(Self.text(100, lines: 2, "a"))
        _ = outbox.add(Self.text(100, lines: 3, "b"))
        let request = try outbox.next()
        #expect(request.body.count == 200)
        for count in 4...8 { _ = outbox.add(Self.text(Self.mebibyte, lines: count)) }
        // It is not what makes room: three of the five are left.
        #expect(outbox.end(.accepted, at: 0) == 0)
        let next = try outbox.next()
        #expect(next.line == 5)
        #expect(outbox.end(.accepted, at: 0) == 0)
        #expect(sizes(&outbox).count == 2)
    }

    /// The newest lines stay however large they are.
    @Test func oneTextMayBeLarger() {
        var outbox = Outbox()
        #expect(outbox.add(Self.text(5 * Self.mebibyte)) == 0)
        #expect(outbox.add(Self.text(5 * Self.mebibyte, lines: 2)) == 0)
        #expect(outbox.add(Self.text(10)) == 2)
        #expect(sizes(&outbox) == [5 * Self.mebibyte, 10])
    }

    /// What has arrived takes no room.
    @Test func roomIsFreeAgainAfterEachAnswer() {
        var outbox = Outbox()
        for _ in 0..<3 {
            for _ in 0..<4 { #expect(outbox.add(Self.text(Self.mebibyte)) == 0) }
            #expect(sizes(&outbox).count == 4)
        }
        _ = outbox.add(Self.text(Self.mebibyte))
        _ = outbox.begin(at: 0)
        #expect(outbox.end(.behind, at: 0) == 1)
        for _ in 0..<4 { #expect(outbox.add(Self.text(Self.mebibyte)) == 0) }
        #expect(outbox.add(Self.text(10)) == 1)
    }

    // MARK: - Answers

    /// The pause doubles up to half a minute, and begins anew after an answer.
    @Test func pausesGrowFromASecondToHalfAMinute() {
        let second: Int64 = 1_000_000_000
        var outbox = Outbox()
        _ = outbox.add(Self.text(100, lines: 2))
        var now: Int64 = 5
        for pause in [1, 2, 4, 8, 16, 30, 30, 30] as [Int64] {
            #expect(outbox.begin(at: now)?.line == 0)
            #expect(outbox.end(.failed, at: now) == 0)
            #expect(outbox.nextTry == now + pause * second)
            #expect(outbox.begin(at: outbox.nextTry - 1) == nil)
            now = outbox.nextTry
        }
        #expect(outbox.begin(at: now)?.body.count == 100)
        #expect(outbox.end(.accepted, at: now) == 0)
        _ = outbox.add(Self.text(100))
        #expect(outbox.begin(at: now)?.line == 2)
        #expect(outbox.end(.failed, at: now) == 0)
        #expect(outbox.nextTry == now + second)
    }

    /// A server that does not know the first lines of a session cannot have been started anew meanwhile.
    @Test func aRefusalOfTheBeginningIsAFailure() {
        var outbox = Outbox()
        _ = outbox.add(Self.text(100, lines: 2))
        _ = outbox.begin(at: 7)
        #expect(outbox.end(.behind, at: 7) == 0)
        #expect(outbox.nextTry == 1_000_000_007 && !outbox.needsOpening)
        #expect(outbox.begin(at: 1_000_000_007)?.part == 1)
    }

    /// A server that was started anew gets a session of its own, which begins as a file does.
    @Test func aServerThatWasStartedAnewGetsAnotherSession() throws {
        var outbox = Outbox()
        _ = outbox.add(Self.text(100, lines: 2))
        #expect(sizes(&outbox) == [100])
        for part in 2...3 {
            _ = outbox.add(Self.text(300 << 10, lines: 3))
            _ = outbox.add(Self.text(100, lines: 4))
            _ = try outbox.next()
            #expect(outbox.end(.behind, at: 0) == 7)
            #expect(outbox.needsOpening && outbox.isEmpty)
            #expect(outbox.nextTry == 0)
            _ = outbox.add(Self.text(100, lines: 2))
            #expect(!outbox.needsOpening)
            let request = try outbox.next()
            #expect(request == Outbox.Request(body: Self.text(100, lines: 2).bytes, line: 0, part: part))
            #expect(outbox.end(.accepted, at: 0) == 0)
        }
    }
}

extension Outbox {
    /// Begins the next request, which there must be.
    fileprivate mutating func next() throws -> Request {
        let request = begin(at: 0)
        return try #require(request)
    }
}
