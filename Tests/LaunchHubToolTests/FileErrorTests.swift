// SPDX-License-Identifier: Apache-2.0

#if os(macOS) || os(Linux)
    import Foundation
    import Testing

    #if canImport(Darwin)
        import Darwin
    #elseif canImport(Glibc)
        import Glibc
    #elseif canImport(Musl)
        import Musl
    #endif

    /// What is said where a file is not what a command needs, and where output is lost.
    @Suite(.enabled(if: Executable.url != nil, "the program is not built beside the tests"))
    struct FileErrorTests {
        private static let reading = [
            ["validate", "content"], ["segment"], ["replay"], ["report"], ["play", "--channels"],
            ["segment", "--settings"],
        ]

        @Test(arguments: reading)
        func aFolderIsNoFile(_ words: [String]) throws {
            let folder = FileManager.default.temporaryDirectory.path
            let run = try Executable.run(words + [folder])
            #expect(run.code == 2)
            #expect(run.error == "launchhub: cannot read \(folder): it is a folder; name a file\n")
            #expect(run.output.isEmpty)
        }

        @Test(arguments: reading)
        func aFileThatIsNotThereIsNamed(_ words: [String]) throws {
            let run = try Executable.run(words + ["/nonexistent/x"])
            #expect(run.code == 2)
            #expect(run.error == "launchhub: cannot read /nonexistent/x: there is no such file or folder\n")
        }

        @Test(arguments: reading)
        func aFileOfThreeGigabytesThatIsNoneOfOursIsNotReadToItsEnd(_ words: [String]) throws {
            let file = Executable.temporary("sparse")
            defer { try? FileManager.default.removeItem(at: file) }
            try Data().write(to: file)
            try FileHandle(forWritingTo: file).truncate(atOffset: 3 << 30)
            let run = try Executable.run(words + [file.path])
            #expect(run.code == 2)
            #expect(run.error.contains("more than 67108864 bytes"))
        }

        @Test func aFolderCannotBeWritten() throws {
            let folder = FileManager.default.temporaryDirectory.path
            for words in [["demo", "-o"], ["play", "--record"]] {
                let run = try Executable.run(words + [folder])
                #expect(run.code == 2)
                #expect(run.error == "launchhub: cannot write \(folder): it is a folder; name a file\n")
            }
        }

        @Test func aRecordingInAnotherEncodingIsNamedSo() throws {
            let file = Executable.temporary("jsonl")
            defer { try? FileManager.default.removeItem(at: file) }
            let text = try Executable.run(["play", "--channel", "Front page", "--json"]).output
            try #require(text.data(using: .utf16)).write(to: file)
            let run = try Executable.run(["replay", file.path])
            #expect(run.code == 2)
            #expect(
                run.error
                    == "launchhub: cannot read \(file.path): line 1 is not UTF-8; save the file as UTF-8\n"
            )
        }

        @Test func aLongLineOfARecordingIsReadOnce() throws {
            // Searched again from its start for each piece that is read, this line would take minutes.
            let run = try Executable.run(["replay"], input: String(repeating: "x", count: 20_000_000))
            #expect(run.code == 2)
            #expect(run.error.contains("line 1: a JSON object on one line was expected"))
        }

        @Test func channelsComeThroughAPipe() throws {
            let pipe = Executable.temporary("pipe").path
            defer { unlink(pipe) }
            try #require(mkfifo(pipe, 0o600) == 0)
            let writer = Thread {
                FileHandle(forWritingAtPath: pipe)?.write(Data("{\"channels\": 5}".utf8))
            }
            writer.start()
            let run = try Executable.run(["play", "--channels", pipe])
            #expect(run.code == 2)
            #expect(run.error.contains("there is no \"appInfo\""), "\(run.error)")
        }

        @Test func aReportGoesThroughALinkAndReplacesNoneOfIt() throws {
            let (file, link) = (Executable.temporary("html"), Executable.temporary("html"))
            defer { for url in [file, link] { try? FileManager.default.removeItem(at: url) } }
            try Data(repeating: 0x78, count: 1_000_000).write(to: file)
            try FileManager.default.createSymbolicLink(at: link, withDestinationURL: file)
            #expect(try Executable.run(["demo", "-o", link.path]).code == 0)
            let kind = try FileManager.default.attributesOfItem(atPath: link.path)[.type] as? FileAttributeType
            #expect(kind == .typeSymbolicLink)
            let page = try String(contentsOf: file, encoding: .utf8)
            #expect(page.hasPrefix("<!DOCTYPE html>"))
            #expect(page.hasSuffix("</html>\n"))
        }

        #if os(Linux)
            @Test func outputThatIsLostIsAnError() throws {
                for words in [["--help"], ["play"], ["validate", "id3", "--rules"]] {
                    let full = try #require(FileHandle(forWritingAtPath: "/dev/full"))
                    let run = try Executable.run(words, to: full)
                    #expect(run.code == 2)
                    #expect(run.error == "launchhub: cannot write standard output: no space is left\n")
                }
            }

            @Test func aReportOnAFullDiskIsAnErrorAndTheDeviceStays() throws {
                let run = try Executable.run(["demo", "-o", "/dev/full"])
                #expect(run.code == 2)
                #expect(run.error.contains("cannot write /dev/full: no space is left"), "\(run.error)")
                let attributes = try FileManager.default.attributesOfItem(atPath: "/dev/full")
                #expect(attributes[.type] as? FileAttributeType == .typeCharacterSpecial)
            }
        #endif

        @Test func closedStreamsAreErrors() throws {
            let file = Executable.temporary("jsonl")
            defer { try? FileManager.default.removeItem(at: file) }
            let program = try #require(Executable.url).path
            func shell(_ line: String) throws -> (code: Int32, output: String, error: String) {
                try Executable.run(["-c", line], program: URL(fileURLWithPath: "/bin/sh"))
            }
            let output = try shell("exec '\(program)' play --record '\(file.path)' >&-")
            #expect(output.code == 2)
            #expect(output.error == "launchhub: cannot write standard output: it is closed\n")
            // What is written for people does not end up in the file that was opened in its place.
            let recorded = (try? String(contentsOf: file, encoding: .utf8)) ?? ""
            #expect(!recorded.contains("Episode with ads, through"))
            let input = try shell("exec '\(program)' validate id3 <&-")
            #expect(input.code == 2)
            #expect(input.error == "launchhub: cannot read standard input: it is closed\n")
        }
    }
#endif
