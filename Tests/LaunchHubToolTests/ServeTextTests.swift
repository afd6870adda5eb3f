// SPDX-License-Identifier: Apache-2.0

#if os(macOS) || os(Linux)
    import Foundation
    import HubCommandLine
    import LaunchHubServer
    import TestSupport
    import Testing

    @testable import LaunchHubTool

    /// The messages of a running server, letter by letter.
    struct ServeTextTests {
        private func ping(_ target: String, _ change: (inout CollectedPing) -> Void = { _ in }) throws -> CollectedPing
        {
            var ping = try Collector().receive(ServerRequest("GET", try RequestTarget(target)))
            (ping.number, ping.lastTime, ping.doubles) = (1, 0, 0)
            change(&ping)
            return ping
        }

        @Test func aPingIsALineOfColumns() throws {
            let target = "/cgi-bin/gn?prd=session&sessionId=s"
            let what = "session session         "
            #expect(ServeText.line(try ping(target)) == "1      00:00:00Z  \(what) GET \(target)")
            let again = try ping(target) {
                ($0.number, $0.lastTime, $0.doubles) = (123_456, 86_399_999, 1)
            }
            #expect(ServeText.line(again) == "123456 23:59:59Z  \(what) GET \(target)  again, 1")
            let next = try ping(target) { ($0.number, $0.lastTime) = (1_234_567, 86_400_000 + 36_610_000) }
            #expect(ServeText.line(next) == "1234567 10:10:10Z  \(what) GET \(target)")
            #expect(
                ServeText.line(try ping("/cgi-bin/gn"))
                    == "1      00:00:00Z  other                    GET /cgi-bin/gn"
            )
        }

        @Test(arguments: [(159, 0), (160, 0), (161, 1)])
        func aLongAddressIsCutAtItsLimit(_ count: Int, _ cut: Int) throws {
            let target = "/cgi-bin/gn?a=" + String(repeating: "x", count: count - 14)
            #expect(ServeText.line(try ping(target)).hasSuffix(" GET \(target.dropLast(cut))"))
        }

        @Test func aSummaryCountsInTheSingularToo() throws {
            var summary = PingSummary()
            #expect(ServeText.summary(summary) == ["", "0 pings, 0 sessions, 0 doubles."])
            summary.pings = 1
            summary.doubles = 1
            summary.kinds = [PingKind(try ping("/gn?prd=session&sessionId=s")): 1]
            #expect(
                ServeText.summary(summary)
                    == ["", "1 ping, 1 session, 1 double.", "  session session           1"]
            )
            summary.pings = 12
            summary.kinds = [
                PingKind(try ping("/gn?prd=session&sessionId=s")): 1,
                PingKind(try ping("/gn?prd=session&sessionId=t")): 2,
                PingKind(try ping("/gn?prd=dcr&cr=4_00_99_D1_60&sessionId=s")): 9,
            ]
            #expect(
                ServeText.summary(summary)
                    == [
                        "", "12 pings, 2 sessions, 1 double.", "  dcrVideo interval         9",
                        "  session session           3",
                    ]
            )
        }

        private func plan(_ words: [String]) throws -> ServePlan {
            try ServePlan(ServeCommand.syntax.parse(["--port", "0", "--https-port", "off"] + words))
        }

        @Test func whatIsReadyIsAList() throws {
            let folder = try TemporaryFolder()
            let path = folder.url.resolvingSymlinksInPath().path
            let plan = try plan([
                "--root", path, "--database", "/tmp/pings.sqlite", "--fail", "503:2", "--delay", "1.5",
            ])
            let lines = ServeText.ready([], plan)
            #expect(lines[0] == "Serving on")
            #expect(lines[1] == "Pings go to cgi-bin/, and  shows them.")
            #expect(lines[2].hasPrefix("Files are those of "))
            #expect(lines[3] == "Pings are kept in /tmp/pings.sqlite.")
            #expect(lines.dropFirst(4).allSatisfy { $0.hasPrefix("On purpose: {") })
            #expect(lines.count == 6)
        }

        @Test(.enabled(if: Executable.url != nil, "the program is not built beside the tests"))
        func aServerSaysWhatIsReadyAndWhatCame() throws {
            let folder = try TemporaryFolder()
            let run = try Executable.run([
                "serve", "--for", "0.2", "--port", "0", "--https-port", "off", "--host", "127.0.0.1", "--root",
                folder.url.path, "--tsv-flag", "03",
            ])
            #expect(run.code == 0)
            let lines = run.output.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
            try #require(lines.count == 7, "\(run.output)")
            #expect(lines[0] == "Serving on")
            #expect(lines[1].hasPrefix("  http://127.0.0.1:"))
            let address = lines[1].dropFirst(2)
            #expect(lines[2] == "Pings go to \(address)cgi-bin/, and \(address) shows them.")
            #expect(lines[3].hasPrefix("Files are those of "))
            #expect(lines.suffix(3) == ["", "0 pings, 0 sessions, 0 doubles.", ""])
            #expect(run.error == "launchhub: stopped: the time is over\n")
        }

        /// A status and a count of `--fail`, and whether they are read.
        @Test(arguments: [
            ("200", true), ("199", false), ("599", true), ("600", false), ("503:1", true), ("503:0", false),
            ("503:", false), ("503:1:2", false), (":1", false), ("503:-1", false), ("", false),
        ])
        func aFailureIsAStatusAndACount(_ text: String, _ isRead: Bool) throws {
            let faults = try? plan(["--root", NSTemporaryDirectory(), "--fail", text]).faults
            #expect((faults?.count == 1) == isRead)
        }

        @Test(arguments: [
            ("--delay", "3600", true), ("--delay", "3600.1", false), ("--delay", "0.001", true),
            ("--delay", "0", false),
            ("--for", "31536000", true), ("--for", "31536001", false), ("--port", "65535", true),
            ("--port", "65536", false),
            ("--port", "-1", false), ("--https-port", "65535", true),
        ])
        func numbersOfTheCommandLineHaveTheirRange(_ option: String, _ value: String, _ isRead: Bool) throws {
            let words = ["--root", NSTemporaryDirectory(), option, value]
            let command = try? ServeCommand.syntax.parse(words)
            #expect((command != nil) == isRead)
        }
    }
#endif
