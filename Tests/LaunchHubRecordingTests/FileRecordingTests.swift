// SPDX-License-Identifier: Apache-2.0

import Foundation
import HubServices
import LaunchHub
import LaunchHubRecording
import LaunchHubTesting
import TestSupport
import Testing

/// The file of a recorder.
struct FileRecordingTests {
    private func dispatch(_ count: Int, to test: TestHub, bytes: Int) throws {
        let text = String(repeating: "x", count: bytes)
        for _ in 0..<count {
            try test.dispatch("Large", type: "com.example.large", source: "app", data: ["text": .string(text)])
        }
    }

    @Test func aFullFileIsRenamedAndContinued() throws {
        let file = try RecordedFile()
        let test = TestHub()
        test.start()
        let recorder = SessionRecorder.attach(to: test.hub, writingTo: .file(file.url, megabytes: 1))
        for _ in 0..<12 {
            try dispatch(10, to: test, bytes: 10_000)
            recorder.flush()
        }
        let sizes = try [file.url, file.previous].map { try Data(contentsOf: $0).count }
        #expect(sizes.allSatisfy { $0 < 700_000 })
        let lines = try file.lines()
        #expect(lines.first?["schema"] == "launch-hub-session" && lines.first?["continues"] == true)
        let before = try file.lines(file.previous)
        #expect(before.first?["schema"] == "launch-hub-session")
        #expect(before.first?["start"] == lines.first?["start"])
        // Nothing lies between the two.
        let last = before.last?["number"]?.intValue ?? 0
        #expect(lines.dropFirst().first?["number"]?.intValue == last + 1)
    }

    @Test func theFileOfAnEarlierLaunchIsKeptBesideTheNewOne() throws {
        let file = try RecordedFile()
        try Data("earlier\n".utf8).write(to: file.url)
        let test = TestHub()
        test.start()
        SessionRecorder.attach(to: test.hub, writingTo: .file(file.url)).stop()
        #expect(try file.text(file.previous) == "earlier\n")
        #expect(try file.lines().count == 2)
    }

    @Test func aFileThatCannotBeWrittenIsAProblemThatNamesIt() throws {
        let file = try RecordedFile()
        let missing = file.folder.file("none/session.jsonl")
        let test = TestHub()
        test.start()
        let recorder = SessionRecorder.attach(to: test.hub, writingTo: .file(missing))
        try dispatch(1, to: test, bytes: 1)
        recorder.flush()
        #expect(recorder.problem?.contains(missing.path) == true)
        #expect(recorder.droppedLineCount > 0 && recorder.lineCount == 0)
        #expect(test.log.records.contains { $0.message.contains(missing.path) })
        // The folder comes, and the recording begins.
        try FileManager.default.createDirectory(
            at: missing.deletingLastPathComponent(),
            withIntermediateDirectories: true
        )
        test.advance(by: .seconds(2))
        try dispatch(1, to: test, bytes: 1)
        recorder.flush()
        #expect(recorder.problem == nil)
        #expect(try file.lines(missing).first?["schema"] == "launch-hub-session")
    }

    @Test func onlyTheUserCanReadTheFile() throws {
        let file = try RecordedFile()
        let test = TestHub()
        SessionRecorder.attach(to: test.hub, writingTo: .file(file.url)).stop()
        let rights = try FileManager.default.attributesOfItem(atPath: file.url.path)[.posixPermissions] as? Int
        #expect(rights == 0o600)
    }

    #if os(Linux)
        @Test func aRecorderThatWasStoppedHasNoFileOpen() throws {
            let file = try RecordedFile()
            let test = TestHub()
            test.start()
            let recorder = SessionRecorder.attach(to: test.hub, writingTo: .file(file.url))
            try dispatch(1, to: test, bytes: 1)
            recorder.flush()
            func isOpen() throws -> Bool {
                try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").contains { name in
                    (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/fd/\(name)"))
                        == file.url.path
                }
            }
            #expect(try isOpen())
            recorder.stop()
            #expect(try !isOpen())
            withExtendedLifetime(recorder) {}
        }

        /// What fits of the last lines is taken back, so that a full disk leaves whole lines.
        ///
        /// It is an error in the log, and nothing where the log cannot be written either.
        @Test(arguments: ["", "2>/dev/full"])
        func aFileThatMayNotGrowEndsWithAWholeLine(log: String) throws {
            let file = try RecordedFile()
            let program = try #require(BuildFolder.program("RecordedApp")).path
            // Sixteen kilobytes, and an error where more are written instead of the signal.
            let script = "trap '' XFSZ; ulimit -f 16; exec \"$0\" sdk \"$1\" \(log)"
            let app = try RunningProgram(URL(fileURLWithPath: "/bin/bash"), ["-c", script, program, file.url.path])
            _ = try app.kill(afterLines: 200)
            let text = try file.text()
            #expect(text.utf8.count <= 16 << 10 && text.utf8.count > 8 << 10)
            #expect(text.hasSuffix("}\n"))
            _ = try file.lines()
        }
    #endif
}
