// SPDX-License-Identifier: Apache-2.0

#if os(macOS) || os(Linux)
    import Foundation
    import HubServices
    import TestSupport
    import Testing

    /// What `launchhub rules try` says of credit, asset by asset, and of events that belong to no step.
    @Suite(.enabled(if: Executable.url != nil, "the program is not built beside the tests"), .timeLimit(.minutes(10)))
    struct RulesTrialCreditTests {
        private let folder: TemporaryFolder

        init() throws { folder = try TemporaryFolder() }

        private func rules(_ key: String, _ matcher: String, _ value: String, _ data: String) throws -> String {
            let text = """
                {"rules": [{"condition": {"type": "matcher", "definition":
                    {"key": "\(key)", "matcher": "\(matcher)", "values": ["\(value)"]}},
                  "consequences": [{"id": "a", "type": "mod", "detail": {"eventdata": \(data)}}]}]}
                """
            return try folder.write(text, to: "rules.json").path
        }

        private static func credit(
            _ product: String,
            _ track: String,
            _ asset: String,
            _ before: Int64,
            _ after: Int64,
            isOpen: Bool = false
        ) -> JSONObject {
            [
                "kind": "credit", "product": .string(product), "track": .string(track), "asset": .string(asset),
                "minutes_before": .int(before), "minutes_after": .int(after), "open": .bool(isOpen),
            ]
        }

        /// The hub's own events come before the first step.
        @Test func whatTheHubSaysItselfIsOfNoStep() throws {
            let file = try rules("~type", "co", "hub", #"{"kind": "x"}"#)
            let lines = try Executable.objects(["rules", "try", file])
            let applied = lines.filter { $0["kind"] == "applied" }
            try #require(!applied.isEmpty)
            #expect(applied.allSatisfy { $0["n"] == .null && $0["t"] == 0 && $0["line"] == nil })
            #expect(applied.first?["event"]?["name"] == "Booted")
            #expect(lines.last?["applied"] == .int(Int64(applied.count)) && lines.last?["steps"] == 489)
            let text = try Executable.run(["rules", "try", file]).output
            #expect(text.contains("\nWhere rules applied\n  at the start: Booted\n      rules[0] (a)\n"))
        }

        @Test func eachAssetOfEachProductIsCreditedByItself() throws {
            let file = try rules("zzz", "eq", "never", #"{"kind": "x"}"#)
            let credits = try Executable.objects(["rules", "try", file]).filter { $0["kind"] == "credit" }
            #expect(
                credits == [
                    Self.credit("dcrVideo", "content", "LIGHTHOUSE-E07", 7, 7),
                    Self.credit("dtvr FD", "content", "LIGHTHOUSE-E07", 7, 7),
                    Self.credit("dtvr PC", "content", "LIGHTHOUSE-E07", 7, 7),
                    Self.credit("dcrVideo", "ad", "AD-COFFEE", 0, 0),
                    Self.credit("dcrStatic", "static", "page-cast", 1, 1),
                    Self.credit("dcrVideo", "ad", "AD-TRAIN", 1, 1),
                ]
            )
            let text = try Executable.run(["rules", "try", file]).output
            #expect(
                text.hasSuffix(
                    """

                    Credited by the pings, without the rules and with them
                      product    track    asset           without  with
                      dcrVideo   content  LIGHTHOUSE-E07  7 min    7 min
                      dtvr FD    content  LIGHTHOUSE-E07  7 min    7 min
                      dtvr PC    content  LIGHTHOUSE-E07  7 min    7 min
                      dcrVideo   ad       AD-COFFEE       0 min    0 min
                      dcrStatic  static   page-cast       1 min    1 min
                      dcrVideo   ad       AD-TRAIN        1 min    1 min

                    """
                )
            )
        }

        /// What a rule takes from one asset it gives to another.
        @Test func anAssetThatIsRenamedIsCreditedUnderEitherName() throws {
            let data = #"{"data": {"metadata": {"ad": {"assetid": "OTHER"}}}}"#
            let file = try rules("data.metadata.ad.assetid", "eq", "AD-TRAIN", data)
            let credits = try Executable.objects(["rules", "try", file]).filter { $0["kind"] == "credit" }
            let trains = credits.filter { $0["asset"] == "AD-TRAIN" || $0["asset"] == "OTHER" }
            #expect(
                trains == [
                    Self.credit("dcrVideo", "ad", "AD-TRAIN", 1, 0), Self.credit("dcrVideo", "ad", "OTHER", 0, 1),
                ]
            )
            #expect(credits.count == 7)
        }

        @Test func aViewThatGoesOnAtTheEndIsOpen() throws {
            let recorded = folder.file("recorded.jsonl")
            #expect(try Executable.run(["play", "--channel", "Episode with ads", "--record", recorded.path]).code == 0)
            let lines = try String(contentsOf: recorded, encoding: .utf8).components(separatedBy: "\n")
            let steps = lines.filter { $0.contains(#""kind":"action""#) }.prefix(100)
            let last = try JSONObject(jsonText: try #require(steps.last))
            let end = try #require(last["t"]?.intValue)
            let session = [lines[0]] + steps + [#"{"kind":"end","t":\#(end),"steps":100}"#, ""]
            let path = try folder.write(session.joined(separator: "\n"), to: "s.jsonl").path
            let file = try rules("zzz", "eq", "never", #"{"kind": "x"}"#)
            let credits = try Executable.objects(["rules", "try", file, path]).filter { $0["kind"] == "credit" }
            #expect(
                credits == [
                    Self.credit("dcrVideo", "content", "LIGHTHOUSE-E08", 0, 0, isOpen: true),
                    Self.credit("dcrVideo", "ad", "AD-COFFEE", 0, 0), Self.credit("dcrVideo", "ad", "AD-TEA", 0, 0),
                ]
            )
            let text = try Executable.run(["rules", "try", file, path]).output
            #expect(text.contains("\n  dcrVideo  content  LIGHTHOUSE-E08  0 min    0 min  still open\n"))
        }
    }
#endif
