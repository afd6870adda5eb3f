// SPDX-License-Identifier: Apache-2.0

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
        let error = #expect(throws: SessionFileError.self) { try Sessions.read(text) }
        #expect(error?.line == line)
        #expect(error?.description.contains(says) == true)
    }

    @Test func aLastLineThatIsCutOffIsReportedAndTheRestIsUsed() throws {
        let text = Sessions.header + "\n" + Sessions.make + "\n" + #"{"kind":"result","resu"#
        let (session, remarks) = try Sessions.read(text)
        #expect(session.steps.count == 1)
        #expect(!session.isComplete)
        #expect(remarks.first == "test, line 3: the last line is cut off; what comes before it is used.")
        #expect(remarks.count == 2)
    }

    @Test func aLastLineWithoutItsEndIsRead() throws {
        let (session, remarks) = try Sessions.read(Sessions.header + "\n" + #"{"kind":"end","t":0,"steps":0}"#)
        #expect(session.isComplete)
        #expect(remarks.isEmpty)
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
}
