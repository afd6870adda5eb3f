// SPDX-License-Identifier: Apache-2.0

import Foundation
import HubServices
import LaunchHub
import LaunchHubRecording
import LaunchHubTesting
import NielsenAppApi
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

    /// A file that continues another one says how each instance was made, so that it can be read alone.
    @Test func aFileThatContinuesSaysHowEachInstanceWasMade() throws {
        let file = try RecordedFile()
        let clock = ManualClock()
        let appInfo = ["appid": "PE392366B-F2C1-4BC4-AB62-A7DAFDC51000"]
        let environment = NielsenEnvironment(clock: clock, pings: NielsenRecordingPingSink())
        let api = try NielsenAppApi.make(appInfo: appInfo, environment: environment)
        let recorder = SessionRecorder.attach(to: api, writingTo: .file(file.url, megabytes: 1))
        let metadata = ["type": "content", "assetid": "film", "title": String(repeating: "x", count: 10_000)]
        for _ in 0..<12 {
            for _ in 0..<5 { api.loadMetadata(metadata) }
            recorder.flush()
            clock.advance(by: .seconds(1))
        }
        recorder.stop()
        let lines = try file.lines()
        #expect(lines[0]["continues"] == true)
        #expect(lines[1]["name"] == "appInfo" && lines[1]["args"]?[0]?["appid"] == .string(appInfo["appid"] ?? ""))
        #expect(lines[1] == (try file.lines(file.previous)).first { $0["name"] == "appInfo" })
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

    /// An app that ends in its first moment leaves a file that says what it is.
    @Test func attachingBeginsTheFile() throws {
        let file = try RecordedFile()
        let test = TestHub()
        let recorder = SessionRecorder.attach(to: test.hub, writingTo: .file(file.url))
        #expect(try file.lines().map { $0["schema"] } == ["launch-hub-session"])
        recorder.stop()
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
    #endif
}
