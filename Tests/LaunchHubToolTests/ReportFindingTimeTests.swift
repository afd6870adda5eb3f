// SPDX-License-Identifier: Apache-2.0

#if os(macOS) || os(Linux)
    import Foundation
    import HubServices
    import TestSupport
    import Testing

    /// The times that `launchhub report` gives to what is wrong with the calls of a recording.
    @Suite(.enabled(if: Executable.url != nil, "the program is not built beside the tests"))
    struct ReportFindingTimeTests {
        private let folder: TemporaryFolder

        init() throws { folder = try TemporaryFolder() }

        /// The rows of the findings of a session with a position that is no number, by the time and the rule.
        private func rows(at time: Int64, hasPings: Bool) throws -> [String] {
            let appInfo: JSONObject = [
                "appid": "PDEM00000-0000-4000-8000-000000000001", "appname": "A", "appversion": "1", "sfcode": "dcr",
            ]
            let event: JSONObject = [
                "event": "playhead", "type": "content", "playheadPosition": "soon",
                "metadata": ["content": ["type": "content", "assetid": "F1"]],
            ]
            let lines: [JSONObject] = [
                ["schema": "launch-hub-session", "version": .int(hasPings ? 2 : 1), "title": "Film", "seed": 1],
                [
                    "kind": "action", "n": 1, "t": 0, "name": "InstantiateSDKWithLocalConfigEvent",
                    "data": ["data": .object(appInfo)],
                ],
                ["kind": "result", "n": 1, "t": 0, "result": ["code": 5_001, "identifier": "one"]],
                [
                    "kind": "action", "n": 2, "t": .int(time), "name": "TrackSDKEvent",
                    "data": ["identifier": "one", "data": .object(event)],
                ],
                ["kind": "result", "n": 2, "t": .int(time), "result": ["code": 5_001, "identifier": "one"]],
                ["kind": "end", "t": .int(time), "steps": 2],
            ]
            let text = lines.map { $0.jsonText + "\n" }.joined()
            let file = try folder.write(text, to: "s.jsonl").path
            let page = folder.file("page.html").path
            let run = try Executable.run(["report", file, "-o", page])
            #expect(run.code == 0, "\(run.error)")
            let html = try String(contentsOfFile: page, encoding: .utf8)
            let section = html.components(separatedBy: "<section id=\"findings\">").last?
                .components(separatedBy: "</section>").first
            return (section ?? "").components(separatedBy: "<tr><td class=\"t\">").dropFirst().map { row in
                let time = row.prefix { $0 != "<" }
                let rule = row.components(separatedBy: "</code>").first?.split(separator: ">").last
                return "\(time) \(rule ?? "")"
            }
        }

        /// The time is that of the step to the millisecond.
        @Test(arguments: [true, false])
        func aFindingIsTimedByItsStep(_ hasPings: Bool) throws {
            let found = try rows(at: 65_250, hasPings: hasPings)
            #expect(found.contains("01:05.250 PLAYHEAD_NOT_INTEGER"))
            // The step on the line behind the first one is one of the session as well.
            #expect(found.contains("00:00 APPID_NOT_GUID"))
        }
    }
#endif
