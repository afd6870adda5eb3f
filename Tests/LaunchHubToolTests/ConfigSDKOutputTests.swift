// SPDX-License-Identifier: Apache-2.0

#if os(macOS) || os(Linux)
    import Foundation
    import HubServices
    import TestSupport
    import Testing

    /// What `launchhub config sdk` writes, to the last word, for people and for programs.
    @Suite(.enabled(if: Executable.url != nil, "the program is not built beside the tests"), .timeLimit(.minutes(10)))
    struct ConfigSDKOutputTests {
        private static let appid = "P0A1B2C3D-0000-4000-8000-000000000001"
        private let folder: TemporaryFolder

        init() throws {
            folder = try TemporaryFolder()
        }

        /// What a command writes; it must end well unless another code is expected.
        private func config(_ words: String..., code: Int32 = 0, input: String = "") throws -> String {
            let run = try Executable.run(["config"] + words + ["--folder", folder.url.path], input: input)
            #expect(run.code == code, "\(words): \(run.error)")
            return run.output
        }

        private func objects(_ words: String..., code: Int32 = 0) throws -> [JSONObject] {
            try Executable.objects(["config"] + words + ["--folder", folder.url.path], code: code)
        }

        private func sdk(_ words: String..., code: Int32 = 0, input: String = "") throws -> [JSONObject] {
            try Executable.objects(["config", "sdk"] + words, code: code, input: input)
        }

        @Test func theSDKsConfigurationIsMadeAndFilledUp() throws {
            let file = folder.file("sdk/\(Self.appid).json")
            #expect(
                try objects("sdk", "new", Self.appid) == [
                    ["kind": "made", "appid": .string(Self.appid), "file": .string(file.path)]
                ]
            )
            #expect(try config("sdk", "new", Self.appid, code: 2) == "")
            #expect(
                try config("sdk", "new", "PX", "--collector", "https://c.example")
                    == "Made \(folder.url.path)/sdk/PX.json. Apps find it below \(folder.url.path)/sdk.\n"
            )
            #expect(try String(contentsOf: folder.file("sdk/PX.json"), encoding: .utf8).contains("https://c.example/"))
            #expect(try sdk("migrate", file.path) == [])
            let whole = try JSONObject(jsonData: try Data(contentsOf: file))
            var part = whole
            var defaults = try #require(whole["defaults"]?.objectValue)
            let name = try #require(defaults.keys.sorted().last)
            let missing = try #require(defaults[name])
            defaults[name] = JSONValue?.none
            part["defaults"] = .object(defaults)
            try Data(JSONValue.object(part).jsonText.utf8).write(to: file)
            let line: JSONObject = ["kind": "missing", "path": .string("defaults.\(name)"), "value": missing]
            #expect(try sdk("migrate", file.path, code: 1) == [line])
            let text = try Executable.run(["config", "sdk", "migrate", file.path])
            #expect(
                text.output
                    == "  defaults.\(name): \(missing.jsonText)\n\(file.path) lacks 1 of the built-in parts.\n"
            )
            #expect(try sdk("migrate", file.path, "--write") == [line])
            #expect(try JSONObject(jsonData: try Data(contentsOf: file)) == whole)
            let bytes = try Data(contentsOf: file)
            let again = try Executable.run(["config", "sdk", "migrate", file.path, "--write"])
            #expect(again.code == 0 && again.output == "Added 0 parts to \(file.path).\n")
            #expect(try Data(contentsOf: file) == bytes)
        }

        @Test func whatTheSDKsConfigurationHasIsExplained() throws {
            let text = try Executable.run(["config", "sdk", "explain", "thresholds.pauseTimeout"]).output
            let lines = text.split(separator: "\n").map(String.init)
            try #require(lines.count == 4)
            let told = try sdk("explain", "thresholds.pauseTimeout")
            #expect(
                told == [
                    [
                        "kind": "member", "path": "thresholds.pauseTimeout",
                        "help": .string(String(lines[1].dropFirst(2))),
                        "expected": "a whole number from 1 to 86400", "builtIn": 1_800,
                    ]
                ]
            )
            #expect(lines[0] == "thresholds.pauseTimeout" && lines[2] == "  Use a whole number from 1 to 86400.")
            #expect(lines[3] == "  Built in: 1800")
            // All members: each once, with the help that it has by itself.
            let all = try sdk("explain")
            let listed = try Executable.run(["config", "sdk", "explain"]).output
            #expect(
                listed == all.map { "  \($0["path"]?.stringValue ?? ""): \($0["help"]?.stringValue ?? "")\n" }.joined()
            )
            #expect(all.contains(told[0]) && Set(all.compactMap { $0["path"]?.stringValue }).count == all.count)
            let group = try Executable.run(["config", "sdk", "explain", "thresholds"]).output
            #expect(group.contains("\n  Members: ") && !group.contains("\n  Members: \n"))
        }

        @Test func whatIsCheckedIsCountedOrRemarkedOn() throws {
            _ = try config("sdk", "new", "PX")
            let file = folder.file("sdk/PX.json")
            let examples = try sdk("check", file.path)
            #expect(examples.count > 1 && examples.allSatisfy { $0["kind"] == "example" })
            let text = try Executable.run(["config", "sdk", "check", file.path]).output
            var shown: [String] = []
            for example in examples {
                shown.append(example["template"]?.stringValue ?? "")
                shown.append(
                    "  " + (example["url"]?.stringValue ?? "no example: no product makes a ping of it in the trial")
                )
                if let body = example["body"]?.stringValue { shown.append("  " + body) }
            }
            shown.append("\(file.path): valid; \(examples.count) templates.")
            #expect(text == shown.map { $0 + "\n" }.joined())
            var one = try JSONObject(jsonData: try Data(contentsOf: file))
            one["colour"] = 1
            let odd = JSONValue.object(one).jsonText
            let remarked = try sdk("check", "-", code: 1, input: odd)
            #expect(remarked.first?["kind"] == "finding" && Set(remarked[0].keys) == ["kind", "message"])
            #expect(Array(remarked.dropFirst()) == examples)
            let words = try Executable.run(["config", "sdk", "check", "-"], input: odd)
            #expect(words.code == 1)
            #expect(words.output.hasPrefix("\(remarked[0]["message"]?.stringValue ?? "?")\n"))
            #expect(
                words.output.hasSuffix("\n-: apps accept this file; see the remarks; \(examples.count) templates.\n")
            )
        }
    }
#endif
