// SPDX-License-Identifier: Apache-2.0

import Foundation
import HubServices
import LaunchHubSession
import Testing

/// Channel files at the bounds of what they may say.
struct ChannelBoundTests {
    private func channel(_ script: String, _ more: String = "") throws -> Channel {
        let text = ChannelFileTests.script(script, more)
        return try ChannelFile(Data(text.utf8), file: "test").channels[0]
    }

    private func refusal(_ script: String, _ more: String = "") -> String? {
        let error = #expect(throws: ChannelFileError.self) { try channel(script, more) }
        return error?.description
    }

    @Test(
        arguments: [
            (#""action":"rate","to":0.1"#, .rate(0.1)), (#""action":"rate","to":16"#, .rate(16)),
            (#""action":"skip","by":-86400"#, .skip(-86_400)), (#""action":"skip","by":86400"#, .skip(86_400)),
            (#""action":"clock","by":-86400"#, .clock(-86_400)), (#""action":"clock","by":86400"#, .clock(86_400)),
            (#""action":"seek","to":86400"#, .seek(86_400)), (#""action":"seek","to":0"#, .seek(0)),
            (#""action":"buffer","for":0"#, .buffer(0)), (#""action":"sdk","name":"x""#, .sdk("x", [])),
            (#""action":"sdk","name":"x","args":[1,null]"#, .sdk("x", [1, nil])),
            (#""action":"page","metadata":{"a":1}"#, .page(["a": 1])), (#""action":"ott","data":{}"#, .ott([:])),
        ] as [(String, UserAction.Kind)]
    )
    func anActionMayGoToItsBounds(_ members: String, _ kind: UserAction.Kind) throws {
        let script = try channel(#"{"at":7,\#(members)}"#).script
        #expect(script.map(\.kind) == [kind] && script.map(\.time) == [7])
    }

    @Test(arguments: [
        (#""action":"rate","to":0.09"#, "to: a number from 0.1 to 16.0 was expected"),
        (#""action":"rate","to":16.1"#, "to: a number from 0.1 to 16.0 was expected"),
        (#""action":"skip","by":-86401"#, "by: a whole number from -86400 to 86400 was expected"),
        (#""action":"clock","by":86401"#, "by: a whole number from -86400 to 86400 was expected"),
        (#""action":"seek","to":86401"#, "to: a whole number of seconds from 0 to 86400 was expected"),
    ])
    func anActionBeyondItsBoundsIsRefused(_ members: String, _ says: String) {
        #expect(refusal(#"{"at":7,\#(members)}"#) == "test, at channels[0].script[0].\(says)")
    }

    /// What lasts ends with another action, in order of time and then of the file.
    @Test func whatLastsHasAnEnd() throws {
        let script = #"""
            {"at":0,"action":"play"},{"at":1,"action":"pause","for":5},{"at":2,"action":"call","for":3},
            {"at":3,"action":"pipStart","for":2},{"at":4,"action":"disable","for":1},{"at":5,"action":"kill","for":1},
            {"at":6,"action":"background","for":0},{"at":6,"action":"stop"}
            """#
        let actions = try channel(script).script
        #expect(actions.map(\.time) == [0, 1, 2, 3, 4, 5, 5, 5, 5, 6, 6, 6, 6, 6])
        #expect(
            actions.map(\.kind) == [
                .play, .pause, .interrupt(.call), .pictureInPicture(true), .disable, .goOn(.call),
                .pictureInPicture(false), .enable, .kill, .resume, .relaunch, .background, .foreground, .stop,
            ]
        )
        #expect(
            refusal(#"{"at":1,"action":"play","for":5}"#)
                == "test, at channels[0].script[0].for: \"play\" does not last; \"for\" goes with buffer, alarm, background, "
                + "call, disable, kill, lock, networkLoss, pause, pipStart"
        )
    }

    @Test func namesOfTheFileAreShownInPart() {
        let long = String(repeating: "q", count: 65)
        let says = refusal(#"{"at":1,"action":"\#(long)"}"#)
        #expect(
            says?.hasPrefix("test, at channels[0].script[0].action: the action \"\(long.dropLast())\" is unknown;")
                == true
        )
        let member = refusal("", #""faults":{"\#(long)":1},"#)
        #expect(
            member?.hasPrefix("test, at channels[0].faults: there is no member \"\(long.dropLast())\" here;") == true
        )
        let name = refusal("", #""faults":{"omit":["\#(long)"]},"#)
        #expect(name?.hasPrefix("test, at channels[0].faults.omit[0]: \"\(long.dropLast())\" is unknown;") == true)
    }

    @Test func theOrderOfCallsNamesEachOnce() throws {
        let says = "test, at channels[0].faults.order: the order of calls needs at least two names, each once"
        #expect(refusal("", #""faults":{"order":[]},"#) == says)
        #expect(refusal("", #""faults":{"order":["stop"]},"#) == says)
        #expect(refusal("", #""faults":{"order":["stop","stop"]},"#) == says)
        #expect(refusal("", #""faults":{"order":["stop","end","stop"]},"#) == says)
        #expect(try channel("", #""faults":{"order":["stop","end"]},"#).faults.order == ["stop", "end"])
        let all = #""faults":{"omit":["play"],"late":{"end":86400},"twice":{"end":"call"},"playheadUnit":"epoch"},"#
        let faults = try channel("", all).faults
        #expect(faults.omit == ["play"] && faults.late == ["end": 86_400] && faults.twice == ["end": "call"])
        #expect(faults.playheadUnit == .epoch && faults.order == [])
        #expect(try channel("", #""faults":{},"#).faults == PlayerFaults())
    }

    @Test func actionsAreInOrderOfTime() throws {
        #expect(try channel(#"{"at":4,"action":"play"},{"at":4,"action":"pause"}"#).script.map(\.time) == [4, 4])
        #expect(
            refusal(#"{"at":4,"action":"play"},{"at":3,"action":"pause"}"#)
                == "test, at channels[0].script[1]: \"at\" is 3, but the action before is at 4"
        )
    }

    @Test(arguments: [(0, 1, 0, 1), (0, 3, 8, 3), (0, 3, 9, 4), (5, 10, 4, 1)] as [(Int64, Int64, Int64, Int64)])
    func aRowOfTagsHasSoMany(_ position: Int64, _ every: Int64, _ until: Int64, _ count: Int64) throws {
        let tags = #""id3":[{"position":\#(position),"every":\#(every),"until":\#(until),"payload":"p"}],"#
        #expect(try channel("", tags).tags.map(\.count) == [count])
    }

    /// The offsets of a tag have five digits and begin again behind the last.
    @Test(arguments: [
        ("50000", 49_999, "99999"), ("50000", 50_000, "00000"), ("99999", 1, "00000"), ("7", 10, "00017"),
    ])
    func theOffsetsOfATagMoveWithIt(_ offset: String, _ second: Int64, _ moved: String) throws {
        let tags = #""id3":[{"position":0,"every":1,"until":86400,"payload":"a/b/c/d/\#(offset)/x"}],"#
        #expect(try channel("", tags).tags.first?.payload(at: second) == "a/b/c/d/\(moved)/x")
    }
}
