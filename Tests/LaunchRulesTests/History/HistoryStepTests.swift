// SPDX-License-Identifier: Apache-2.0

import HubServices
import HubStorage
import Testing

@testable import LaunchRules

/// What an event history does with its file when choices, failures and old records meet.
@Suite struct HistoryStepTests {
    private static let full = SQLiteError(code: .full, message: "no room", path: "/x")
    private static let now: Int64 = 1_700_000_000_000
    private static let day: Int64 = 86_400_000

    private let received = Locked<[String]>([])

    private func record(_ number: Int) -> HistoryRecord { HistoryRecord(key: UInt64(number), time: Int64(number)) }

    /// Takes the next step and says what it is.
    private func next(_ state: inout HistoryState) -> String { state.nextStep().words() }

    private func fail(_ state: inout HistoryState, _ error: SQLiteError = HistoryStepTests.full) throws -> String {
        let next = state.nextStep()
        let step = try #require(next)
        state.fail(step, error)
        return step.words()
    }

    private func loaded(_ records: [HistoryRecord] = [], _ limits: HubHistoryLimits) -> HistoryState.Loaded {
        // Swept just now, so that nothing is due.
        .init(HistoryContent(records: records, sweep: Self.now), limits: limits, at: Self.now)
    }

    private func closed(isRefusing: Bool = false) -> HistoryState {
        HistoryState(limits: HubHistoryLimits(), hasFile: true, isRefusing: isRefusing)
    }

    private func opened(_ limits: HubHistoryLimits = HubHistoryLimits()) -> HistoryState {
        var state = HistoryState(limits: limits, hasFile: true, isRefusing: false)
        _ = state.nextStep()
        state.finishOpening(loaded([], limits))
        return state
    }

    // MARK: - Choices

    @Test func aLaunchThatBeginsOptedOutErasesOnceAndOpensTheFileWhenItHasARecord() {
        var state = closed(isRefusing: true)
        #expect(state.isReady)
        state.wait { [received] error in received.withLock { $0.append(error?.code.description ?? "done") } }
        #expect(next(&state) == "erase 1")
        state.finishErasing(through: 1)
        #expect(next(&state) == "answer")
        #expect(received.withLock { $0 } == ["done"])
        #expect(next(&state) == "-")
        // An empty file is known without being read.
        state.setRefusing(false)
        #expect(next(&state) == "-")
        state.add(record(1), at: Self.now)
        #expect(next(&state) == "open")
        state.finishOpening(loaded([], state.limits))
        #expect(next(&state) == "write +1,note(sweep: \(Self.now)) through 3")
    }

    @Test func aSecondChoiceIsErasedThoughTheFirstWasNotDoneYet() {
        var state = opened()
        state.setRefusing(true)
        #expect(next(&state) == "erase 1")
        state.setRefusing(false)
        state.setRefusing(true)
        state.finishErasing(through: 1)
        #expect(next(&state) == "erase 2")
        state.finishErasing(through: 2)
        #expect(next(&state) == "-")
    }

    @Test func aFileOfALaterVersionIsOurOwnOnceItWasErased() throws {
        var state = closed()
        #expect(try fail(&state, SQLiteError(code: .laterVersion, message: "later", path: "/x")) == "open")
        state.add(record(1), at: Self.now)
        #expect(next(&state) == "-")
        state.setRefusing(true)
        #expect(next(&state) == "erase 3")
        state.finishErasing(through: 3)
        state.setRefusing(false)
        #expect(next(&state) == "-")
        state.add(record(2), at: Self.now)
        #expect(next(&state) == "open")
    }

    @Test func aHistoryThatIsClosedBeforeItWasReadOpensNothing() {
        var state = closed()
        state.close()
        #expect(next(&state) == "-")
        var erased = closed(isRefusing: true)
        erased.close()
        #expect(next(&erased) == "erase 1")
        erased.finishErasing(through: 1)
        #expect(next(&erased) == "-")
    }

    // MARK: - Failures

    @Test func whatIsNotedBeforeTheFileWorksIsWrittenBehindTheRecords() throws {
        var state = closed()
        #expect(try fail(&state) == "open")
        #expect(next(&state) == "wait 1.0")
        state.add(record(1), at: Self.now)
        #expect(next(&state) == "-")
        state.endWait()
        #expect(try fail(&state) == "open")
        #expect(next(&state) == "wait 2.0")
        state.endWait()
        #expect(next(&state) == "open")
        #expect(state.failure == Self.full)
        state.finishOpening(loaded([record(7)], state.limits))
        #expect(state.failure == nil)
        #expect(state.index.records.map(\.key) == [7, 1])
        #expect(try fail(&state) == "write +1,note(sweep: \(Self.now)) through 2")
        // A file that could be read has worked.
        #expect(next(&state) == "wait 1.0")
    }

