// SPDX-License-Identifier: Apache-2.0

#if os(macOS) || os(Linux)
    import Foundation
    import HubServices
    import TestSupport
    import Testing

    /// The standard streams of the tool: pipes, a full disk, closed ones.
    @Suite(.enabled(if: Executable.url != nil, "the program is not built beside the tests"))
    struct StandardStreamTests {
        /// A verdict that nobody has read to its end is not a good one.
        @Test func aReaderWhoHasSeenEnoughIsNoErrorAndNoSuccess() throws {
            let line = "{\"id\": \"one\", \"input\": {\"event\": \"pause\"}}\n"
            for words in [["play"], ["validate", "event"]] {
                let run = try Executable.run(words, input: line, readsOutput: false)
                #expect(run.code == SIGPIPE)
                #expect(run.error.isEmpty)
            }
        }

        @Test func outputThatIsLostIsAnError() throws {
            let folder = try TemporaryFolder()
            for words in [["--help"], ["validate", "id3", "--rules"]] {
                let full = try #require(FileHandle(forWritingAtPath: "/dev/full"))
                let run = try Executable.run(words, to: full)
                #expect(run.code == 2)
                #expect(run.error == "launchhub: cannot write standard output: no space is left\n")
            }
            let page = try Executable.run(["demo", "-o", "/dev/full"])
            #expect(page.code == 2)
            #expect(page.error.contains("cannot write /dev/full: no space is left"), "\(page.error)")
            let closed = try Executable.shell("exec launchhub play --record session.jsonl >&-", in: folder.url)
            #expect(closed.code == 2)
            #expect(closed.error == "launchhub: cannot write standard output: it is closed\n")
            // What is written for people does not end up in the file that was opened in its place.
            let recorded = (try? String(contentsOf: folder.file("session.jsonl"), encoding: .utf8)) ?? ""
            #expect(!recorded.contains("Episode with ads, through"))
        }

        /// A pipe has every byte once.
        @Test func aPipeIsReadFromItsFirstByteOn() throws {
            let folder = try TemporaryFolder()
            let lines = [
                "launchhub play --channel 'Front page' --json | launchhub replay --json",
                "launchhub play --channel 'Front page' --json | launchhub certify --production --json /dev/stdin",
            ]
            for line in lines {
                let run = try Executable.shell(line, in: folder.url)
                #expect(run.code == 0, "\(run.error)")
                let last = try #require(run.output.split(separator: "\n").last)
                let end = try JSONObject(jsonText: String(last))
                #expect(end["findings"] == 0 || end["verdict"] == "pass")
            }
            let closed = try Executable.shell("exec launchhub validate id3 <&-", in: folder.url)
            #expect(closed.code == 2)
            #expect(closed.error == "launchhub: cannot read standard input: it is closed\n")
        }
    }
#endif
