// SPDX-License-Identifier: Apache-2.0

import HubServices
import LaunchHub
import LaunchHubSession
import Testing

/// Session files that are not as they should be.
struct SessionFileTests {
    static let damaged: [(text: String, line: Int, says: String)] = [
        ("", 0, "the file is empty"),
        ("not json\n", 1, "a JSON object on one line was expected"),
        ("[]\n", 1, "a JSON object such as"),
        (#"{"version":1}"# + "\n", 1, "there is no \"schema\""),
        (#"{"schema":"other","version":1}"# + "\n", 1, "the schema is \"other\""),
        (#"{"schema":"launch-hub-session"}"# + "\n", 1, "there is no whole number \"version\""),
        (
            #"{"schema":"launch-hub-session","version":3}"# + "\n", 1,
            "version 3 is unknown; this program reads versions 1 to 2"
        ),
        (#"{"schema":"launch-hub-session","version":1,"start":-1}"# + "\n", 1, "\"start\" is -1"),
        (Sessions.header + "\n{}\n", 2, "there is no \"kind\""),
        (Sessions.header + "\n" + #"{"kind":"party"}"# + "\n", 2, "the kind \"party\" is unknown"),
        (Sessions.header + "\n" + #"{"kind":"action","t":0}"# + "\n", 2, "there is no \"name\""),
        (Sessions.header + "\n" + #"{"kind":"action","t":"0","name":"x"}"# + "\n", 2, "\"t\" must be a whole number"),
        (Sessions.header + "\n" + #"{"kind":"action","t":-5,"name":"x"}"# + "\n", 2, "\"t\" must be a whole number"),
        (Sessions.header + "\n" + #"{"kind":"action","t":9e18,"name":"x"}"# + "\n", 2, "\"t\" must be a whole number"),
        (Sessions.header + "\n" + #"{"kind":"action","t":0,"name":"x","data":[]}"# + "\n", 2, "\"data\" is an array"),
        (
            Sessions.header + "\n" + #"{"kind":"action","t":0,"name":"x","type":"a"}"# + "\n", 2,
            "\"type\" and \"source\" must both be"
        ),
        (
            Sessions.header + "\n" + #"{"kind":"result","result":{}}"# + "\n", 2,
            "a result comes before the first action"
        ),
        (
            Sessions.header + "\n" + Sessions.make + "\n" + #"{"kind":"record","record":1}"# + "\n", 3,
            "must be an object"
        ),
        (
            Sessions.header + "\n" + #"{"kind":"advance","t":9}"# + "\n" + #"{"kind":"advance","t":8}"# + "\n", 3,
            "steps must be in order of time"
        ),
        // A damaged line in the middle is no cut-off end.
        (
            Sessions.header + "\n" + #"{"kind":"adv"# + "\n" + #"{"kind":"advance","t":8}"# + "\n", 2,
            "column 13: a double quote at the end of the string was expected"
        ),
    ]

    @Test(arguments: damaged)
    func damageIsAnErrorWithItsLine(text: String, line: Int, says: String) {
        let error = #expect(throws: InputFileError.self) { try Sessions.read(text) }
        #expect(error?.place == (line > 0 ? "line \(line)" : ""))
        #expect(error?.description.contains(says) == true)
    }

    @Test func anEventForOthersKeepsItsTypeAndSource() throws {
        let line = #"{"kind":"action","t":0,"name":"x","type":"com.example.T","source":"com.example.s"}"#
        let (session, _) = try Sessions.read(Sessions.header + "\n" + line + "\n")
        let address = try #require(session.steps.first?.command?.address)
        #expect(address.type.description == "com.example.T")
        #expect(address.source.description == "com.example.s")
        let (again, _) = try Sessions.read(SessionFile.text(of: session))
        #expect(again.steps == session.steps)
    }

    @Test func aLastLineThatIsCutOffIsReportedAndTheRestIsUsed() throws {
        let text = Sessions.header + "\n" + Sessions.make + "\n" + #"{"kind":"result","resu"#
        let (session, remarks) = try Sessions.read(text)
        #expect(session.steps.count == 1)
        #expect(!session.isComplete)
        #expect(remarks.first == "test, line 3: the last line is cut off; what comes before it is used.")
        #expect(remarks.count == 2)
    }

    @Test func unknownMembersEmptyLinesAndSummariesAreIgnored() throws {
        let text = """
            {"schema":"launch-hub-session","version":1,"weather":"fine"}

            {"kind":"advance","t":8,"mood":"good"}
            {"kind":"summary","anything":[1]}
            {"kind":"end","t":8,"steps":1}
            """
        let (session, remarks) = try Sessions.read(text + "\n")
        #expect(session.steps.count == 1)
        #expect(remarks.isEmpty)
        #expect(session.header.start == SessionHeader.defaultStart)
        #expect(session.header.seed == nil)
    }

    // MARK: - What recorders write

    private static let recorded = #"{"schema":"launch-hub-session","version":2,"revision":1}"# + "\n"

    @Test func callsAndLifecycleEventsAreSteps() throws {
        let text =
            Self.recorded + """
                {"kind":"call","n":1,"t":5,"instance":"sdk-1","name":"loadMetadata","args":[{"assetid":"film"}]}
                {"kind":"record","n":1,"t":5,"record":{"kind":"session"}}
                {"kind":"lifecycle","n":2,"t":6,"instance":"sdk-1","event":"background"}
                {"kind":"end","t":6,"steps":2}

                """
        let (session, remarks) = try Sessions.read(text)
        #expect(remarks.isEmpty)
        #expect(session.steps.map(\.call?.name) == ["loadMetadata", "background"])
        #expect(session.steps[0].call?.detail == "film")
        #expect(session.steps[0].records == [["kind": "session"]])
        #expect(session.steps[1].call?.isLifecycle == true)
        #expect(SessionModel(session).timeline.entries.map(\.name) == ["loadMetadata", "background"])
    }

    /// What two instances do at the same time stands in one order, and each result is with its own step.
    @Test func aResultBelongsToTheStepWithItsNumber() throws {
        let text =
            Self.recorded + """
                {"kind":"action","n":1,"t":0,"name":"A"}
                {"kind":"action","n":2,"t":0,"name":"B"}
                {"kind":"result","n":1,"result":{"code":1}}
                {"kind":"result","n":2,"result":{"code":2}}
                {"kind":"record","n":77,"record":{"r":1}}
                {"kind":"record","record":{"r":2}}

                """
        let (session, _) = try Sessions.read(text)
        #expect(session.steps.map(\.code) == [1, 2])
        #expect(session.steps[1].records == [["r": 1], ["r": 2]])
    }

    @Test func linesAboutTheHubAreNotSteps() throws {
        let kinds = [
            "remark", "credit", "answer", "configuration", "clock", "event", "delivery", "outcome", "overrun", "state",
            "extension", "rules",
        ]
        let lines = kinds.map { #"{"kind":"\#($0)","t":1}"# + "\n" }.joined()
        let (session, remarks) = try Sessions.read(Self.recorded + lines + #"{"kind":"end","t":1,"steps":0}"# + "\n")
        #expect(session.steps.isEmpty)
        #expect(remarks.isEmpty)
    }

    @Test func droppedLinesAreReported() throws {
        let line = #"{"kind":"dropped","t":1,"lines":3,"reason":"rate"}"# + "\n"
        let huge = #"{"kind":"dropped","t":1,"lines":9223372036854775807,"reason":"rate"}"# + "\n"
        #expect(try Sessions.read(Self.recorded + line).remarks.first == "test: the recorder dropped 3 lines.")
        #expect(try Sessions.read(Self.recorded + line + huge).remarks.first?.contains("9223372036854775807") == true)
    }

    @Test func aKindOfALaterRevisionIsPassedOver() throws {
        let later = #"{"schema":"launch-hub-session","version":2,"revision":2}"# + "\n"
        let line = #"{"kind":"party","t":1}"# + "\n"
        #expect(try Sessions.read(later + line).session.steps.isEmpty)
        #expect(throws: InputFileError.self) { try Sessions.read(Self.recorded + line) }
    }

    @Test(arguments: [
        (#"{"kind":"call","t":0}"#, "the name of a call"),
        (#"{"kind":"lifecycle","t":0}"#, "the name of a lifecycle event"),
        (#"{"kind":"call","t":0,"name":"stop","args":1}"#, "\"args\" is a number; an array was expected"),
    ])
    func aCallThatIsNotOneIsAnError(line: String, says: String) {
        let error = #expect(throws: InputFileError.self) { try Sessions.read(Self.recorded + line + "\n") }
        #expect(error?.description.contains(says) == true)
    }
}
