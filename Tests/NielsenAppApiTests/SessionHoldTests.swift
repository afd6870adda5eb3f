// SPDX-License-Identifier: Apache-2.0

import HubServices
import NielsenAppApi
import Testing

/// The first session waits for the user's answer to the question for permission to track, and not for longer than it may.
struct SessionHoldTests {
    /// What the user does, and what follows in the order of the seconds: answers, and how many sessions there are.
    struct Case: Sendable, CustomTestStringConvertible {
        let testDescription: String
        /// The answers, by the second at which they come.
        let answers: [Int: NielsenTrackingAuthorization]
        /// The second at which the first session begins.
        let begins: Int
        let sessions: Int
        let isIdentified: Bool
    }

    private static let identifier = "E621E1F8-C36C-495A-93FC-0C247A3E6E5F"

    static let cases = [
        Case(testDescription: "agrees", answers: [5: .authorized], begins: 5, sessions: 1, isIdentified: true),
        Case(testDescription: "refuses", answers: [5: .denied], begins: 5, sessions: 1, isIdentified: false),
        Case(testDescription: "agrees late", answers: [15: .authorized], begins: 10, sessions: 2, isIdentified: true),
        Case(testDescription: "never answers", answers: [:], begins: 10, sessions: 1, isIdentified: false),
        Case(
            testDescription: "was not asked, and agrees then",
            answers: [5: .notDetermined, 8: .authorized],
            begins: 8,
            sessions: 1,
            isIdentified: true
        ),
    ]

    @Test(arguments: cases)
    func theFirstSessionWaitsForTheAnswer(_ one: Case) throws {
        let bench = Bench()
        var environment = bench.environment()
        environment.holdFirstSession(forAtMost: .seconds(10))
        let api = try NielsenAppApi.make(appInfo: Bench.appInfo, environment: environment)
        api.play(Bench.channel)
        api.loadMetadata(Bench.content)
        for second in 0..<20 {
            if let answer = one.answers[second] {
                environment.trackingAnswered(answer, advertisingId: Self.identifier)
            }
            #expect(bench.sink.records.isEmpty == (second < one.begins), "second \(second)")
            api.playheadPosition(Int64(second))
            bench.wait(1)
        }
        #expect(bench.sink.records.filter { $0.kind == .session }.count == one.sessions)
        #expect((api.deviceId == Self.identifier) == one.isIdentified)
        // What waited is measured with the time at which it was called.
        #expect(bench.sink.records.first { $0.kind == .view }?.time == 1_700_000_000_000)
        api.end()
        #expect(api.creditSummary.reduce(0) { $0 + $1.seconds } == 20)
    }

    @Test func nothingIsHeldAfterTheAnswer() throws {
        let bench = Bench()
        var environment = bench.environment()
        environment.holdFirstSession(forAtMost: .seconds(10))
        environment.trackingAnswered(.denied)
        _ = try NielsenAppApi.make(appInfo: Bench.appInfo, environment: environment)
        #expect(bench.sink.records.map(\.kind) == [.session])
    }
}
