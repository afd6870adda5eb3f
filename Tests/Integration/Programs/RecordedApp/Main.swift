// SPDX-License-Identifier: Apache-2.0

import ACPCore
import Foundation
import LaunchHub
import LaunchHubRecording
import NielsenAppApi
import NielsenAppSDKExtension

/// An app that records itself, in one line, and plays until it is killed; it writes a line for each second that it played.
///
/// `RecordedApp hub FILE` uses the extension, `RecordedApp sdk FILE` the SDK alone. A second of playing lasts two
/// hundredths of one on the clock, so playheads are faster than time.
@main
enum Main {
    static let appInfo = ["appid": "PE392366B-F2C1-4BC4-AB62-A7DAFDC51000", "nol_devDebug": "DEBUG"]
    static let content = [
        "type": "content", "assetid": "film", "program": "Film", "title": "Film", "length": "600", "isfullepisode": "y",
        "airdate": "20260302 20:00:00", "adloadtype": "2", "segB": "b", "segC": "c",
    ]

    static func main() throws {
        guard CommandLine.arguments.count == 3 else {
            print("RecordedApp hub|sdk FILE")
            exit(2)
        }
        let file = URL(fileURLWithPath: CommandLine.arguments[2])
        if CommandLine.arguments[1] == "hub" {
            try playWithExtension(file)
        } else {
            playAlone(file)
        }
    }

    private static func playWithExtension(_ file: URL) throws {
        SessionRecorder.attach(to: .shared, writingTo: .file(file))
        NielsenAppSDKExtension.configure(NielsenEnvironment(pings: NielsenRecordingPingSink()))
        try ACPCore.registerExtension(NielsenAppSDKExtension.self)
        ACPCore.start {}
        let made = NielsenAppSDKExtension.instantiateSDK(withConfiguration: appInfo)
        let identifier = made["identifier"] as? String
        playSeconds { second in
            NielsenAppSDKExtension.trackEvent(
                [
                    "event": "playhead", "type": "content", "playheadPosition": "\(second)",
                    "metadata": ["content": content],
                ],
                forSDKWithIdentifier: identifier
            )
        }
    }

    private static func playAlone(_ file: URL) {
        let environment = NielsenEnvironment(pings: NielsenRecordingPingSink())
        guard let api = NielsenAppApi(appInfo: appInfo, delegate: nil, environment: environment) else { exit(3) }
        SessionRecorder.attach(to: api, writingTo: .file(file))
        api.play(["channelName": "News"])
        api.loadMetadata(content)
        playSeconds { api.playheadPosition(Int64($0)) }
    }

    private static func playSeconds(_ body: (Int) -> Void) {
        for second in 0..<600 {
            body(second)
            usleep(20_000)
            FileHandle.standardOutput.write(Data("\(second)\n".utf8))
        }
    }
}
