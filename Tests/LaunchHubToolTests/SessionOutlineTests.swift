// SPDX-License-Identifier: Apache-2.0

import HubServices
import LaunchHubSession
import Testing

/// What is known of a session without its steps, and the steps that a stream hands out.
struct SessionOutlineTests {
    private func outline(_ steps: SessionStep...) -> SessionOutline {
        steps.reduce(into: SessionOutline(Session(header: SessionHeader(title: "Small")))) { $0.add($1) }
    }

    private func command(_ number: Int, _ name: String, _ data: JSONObject = [:], _ result: JSONObject? = nil)
        -> SessionStep
    {
        SessionStep(number: number, time: Int64(number), command: SessionCommand(name, data), result: result)
    }

    private func make(_ number: Int, _ identifier: JSONValue? = nil) -> SessionStep {
        command(number, "InstantiateSDKWithLocalConfigEvent", [:], identifier.map { ["identifier": $0] })
    }

    private func use(_ number: Int, _ identifier: JSONValue) -> SessionStep {
        command(number, "GetMeterVersionEvent", ["identifier": identifier])
    }

    private func call(_ name: String, isLifecycle: Bool = false) -> SessionStep {
        SessionStep(
            number: 1,
            time: 5,
            command: nil,
            call: SessionCall(instance: "1", name: name, isLifecycle: isLifecycle)
        )
    }

    @Test func stepsAreCountedWithWhatCameOfThem() {
        var step = SessionStep(number: 1, time: 7, command: nil)
        (step.records, step.pings, step.notices) = ([[:], [:]], [[:], [:], [:]], [[:]])
        let found = outline(call("stop"), step)
        #expect(found.steps == 2 && found.records == 2 && found.pings == 3 && found.notices == 1)
        #expect(found.duration == 7 && found.extent == "2 steps, 2 records, 3 pings, 1 notice")
        #expect(outline(step).extent == "1 step, 2 records, 3 pings, 1 notice")
        var silent = SessionOutline(Session(header: SessionHeader(title: ""), isComplete: false, hasPings: false))
        silent.add(step)
        #expect(silent.extent == "1 step, 2 records, 1 notice" && !silent.isComplete && !silent.hasPings)
        let none = outline()
        #expect(none.duration == 0 && none.extent == "0 steps, 0 records, 0 pings, 0 notices")
    }

    @Test func whatHasCallsAndNoResultsIsOfAnother() {
        #expect(outline(call("stop")).isForeign && outline(use(1, "a")).isForeign)
        #expect(!outline().isForeign && !outline(SessionStep(number: 1, time: 0, command: nil)).isForeign)
        #expect(!outline(call("stop"), command(2, "Dance", [:], [:])).isForeign)
        for results in [\SessionStep.records, \.pings, \.notices] {
            var step = SessionStep(number: 2, time: 0, command: nil)
            step[keyPath: results] = [[:]]
            #expect(!outline(call("stop"), step).isForeign)
        }
    }

    @Test func callsAloneAreAClassicSession() {
        #expect(outline(call("stop")).isClassic && !outline(call("stop"), use(1, "a")).isClassic)
        #expect(!outline().isClassic && !outline(use(1, "a")).isClassic)
        #expect(outline(call("kill", isLifecycle: true)).isKilled)
        #expect(!outline(call("kill")).isKilled && !outline(call("stop", isLifecycle: true)).isKilled)
    }

