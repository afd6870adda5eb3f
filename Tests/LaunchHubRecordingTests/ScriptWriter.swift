// SPDX-License-Identifier: Apache-2.0

import Foundation
import HubServices
import NielsenAppApi
import Testing

@testable import LaunchHub
@testable import LaunchHubRecording

/// A script with the lines that each item adds.
struct ScriptWriter {
    var script = SessionScript(
        title: "Evening",
        start: 1_700_000_000_000,
        redactor: Redactor(RecordingOptions(replacesIdentifiers: false), salt: 1)
    )

    mutating func add(_ content: RecordedItem.Content, at milliseconds: Int64) throws
        -> [JSONObject]
    {
        var text = LineText()
        script.add(RecordedItem(time: milliseconds * 1_000_000, content: content), to: &text)
        return try Self.lines(text)
    }

    mutating func add(
        _ name: String,
        _ content: NielsenInstanceReport.Content,
        at milliseconds: Int64
    ) throws -> [JSONObject] {
        try add(.instance(name, content), at: milliseconds)
    }

    /// The kinds of the lines that an item adds, with their steps.
    mutating func steps(_ name: String, _ content: NielsenInstanceReport.Content, at time: Int64)
        throws -> [String]
    {
        try add(name, content, at: time).map {
            "\($0["kind"]?.stringValue ?? "") \($0["n"]?.jsonText ?? "")"
        }
    }

    mutating func opening() throws -> [JSONObject] { try Self.lines(script.opening()) }

    func end() throws -> [JSONObject] {
        var text = LineText()
        script.end(&text)
        return try Self.lines(text)
    }

    static func lines(_ text: LineText) throws -> [JSONObject] {
        let lines = String(decoding: text.bytes, as: UTF8.self).split(separator: "\n")
        #expect(lines.count == text.lines)
        return try lines.map { try JSONObject(jsonText: String($0)) }
    }
}
