// SPDX-License-Identifier: Apache-2.0

import Foundation
import HubServices
import HubStorage
import Testing

@testable import LaunchRules

/// The steps of an event history, one after the other, without a file.
@Suite struct HistoryStateTests {
    private static let full = SQLiteError(code: .full, message: "no room", path: "/x")
    private static let corrupt = SQLiteError(code: .corrupt, message: "damaged", path: "/x")
    private static let now: Int64 = 1_700_000_000_000

    private let received = Locked<[String]>([])

    private func receive(_ name: String) -> @Sendable (LaunchRuleError?) -> Void {
        { [received] error in received.withLock { $0.append("\(name) \(error?.code.description ?? "done")") } }
    }

    private func record(_ number: Int) -> HistoryRecord { HistoryRecord(key: UInt64(number), time: Int64(number)) }

    private func opened(_ limits: HubHistoryLimits = HubHistoryLimits()) -> HistoryState {
        var state = HistoryState(limits: limits, hasFile: true, isRefusing: false)
        _ = state.nextStep()
        // Swept just now, so that nothing is due.
        state.finishOpening(.init(HistoryContent(sweep: Self.now), limits: limits, at: Self.now))
        return state
    }

    private func step(_ state: inout HistoryState) throws -> HistoryState.Step {
        let step = state.nextStep()
        return try #require(step)
    }

    private func heard() -> [String] {
        received.withLock { received in
            defer { received = [] }
            return received
        }
    }

