// SPDX-License-Identifier: Apache-2.0

import HubCommandLine
import HubServices
import LaunchHubSession
import NielsenAppApi
import SegmentNielsenDCR
import Testing

/// Messages of readers name what they found, and what they found may be anything.
struct MessageTests {
    private static let hostile = "a\u{7F}\u{1B}[2J\u{202E}\nb\u{2028}"

    private static func session(_ text: String) -> String {
        var reader = SessionReader(file: "evening.jsonl")
        do throws(InputFileError) {
            for line in text.split(separator: "\n") { try reader.read(String(line)) }
            return ""
        } catch {
            return error.description
        }
    }

    private static let messages: [(reader: String, message: String)] = {
        let value = JSONValue.string(hostile)
        let header = #"{"schema": "launch-hub-session", "version": 2}"#
        var problems: [String] = []
        _ = NielsenDCRSettings(JSONObject([(hostile, .int(1)), ("reload", value)]), problems: &problems)
        var all = problems.map { ("Segment settings", $0) }
        all += [
            ("session", session(#"{"schema": \#(value.jsonText)}"#)),
            ("session", session(header + "\n" + #"{"kind": \#(value.jsonText)}"#)),
            ("channel", InputFileError(file: hostile, hostile).description),
            ("usage", UsageError(hostile).description),
            ("JSON", JSONConversionError(.notFinite(.nan), path: "." + hostile).description),
            ("SDK configuration", NielsenConfigurationError(path: "." + hostile, "wrong").description),
            ("template", NielsenPingTemplateError(.unexpected("\u{7F}"), at: 0).description),
        ]
        return all
    }()

    @Test func everyMessageIsOneLineThatIsShownAsItIs() {
        #expect(Self.messages.count == 9)
        for (reader, message) in Self.messages {
            #expect(message.contains("\\u{7f}"), "\(reader): \(message)")
            #expect(!message.unicodeScalars.contains(where: VisibleText.isObeyed), "\(reader)")
        }
    }
}
