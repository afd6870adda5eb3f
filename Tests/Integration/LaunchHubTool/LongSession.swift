// SPDX-License-Identifier: Apache-2.0

import Foundation
import HubServices
import TestSupport

/// A recording of an app and its hub with a playhead each second, as long as it is wanted.
enum LongSession {
    private static let track: JSONObject = [
        "event": "playhead", "type": "content",
        "metadata": [
            "content": [
                "type": "content", "assetid": "LIGHTHOUSE-E08", "program": "The Lighthouse", "title": "High Water",
                "length": "86400", "airdate": "20260309 20:00:00", "isfullepisode": "y", "adloadtype": "2",
            ]
        ],
    ]

    private static func action(_ name: String, _ data: JSONObject, _ number: Int, _ second: Int) -> String {
        let line: JSONObject = [
            "kind": "action", "n": .int(Int64(number)), "t": .int(Int64(second) * 1_000), "name": .string(name),
            "data": .object(data),
        ]
        return line.jsonText
    }

    private static func result(_ number: Int, _ second: Int) -> String {
        #"{"kind":"result","n":\#(number),"t":\#(second * 1_000),"result":{"code":5001,"identifier":"i"}}"#
    }

    /// Writes a session.
    ///
    /// - Parameters:
    ///   - lines: The number of lines, at least ten.
    ///   - folder: The folder.
    /// - Returns: The file's path.
    /// - Throws: An error of the file.
    static func write(_ lines: Int, to folder: TemporaryFolder) throws -> String {
        let url = folder.file("session-\(lines).jsonl")
        try Data().write(to: url)
        let file = try FileHandle(forWritingTo: url)
        defer { try? file.close() }
        let info: JSONObject = ["appid": "PDEM00000-0000-4000-8000-000000000001", "appname": "Long", "sfcode": "dcr"]
        var text = [
            #"{"schema":"launch-hub-session","version":2,"revision":1,"title":"Long","start":1772481600000}"#,
            action("InstantiateSDKWithLocalConfigEvent", ["data": .object(info)], 1, 0), result(1, 0),
        ]
        var (written, number) = (0, 1)
        while written + text.count + 5 <= lines {
            number += 1
            let second = number - 1
            // One day of content, again and again.
            let data = track.merging(["playheadPosition": .string("\(second % 86_400)")])
            text += [
                #"{"kind":"event","t":\#(second * 1_000),"id":"6F9619FF","number":\#(number),"name":"TrackSDKEvent"}"#,
                action("TrackSDKEvent", ["identifier": "i", "data": .object(data)], number, second),
                #"{"kind":"delivery","t":\#(second * 1_000),"number":\#(number),"listener":"sdk","took":12}"#,
                result(number, second),
            ]
            guard text.count >= 4_000 else { continue }
            try file.write(contentsOf: Data((text.joined(separator: "\n") + "\n").utf8))
            written += text.count
            text = []
        }
        while written + text.count + 1 < lines { text.append(#"{"kind":"advance","t":\#(number * 1_000)}"#) }
        text.append(#"{"kind":"end","t":\#(number * 1_000),"steps":\#(number)}"#)
        try file.write(contentsOf: Data((text.joined(separator: "\n") + "\n").utf8))
        return url.path
    }
}