    @Test func whatCouldNotBeWrittenIsWrittenLaterAndWaitsLongerEachTime() {
        var state = opened()
        #expect(state.nextStep().words() == "-")
        state.add(record(1), at: Self.now, receive("one"))
        for delay in ["1.0", "2.0", "4.0", "8.0", "16.0", "32.0", "60.0", "60.0"] {
            let step = state.nextStep()
            #expect(step.words() == "write +1 through 1")
            if let step { state.fail(step, Self.full) }
            if delay == "1.0" { #expect(state.nextStep().words() == "answer") }
            #expect(state.failure == Self.full)
            #expect(state.nextStep().words() == "wait \(delay)")
            #expect(state.nextStep().words() == "-")
            state.endWait()
        }
        #expect(heard() == ["one storageFailed"])
        let step = state.nextStep()
        if let step { state.fail(step, Self.full) }
        _ = state.nextStep()
        // Who comes while it waits is told at once, and what it brings is written with the rest.
        state.add(record(2), at: Self.now, receive("two"))
        #expect(state.nextStep().words() == "answer")
        #expect(heard() == ["two storageFailed"])
        state.endWait()
        state.add(record(3), at: Self.now, receive("three"))
        #expect(state.nextStep().words() == "write +3 through 3")
        state.finishWriting(through: 3)
        #expect(state.failure == nil)
        #expect(state.nextStep().words() == "answer")
        #expect(heard() == ["three done"])
        // The next trouble begins with the shortest wait.
        state.add(record(4), at: Self.now)
        let next = state.nextStep()
        #expect(next.words() == "write +1 through 4")
        if let next { state.fail(next, Self.full) }
        #expect(state.nextStep().words() == "wait 1.0")
    }

    /// How many records wait before the file is open, and whether they are written one by one or the whole anew.
    @Test(
        arguments: [
            (65_536, "write +65536,dropFirst(65436) through 65537"), (65_537, "rewrite 100 through 65538"),
        ]
    )
    func moreThanIsKeptApartIsWrittenAsAWhole(_ count: Int, _ expected: String) {
        let limits = HubHistoryLimits(count: 100)
        var state = HistoryState(limits: limits, hasFile: true, isRefusing: false)
        #expect(state.nextStep().words() == "open")
        for number in 0..<count { state.add(record(number), at: Self.now) }
        state.finishOpening(.init(HistoryContent(sweep: Self.now), limits: limits, at: Self.now))
        let step = state.nextStep()
        #expect(step.words() == expected)
        guard count == 65_536, let step else { return }
        // What is put back is counted with what has come meanwhile.
        state.add(record(0), at: Self.now)
        state.fail(step, Self.full)
        #expect(state.nextStep().words() == "wait 1.0")
        state.endWait()
        #expect(state.nextStep().words() == "rewrite 100 through 65539")
    }

    @Test func aDamagedFileIsWrittenAnewAtOnceAndThenAgainLater() throws {
        var state = opened()
        state.add(record(1), at: Self.now)
        let write = try step(&state)
        state.fail(write, Self.corrupt)
        // Who waits for it goes on waiting.
        state.wait(receive("one"))
        let rewrite = try step(&state)
        #expect(rewrite.words() == "rewrite 1 through 1 because damaged")
        state.fail(rewrite, Self.corrupt)
        #expect(state.nextStep().words() == "answer")
        #expect(heard() == ["one storageFailed"])
        #expect(state.nextStep().words() == "wait 1.0")
        state.endWait()
        let again = try step(&state)
        #expect(again.words() == "rewrite 1 through 1 because damaged")
        // Another reason is no damage, and the next rewriting puts nothing aside.
        state.fail(again, Self.full)
        #expect(state.nextStep().words() == "wait 2.0")
        state.endWait()
        let plain = try step(&state)
        #expect(plain.words() == "rewrite 1 through 1")
        // What is found damaged now is set aside without a wait.
        state.fail(plain, Self.corrupt)
        #expect(state.nextStep().words() == "rewrite 1 through 1 because damaged")
        state.finishWriting(through: 1)
        #expect(state.nextStep().words() == "-")
        #expect(state.failure == nil)
    }

    @Test func aFileOfALaterVersionIsGivenUpAndAnotherOneIsTriedAgain() throws {
        var state = HistoryState(limits: HubHistoryLimits(), hasFile: true, isRefusing: false)
        state.waitUntilReady(receive("ready"))
        state.add(record(1), at: Self.now, receive("one"))
        let open = try step(&state)
        #expect(open.words() == "open" && !state.isReady)
        state.fail(open, Self.full)
        #expect(state.isReady)
        #expect(state.nextStep().words() == "answer")
        #expect(heard().sorted() == ["one storageFailed", "ready done"])
        #expect(state.nextStep().words() == "wait 1.0")
        state.endWait()
        let again = try step(&state)
        #expect(again.words() == "open")
        state.fail(again, SQLiteError(code: .laterVersion, message: "later", path: "/x"))
        state.add(record(2), at: Self.now, receive("two"))
        #expect(state.nextStep().words() == "answer")
        #expect(heard() == ["two storageFailed"])
        #expect(state.nextStep().words() == "-")
        #expect(state.index.count == 2)
        // What the user wants holds for that file too.
        state.setRefusing(true)
        #expect(state.nextStep().words().hasPrefix("erase "))
    }

    @Test func whatTheUserDoesNotWantIsErasedFirst() throws {
        var state = opened()
        state.add(record(1), at: Self.now, receive("one"))
        state.setRefusing(true)
        state.setRefusing(true)
        #expect(state.nextStep().words() == "answer")
        #expect(heard() == ["one optedOut"])
        state.add(record(2), at: Self.now, receive("two"))
        #expect(state.nextStep().words() == "answer")
        #expect(heard() == ["two optedOut"])
        #expect(state.index.count == 0)
        let erase = try step(&state)
        #expect(erase.words() == "erase 2")
        state.fail(erase, Self.full)
        #expect(state.nextStep().words() == "wait 1.0")
        state.endWait()
        // What is recorded after the user has agreed again is written behind it.
        state.setRefusing(false)
        state.add(record(3), at: Self.now, receive("three"))
        #expect(state.nextStep().words() == "erase 2")
        state.finishErasing(through: 2)
        #expect(state.nextStep().words() == "open")
        state.finishOpening(.init(HistoryContent(sweep: Self.now), limits: HubHistoryLimits(), at: Self.now))
        let write = try step(&state)
        #expect(write.words().hasPrefix("write +1"))
        state.finishWriting(through: 4)
        #expect(state.nextStep().words() == "answer")
        #expect(heard() == ["three done"])
    }

    @Test func aHistoryThatIsClosedWaitsForNothing() throws {
        var state = opened()
        state.add(record(1), at: Self.now, receive("one"))
        state.close()
        state.add(record(2), at: Self.now, receive("two"))
        #expect(state.nextStep().words() == "answer")
        #expect(heard() == ["two closed"])
        let write = try step(&state)
        #expect(write.words() == "write +1 through 1")
        state.fail(write, Self.full)
        #expect(state.nextStep().words() == "answer")
        #expect(heard() == ["one storageFailed"])
        #expect(state.nextStep().words() == "-")
        state.endWait()
        #expect(state.nextStep().words() == "-")
        state.waitUntilReady(receive("ready"))
        #expect(state.nextStep().words() == "answer")
        #expect(heard() == ["ready done"])
    }

    @Test func theFirstRecordsGoASixtyFourthOfTheLimitAtOnce() throws {
        let limits = HubHistoryLimits(count: 128)
        #expect(limits.capacity == 128 && limits.step == 2)
        var state = opened(limits)
        for number in 0..<128 { state.add(record(number), at: Self.now) }
        #expect(state.nextStep().words() == "write +128 through 128")
        state.finishWriting(through: 128)
        state.add(record(128), at: Self.now)
        #expect(state.index.records.map(\.key) == (2...128).map { UInt64($0) })
        #expect(state.nextStep().words() == "write +1,dropFirst(2) through 130")
        // Nothing is stored without a file, and nothing is waited for.
        var memory = HistoryState(limits: limits, hasFile: false, isRefusing: false)
        #expect(memory.isReady)
        memory.add(record(1), at: Self.now, receive("one"))
        #expect(memory.nextStep().words() == "answer")
        #expect(memory.nextStep().words() == "-")
        #expect(heard() == ["one done"])
    }

    @Test func whatIsReadIsCutToTheLimitsAndSweptOnceADay() {
        let day: Int64 = 86_400_000
        let content = HistoryContent(records: [0, 499, 500, 501, 502, 503].map { record($0) }, sweep: 1_000)
        func loaded(_ limits: HubHistoryLimits, at now: Int64) -> [HistoryChange] {
            HistoryState.Loaded(content, limits: limits, at: now).changes
        }
        let limits = HubHistoryLimits(age: .milliseconds(500), count: 3)
        #expect(
            loaded(limits, at: 1_000 + day) == [.removeBefore(500), .note(sweep: 1_000 + day), .dropFirst(1)]
        )
        #expect(loaded(limits, at: 1_000 + day - 1) == [.dropFirst(3)])
        #expect(
            loaded(HubHistoryLimits(age: .milliseconds(1_000), count: 6), at: 1_000 + day) == [
                .note(sweep: 1_000 + day)
            ]
        )
        #expect(loaded(HubHistoryLimits(age: nil, count: 6), at: 1_000 + day) == [.note(sweep: 1_000 + day)])
        var taken = HistoryState.Loaded(content, limits: limits, at: 1_000 + day)
        #expect(taken.takeIndex().records.map(\.time) == [501, 502, 503])
        #expect(taken.takeIndex().count == 0)
    }

    @Test(
        arguments: [
            (100_000, 4 << 20, 100_000), (200_000, 4 << 20, 131_072), (10, 319, 9), (10, 320, 10), (-1, 320, 0),
            (10, -1, 0),
        ]
    )
    func theSmallerLimitOfRecordsHolds(_ count: Int, _ bytes: Int, _ capacity: Int) {
        let limits = HubHistoryLimits(count: count, bytes: bytes)
        #expect(limits.capacity == capacity)
        #expect(limits.step == max(1, capacity / 64))
        #expect(limits.bytesInMemory == capacity * 128)
        #expect(HubHistoryLimits(age: .milliseconds(-5)).ageInMilliseconds == 0)
        #expect(HubHistoryLimits(age: .microseconds(1_999)).ageInMilliseconds == 1)
        #expect(HubHistoryLimits(age: nil).ageInMilliseconds == nil)
        #expect(HubHistoryLimits(count: .max, bytes: .max).bytesInMemory == .max)
    }

    /// What a record is known by is kept in files, and stays the same.
    @Test func theKeyOfAContentStaysTheSame() {
        func key(_ data: JSONObject) -> UInt64? { RuleHistoryKey(RuleHistoryContent(data))?.value }
        #expect(key(["a": 1]) == 0x68af_e5b7_d39e_f09d)
        #expect(key(["name": "play", "n": 2]) == 0x35de_9402_5c42_5d06)
        #expect(key(["a": .string(String(repeating: "x", count: 300))]) == 0xde9f_6000_1341_7e78)
        #expect(key(["a": .string(String(repeating: "x", count: 70_000))]) == 0x9552_bda1_2f25_5b0d)
        #expect(key(["a": "", "b": .null]) == nil)
    }
}