    @Test func whatIsPutBackIsNoMoreThanMayWait() throws {
        let count = 65_536
        var state = opened(HubHistoryLimits(count: count))
        state.add(record(0), at: Self.now)
        #expect(next(&state) == "write +1 through 1")
        state.finishWriting(through: 1)
        for number in 1...count { state.add(record(number), at: Self.now) }
        let text = "write +65536,dropFirst(1024) through 65538"
        #expect(try fail(&state) == text)
        #expect(next(&state) == "wait 1.0")
        state.endWait()
        #expect(next(&state) == text)
    }

    // MARK: - Removing

    @Test func onlyWhatIsThereIsRemovedFromTheFile() {
        var state = opened()
        state.add(record(1), at: Self.now)
        #expect(next(&state) == "write +1 through 1")
        state.finishWriting(through: 1)
        for query in [HistoryIndex.Query(key: 9, from: 0, to: 99), .init(key: 1, from: 2, to: 9)] {
            let count = state.remove(query)
            #expect(count == 0)
            #expect(next(&state) == "-")
        }
        let count = state.remove(.init(key: 1, from: 1, to: 1))
        #expect(count == 1)
        #expect(next(&state) == "write remove(key: 1, from: 1, to: 1) through 2")
    }

    @Test func whatIsRemovedBeforeTheFileWasReadIsWrittenAsAWhole() {
        var state = closed()
        #expect(next(&state) == "open")
        state.add(record(1), at: Self.now)
        let count = state.remove(.init(key: 1, from: 1, to: 1))
        #expect(count == 1)
        state.finishOpening(loaded([record(7), record(8)], state.limits))
        #expect(next(&state) == "rewrite 2 through 2")
    }

    @Test func aRecordThatComesADayLaterRemovesWhatIsTooOld() {
        let (now, day) = (Self.now, Self.day)
        var state = opened(HubHistoryLimits(age: .milliseconds(500)))
        state.add(HistoryRecord(key: 1, time: now - 501), at: now)
        state.add(HistoryRecord(key: 2, time: now - 500), at: now)
        #expect(next(&state) == "write +2 through 2")
        state.add(HistoryRecord(key: 3, time: now + day), at: now + day - 1)
        #expect(next(&state) == "write +1 through 3")
        state.finishWriting(through: 3)
        state.add(HistoryRecord(key: 4, time: now + day), at: now + day)
        #expect(state.index.records.map(\.key) == [2, 3, 4])
        #expect(next(&state) == "write +1,removeBefore(\(now - 500)),note(sweep: \(now + day)) through 6")
    }

    @Test func aSearchThatFindsNothingTooOldIsNotedAlone() {
        var state = opened(HubHistoryLimits(age: .milliseconds(500)))
        state.add(HistoryRecord(key: 1, time: Self.now), at: Self.now + Self.day)
        #expect(next(&state) == "write +1,note(sweep: \(Self.now + Self.day)) through 2")
    }

    // MARK: - The index

    @Test(
        arguments: [
            (-1, [1, 2, 1, 3], 3), (0, [1, 2, 1, 3], 3), (1, [2, 1, 3], 3), (2, [1, 3], 2), (3, [3], 1), (4, [], 0),
            (9, [], 0),
        ] as [(Int, [UInt64], Int)]
    )
    func theFirstRecordsAreDroppedAndNoMoreThanThereAre(_ count: Int, _ left: [UInt64], _ keys: Int) {
        let records = [1, 2, 1, 3].enumerated().map { HistoryRecord(key: $0.element, time: Int64($0.offset)) }
        var index = HistoryIndex(records)
        index.dropFirst(count)
        #expect(index.records.map(\.key) == left)
        #expect(index.count == left.count && index.keyCount == keys)
        index.append(HistoryRecord(key: 1, time: 9))
        #expect(index.records.map(\.key) == left + [1])
        let times = Array(index.records).filter { $0.key == 1 }.map(\.time)
        #expect(index.times(of: 1) == times)
    }
}
