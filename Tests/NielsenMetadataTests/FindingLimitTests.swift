// SPDX-License-Identifier: Apache-2.0

import HubServices
import NielsenAppApi
import Testing

/// A report lists twenty findings of one kind, and says how many there are beyond them.
struct FindingLimitTests {
    /// What is found about values that are not strings, by rule.
    private func found(_ count: Int) -> [String] {
        let values = (0..<count).map { ("key\(100 + $0)", JSONValue.array([])) }
        var issues: [NielsenIssue] = []
        _ = NielsenInput.strings(
            JSONObject(Dictionary(uniqueKeysWithValues: values)),
            of: "play",
            .failedParseStartInfo,
            .strict,
            &issues
        )
        return issues.map { issue in
            switch issue {
            case .error(let error): error.key ?? error.message
            case .warning(let key, _, let message): key ?? message
            case .finding(let finding): finding.key ?? finding.description
            }
        }
    }

    @Test(arguments: [(19, 0), (20, 0), (21, 1), (25, 5)])
    func twentyValuesThatAreNoStringsAreListed(_ count: Int, _ more: Int) {
        let keys = (0..<min(count, 20)).map { "key\(100 + $0)" }
        let messages = found(count)
        #expect(messages.prefix(20) == keys[...])
        #expect(messages.count == keys.count + (more > 0 ? 1 : 0))
        guard more > 0 else { return }
        #expect(messages.last?.contains("play: \(more) more findings of this kind were left out") == true)
    }

    /// Keys that are not documented: the first twenty of the alphabet, whatever their order.
    @Test(arguments: [(20, 0), (21, 1), (22, 2)])
    func twentyUndocumentedKeysAreListed(_ count: Int, _ more: Int) {
        var values = ["appid": "PD8B6BE43-2128-44B1-AC90-FE03B565ADCF"]
        for number in 0..<count { values["colour\(100 + number)"] = "red" }
        let issues = NielsenValidator().validate(.appinfo, values)
        let unknown = issues.filter { $0.rule == "KEY_UNKNOWN" }.map(\.key)
        #expect(unknown == (0..<20).map { "colour\(100 + $0)" })
        #expect(issues.filter { $0.rule == "FINDINGS_LEFT_OUT" }.count == (more > 0 ? 1 : 0))
        #expect(more == 0 || issues.last?.description.contains("\(more) more findings") == true)
    }
}
