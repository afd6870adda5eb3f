// SPDX-License-Identifier: Apache-2.0

#if os(macOS) || os(Linux)
    import Foundation
    import HubServices
    import TestSupport
    import Testing

    /// An app outside of this package that records itself in one line and is killed: its file certifies.
    @Suite(.enabled(if: Executable.url != nil, "the program is not built beside the tests"))
    struct RecordedPackageTests {
        /// The tools version is one that every toolchain of this package knows.
        private static let manifest = """
            // swift-tools-version: 6.0
            import PackageDescription

            let package = Package(
                name: "Cinema",
                platforms: [.macOS(.v13)],
                dependencies: [.package(name: "launch-hub", path: "\(MadePackage.root.path)")],
                targets: [
                    .executableTarget(
                        name: "Cinema",
                        dependencies: [
                            .product(name: "ACPCore", package: "launch-hub"),
                            .product(name: "NielsenAppSDKExtension", package: "launch-hub"),
                            .product(name: "LaunchHubRecording", package: "launch-hub"),
                        ]
                    )
                ]
            )
            """

        /// Plays a second of content a second, and writes a line for each; one line of it attaches the recorder.
        private static let app = """
            import ACPCore
            import Foundation
            import LaunchHubRecording
            import NielsenAppSDKExtension

            let folder = URL(filePath: CommandLine.arguments[1])
            setenv("LAUNCH_HUB_FOLDER", folder.appending(path: "kept").path, 1)
            SessionRecorder.attach(to: .shared, writingTo: .file(folder.appending(path: "session.jsonl")))
            try ACPCore.registerExtension(NielsenAppSDKExtension.self)
            ACPCore.start {}
            ACPCore.setPrivacyStatus(.optIn)
            let appInfo = ["appid": "P0A1B2C3D-0000-4000-8000-0123456789AB", "appname": "Cinema", "sfcode": "dcr"]
            let made = NielsenAppSDKExtension.instantiateSDK(withConfiguration: appInfo)
            let metadata = [
                "type": "content", "assetid": "film", "program": "Film", "title": "Film S01E01", "length": "600",
                "airdate": "2026-03-02T20:00:00", "isfullepisode": "y", "adloadtype": "2",
            ]
            for second in 0..<600 {
                NielsenAppSDKExtension.trackEvent(
                    [
                        "event": "playhead", "type": "content", "playheadPosition": "\\(second)",
                        "metadata": ["content": metadata],
                    ],
                    forSDKWithIdentifier: made["identifier"] as? String
                )
                FileHandle.standardOutput.write(Data("\\(second)\\n".utf8))
                Thread.sleep(forTimeInterval: 1)
            }
            """

        @Test(.enabled(if: MadePackage.swift != nil, "there is no swift on the search path"))
        func theFileOfAnAppThatIsKilledCertifies() throws {
            let folder = try TemporaryFolder()
            for (path, text) in ["Package.swift": Self.manifest, "Sources/Cinema/main.swift": Self.app] {
                let url = folder.file(path)
                try FileManager.default.createDirectory(
                    at: url.deletingLastPathComponent(),
                    withIntermediateDirectories: true
                )
                try Data(text.utf8).write(to: url)
            }
            let built = try MadePackage.run("build", folder.url)
            try #require(built.code == 0, "\(built.text.suffix(4_000))")
            let bin = try MadePackage.run("build", folder.url, "--show-bin-path").text
            let program = URL(filePath: bin.trimmingCharacters(in: .whitespacesAndNewlines)).appending(path: "Cinema")

            let seconds = try RunningProgram(program, [folder.url.path]).kill(afterLines: 6).count
            let run = try Executable.run(["certify", folder.file("session.jsonl").path, "--json"])
            let lines = try run.output.split(separator: "\n").map { try JSONObject(jsonText: String($0)) }
            #expect(run.code == 0, "\(run.output)")
            #expect(lines.last?["kind"] == "verdict" && lines.last?["verdict"] == "pass")
            let arrived = lines.first { $0["id"] == "pre-check-config-ping" }
            #expect(arrived?["verdict"] == "pass")

            // What was played is in the file: all but the moment before the kill.
            let text = try String(contentsOf: folder.file("session.jsonl"), encoding: .utf8)
            let positions = (0..<seconds).filter { text.contains("\"playheadPosition\":\"\($0)\"") }
            #expect(positions.count >= seconds - 1)
        }
    }
#endif
