// SPDX-License-Identifier: Apache-2.0

#if os(macOS) || os(Linux)
    import HubServices
    import LaunchHubSession
    import NielsenAppApi
    import Testing

    @testable import LaunchHubTool

    /// What `launchhub validate` says in each of its forms, and how it reads what is nearly right.
    @Suite(.timeLimit(.minutes(10)))
    struct ValidationFormTests {
        // MARK: - Sequences

        private static let calls = """
            {"t":0,"call":"appInfo","args":[{"appid":"PX"}]}
            {"t":0,"call":"heartbeat"}
            5
            {"t":1,"call":"stop"}
            {"t":1,"call":"playheadPosition","args":[1]}

            """

        /// Cures stand with what is wrong with calls; a rule for values says itself what is right.
        @Test(.enabled(if: Executable.url != nil, "the program is not built beside the tests"))
        func aSequenceIsJudgedAtItsEnd() throws {
            let run = try Executable.run(["validate", "sequence", "--json"], input: Self.calls)
            #expect(run.code == 1)
            let answers = try run.output.split(separator: "\n").map { try JSONObject(jsonText: String($0)) }
            try #require(answers.map { $0["id"] } == ["line 1", "line 2", "line 3", "line 4", "line 5", "end"])
            #expect(answers.map { $0["valid"] } == [true, true, false, true, true, false])
            func issue(_ rule: String, _ key: String, _ message: String) -> JSONValue {
                [
                    "rule": .string(rule), "severity": "error", "key": .string(key), "message": .string(message),
                ]
            }
            let expected: JSONValue = [
                issue(
                    "RESUME_WITHOUT_LOADMETADATA",
                    "line 5",
                    "Playhead 1 comes before any loadMetadata. Call loadMetadata with the metadata of the asset before "
                        + "its first playhead, also after each stop."
                ),
                issue("APPID_NOT_GUID", "line 1", "appid \"PX\" is not P and a GUID."),
                issue(
                    "UNDOCUMENTED_EVENT",
                    "line 2",
                    "\"heartbeat\" is not a documented call. Use the documented calls: play, loadMetadata, "
                        + "playheadPosition, sendID3, stop, end, staticEnd, updateOTT, userOptOut, appDisableApi, ggPM "
                        + "and trackEvent."
                ),
            ]
            #expect(answers.last?["issues"] == expected)
            let text = try Executable.run(["validate", "sequence"], input: Self.calls).output
            #expect(text.hasSuffix("\n6 inputs: 4 valid, 2 not valid; 4 errors, 0 warnings.\n"))
            // What is found at the end stands on its own line of the file.
            let sarif = try Executable.run(["validate", "sequence", "--format", "sarif"], input: Self.calls).output
            let results = try JSONValue(jsonText: sarif)["runs"]?[0]?["results"]?.arrayValue ?? []
            let places = results.map { $0["locations"]?[0]?["physicalLocation"]?["region"]?["startLine"] }
            #expect(places == [3, 5, 1, 2])
        }

        // MARK: - Forms

        @Test(
            .enabled(if: Executable.url != nil, "the program is not built beside the tests"),
            arguments: [
                (#"{"type":"ad"}"#, "fail"), (#"{"type":"Ad","assetid":"a"}"#, "pass"),
                (#"{"type":"ad","assetid":"a"}"#, "pass"),
            ]
        )
        func theVerdictIsThatOfItsErrors(_ input: String, _ verdict: JSONValue) throws {
            let run = try Executable.run(["validate", "ad", "--format", "sarif"], input: input)
            #expect(try JSONValue(jsonText: run.output)["runs"]?[0]?["properties"]?["verdict"] == verdict)
        }

        /// What another tool shows of a finding has the input's name, where that is more than its line.
        @Test(.enabled(if: Executable.url != nil, "the program is not built beside the tests"))
        func aFindingNamesItsInput() throws {
            let input = #"{"id":"one","input":{"type":"ad"}}"# + "\n" + #"{"type":"ad"}"# + "\n"
            let run = try Executable.run(["validate", "ad", "--format", "sarif"], input: input)
            let results = try JSONValue(jsonText: run.output)["runs"]?[0]?["results"]?.arrayValue ?? []
            let texts = results.map { $0["message"]?["text"]?.stringValue ?? "" }
            try #require(texts.count == 2)
            #expect(texts[0].hasPrefix("one: assetid: ad metadata has no assetid"))
            #expect(texts[1].hasPrefix("assetid: ad metadata has no assetid"))
        }

        @Test func aFindingGoesOnSixColumnsIn() {
            let words = (0..<40).map { "word\($0)" }
            let finding = ValidationRun.Finding(
                rule: "A_RULE",
                severity: .error,
                key: "k",
                message: words.joined(separator: " ")
            )
            let lines = finding.text(TextStyle(isColoured: false, columns: 80))
            #expect(lines.count == 5)
            #expect(lines.first?.hasPrefix("  error A_RULE (k): word0 word1 ") == true)
            #expect(lines.dropFirst().allSatisfy { $0.hasPrefix("      word") })
            #expect(lines.allSatisfy { $0.count <= 80 })
            #expect(
                lines.flatMap { $0.split(separator: " ").map(String.init) } == ["error", "A_RULE", "(k):"] + words
            )
        }

        #if os(Linux)
            @Test(.enabled(if: Executable.url != nil, "the program is not built beside the tests"))
            func rulesAreListedAsWideAsTheTerminal() throws {
                let words = ["validate", "content", "--rules"]
                let text = try Terminal.run(words, columns: 80, environment: ["NO_COLOR": "1"])
                var shown: [[String]] = []
                for line in text.split(separator: "\n").map(String.init) {
                    if line.hasPrefix("  ") {
                        #expect(line.dropFirst(2).first != " " && line.count <= 80)
                        shown[max(0, shown.count - 1)].append(String(line.dropFirst(2)))
                    } else {
                        shown.append([line])
                    }
                }
                #expect(shown.contains { $0.count > 2 })
                let expected = try Executable.objects(words).map { rule in
                    let (name, severity) = (rule["rule"]?.stringValue ?? "", rule["severity"]?.stringValue ?? "")
                    return "\(name) (\(severity)) \(rule["checks"]?.stringValue ?? "")"
                }
                #expect(shown.map { $0.joined(separator: " ") } == expected)
            }
        #endif

        // MARK: - What is nearly right

        /// Two letters may be wrong in the name of a member.
        @Test(
            .enabled(if: Executable.url != nil, "the program is not built beside the tests"),
            arguments: [
                ("imput", true), ("unputs", true), ("umputs", false), ("metadata", false), ("in", false), ("inp", true),
            ]
        )
        func anInputOfAnotherNameIsAskedFor(_ name: String, _ isAskedFor: Bool) throws {
            let run = try Executable.run(["validate", "ad", "--json"], input: #"{"id":1,"\#(name)":{}}"#)
            let issues = try JSONObject(jsonText: run.output)["issues"]?.arrayValue ?? []
            let message =
                "line 1: there is no \"input\", only \"\(name)\". Did you mean \"input\"?; "
                + "{\"id\": ..., \"input\": ...} is right"
            #expect(issues.contains { $0["message"] == .string(message) } == isAskedFor, "\(issues)")
            #expect(issues.contains { $0["rule"] == "LINE_WITHOUT_INPUT" } == isAskedFor)
            // One of several members, or of an object without an id, is metadata.
            for input in [#"{"id":1,"imput":{},"type":"ad"}"#, #"{"imput":{}}"#] {
                let other = try Executable.run(["validate", "ad", "--json"], input: input).output
                #expect(!other.contains("LINE_WITHOUT_INPUT") && other.contains("META_MISSING"))
            }
        }

        /// A rule is looked up by its first 64 characters, whatever stands between its words.
        @Test(
            .enabled(if: Executable.url != nil, "the program is not built beside the tests"),
            arguments: [
                ("AIRDATE" + String(repeating: "_", count: 51) + "FORMAT", true),
                ("airdate" + String(repeating: "-", count: 51) + "formatX", true),
                ("AIRDATE" + String(repeating: "_", count: 52) + "FORMAT", false), ("airdateformat", true),
            ]
        )
        func aRuleIsFoundByItsWords(_ word: String, _ isFound: Bool) throws {
            let run = try Executable.run(["validate", "--explain", word])
            #expect(run.code == (isFound ? 0 : 2))
            #expect(run.output.hasPrefix("AIRDATE_FORMAT (error)\n") == isFound)
            if !isFound { #expect(run.error.hasPrefix("launchhub: there is no rule \"\(word.prefix(64))\".")) }
        }
    }
#endif