    /// An instance whose name is not known has the first name that nobody had when it was made.
    @Test func instancesHaveTheNamesThatTheyAreCalled() {
        #expect(
            outline(make(1), make(2), use(3, "a"), use(4, "a"), use(5, "b"), use(6, "c")).names == [1: "a", 2: "b"]
        )
        #expect(outline(make(1, "k"), make(2), use(3, "k"), use(4, "m")).names == [2: "m"])
        #expect(outline(make(1), use(2, "a"), make(3), use(4, "a"), use(5, "b")).names == [1: "a", 3: "b"])
        #expect(outline(use(1, "a"), make(2), command(3, "GetMeterVersionEvent")).names == [:])
        let remote = command(1, "InstantiateSDKWithRemoteConfigEvent")
        #expect(outline(remote, use(2, "a")).names == [1: "a"])
        #expect(remote.makesInstance && make(1).makesInstance && !use(1, "a").makesInstance && !call("x").makesInstance)
    }

    @Test func aPlanNamesTheInstancesThatItMakes() {
        let session = Session(header: SessionHeader(title: ""), steps: [make(1), make(2, "k"), use(3, "a"), call("x")])
        let plan = SessionReplay.plan(of: session)
        #expect(plan.map(\.identifier) == ["a", "k", nil, nil])
        #expect(plan.map(\.time) == [1, 2, 3, 5] && plan.map { $0.call != nil } == [false, false, false, true])
    }

    // MARK: - Streams

    private static let header = #"{"schema":"launch-hub-session","version":2,"revision":1}"#

    private func stream(_ lines: [String]) throws -> SessionStream {
        var stream = SessionStream(file: "test")
        try stream.read(Self.header)
        for line in lines { try stream.read(line) }
        return stream
    }

    private func advances(_ numbers: ClosedRange<Int>) -> [String] {
        numbers.map { #"{"kind":"advance","n":\#($0),"t":\#($0)}"# }
    }

    /// Steps are handed out when sixty-four others stand behind them, or at the end.
    @Test func stepsAreHandedOutWhenNothingCanBeAddedToThem() throws {
        var stream = try stream(advances(1...127))
        #expect(stream.removeSteps() == [])
        try stream.read("")
        try stream.read(#"{"kind":"advance","n":128,"t":128}"#)
        let first = stream.removeSteps()
        #expect(first.map(\.step.number) == Array(1...64) && first.map(\.line) == Array(2...65))
        #expect(stream.removeSteps() == [])
        #expect(try stream.finish().isComplete == false)
        let rest = stream.removeSteps()
        #expect(rest.map(\.step.number) == Array(65...128) && rest.last?.line == 130)
        #expect(stream.removeSteps() == [])
    }

    @Test(arguments: [(36, 36), (37, 37), (35, 99), (99, 99), (0, 99), (100, 99)])
    func aResultIsLookedForAmongTheLastSteps(_ number: Int, _ place: Int) throws {
        var stream = try stream(advances(1...99))
        try stream.read(#"{"kind":"record","n":\#(number),"record":{"r":1}}"#)
        _ = try stream.finish()
        #expect(stream.removeSteps().filter { !$0.step.records.isEmpty }.map(\.step.number) == [place])
    }

    @Test(
        arguments: [
            (-1, nil), (0, nil), (1, "test: the recorder dropped 1 line."), (2, "test: the recorder dropped 2 lines."),
        ]
            as [(Int, String?)]
    )
    func whatARecorderDroppedIsCounted(_ lines: Int, _ remark: String?) throws {
        var stream = try stream([
            #"{"kind":"dropped","t":0,"lines":\#(lines),"reason":"rate"}"#, #"{"kind":"end","t":0,"steps":0}"#,
        ])
        #expect(try stream.finish().isComplete)
        #expect(stream.remarks == [remark].compactMap { $0 })
    }

    @Test func aFileThatIsCutOffNamesItsLastStep() throws {
        var stream = try stream(advances(1...3))
        #expect(try !stream.finish().isComplete)
        #expect(stream.remarks == ["test: there is no \"end\" line; the recording stops after step 3."])
    }

    /// Files of the first version have no pings, whatever their lines say.
    @Test(arguments: [(1, false), (2, true)])
    func onlyLaterVersionsHavePings(_ version: Int, _ hasPings: Bool) throws {
        let text = """
            {"schema":"launch-hub-session","version":\(version)}
            {"kind":"advance","t":0}
            {"kind":"ping","ping":{"product":"dcrVideo"}}
            """
        #expect(try Sessions.read(text + "\n").session.hasPings == hasPings)
    }

    @Test func onlyStepsWithResultsAreKept() {
        var results = SessionResults()
        var both = SessionStep(number: 2, time: 3, command: SessionCommand("A"), notices: [[:]])
        results.add(both)
        (both.records, both.pings) = ([["r": 1]], [])
        results.add(both)
        (both.records, both.pings) = ([], [["p": 1]])
        results.add(both)
        #expect(
            results.steps == [
                SessionStep(number: 2, time: 3, command: nil, records: [["r": 1]]),
                SessionStep(number: 2, time: 3, command: nil, pings: [["p": 1]]),
            ]
        )
        let outline = SessionOutline(Session(header: SessionHeader(title: "T"), isComplete: false, hasPings: false))
        let session = results.session(outline)
        #expect(session.steps == results.steps && session.header.title == "T")
        #expect(!session.isComplete && !session.hasPings)
    }
}
