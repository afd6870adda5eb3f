// SPDX-License-Identifier: Apache-2.0

import ACPCore
import Foundation
import LaunchHub
import LaunchHubRecording
import NielsenAppApi
import NielsenAppSDKExtension

/// An app that records itself in one line.
///
/// `RecordedApp hub FILE` uses the extension, `RecordedApp sdk FILE` the SDK alone. It plays until it is killed, and writes a
/// line for each second that it played; a second of playing lasts two hundredths of one on the clock, so playheads are faster
/// than time.
///
/// `RecordedApp hub FILE CONFIGURATION SECONDS` plays so many seconds of the clock, sends its pings, and ends without stopping
/// the recorder.
@main
enum Main {
    static let appInfo = ["appid": "PE392366B-F2C1-4BC4-AB62-A7DAFDC51000", "nol_devDebug": "DEBUG"]
    static let content = [
        "type": "content", "assetid": "film", "program": "Film", "title": "Film", "length": "600", "isfullepisode": "y",
        "airdate": "20260302 20:00:00", "adloadtype": "2", "segB": "b", "segC": "c",
    ]

    static func main() async throws {
        let words = CommandLine.arguments
        guard words.count == 3 || words.count == 5 else {
            print("RecordedApp hub|sdk FILE [CONFIGURATION SECONDS]")
            exit(2)
        }
        let file = URL(fileURLWithPath: words[2])
        let seconds = words.count == 5 ? Int(words[4]) : nil
        var environment = NielsenEnvironment(pings: NielsenRecordingPingSink())
        if seconds != nil {
            let configuration = try NielsenConfiguration(jsonData: Data(contentsOf: URL(fileURLWithPath: words[3])))
            environment = .app(storage: .memory, configuration: configuration, privacy: .optedIn)
        }
        if words[1] == "hub" {
            try playWithExtension(file, environment, seconds)
            if seconds != nil { await NielsenAppSDKExtension.flush() }
        } else {
            guard let api = NielsenAppApi(appInfo: appInfo, delegate: nil, environment: environment) else { exit(3) }
            SessionRecorder.attach(to: api, writingTo: .file(file))
            api.play(["channelName": "News"])
            api.loadMetadata(content)
            playSeconds(seconds) { api.playheadPosition(Int64($0)) }
            if seconds != nil { await api.flush() }
        }
    }

    private static func playWithExtension(_ file: URL, _ environment: NielsenEnvironment, _ seconds: Int?) throws {
        SessionRecorder.attach(to: .shared, writingTo: .file(file))
        NielsenAppSDKExtension.configure(environment)
        try ACPCore.registerExtension(NielsenAppSDKExtension.self)
        ACPCore.start {}
        ACPCore.setPrivacyStatus(.optIn)
        let made = NielsenAppSDKExtension.instantiateSDK(withConfiguration: appInfo)
        let identifier = made["identifier"] as? String
        playSeconds(seconds) { second in
            NielsenAppSDKExtension.trackEvent(
                [
                    "event": "playhead", "type": "content", "playheadPosition": "\(second)",
                    "metadata": ["content": content],
                ],
                forSDKWithIdentifier: identifier
            )
        }
    }

    /// Plays so many seconds, or until the process is killed, and then faster than the clock.
    private static func playSeconds(_ seconds: Int?, _ body: (Int) -> Void) {
        for second in 0..<(seconds ?? 600) {
            body(second)
            if second == seconds.map({ $0 - 1 }) { return }
            usleep(seconds == nil ? 20_000 : 1_000_000)
            FileHandle.standardOutput.write(Data("\(second)\n".utf8))
        }
    }
}
