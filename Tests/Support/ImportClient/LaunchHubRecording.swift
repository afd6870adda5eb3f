// SPDX-License-Identifier: Apache-2.0

import Foundation
import LaunchHub
import LaunchHubRecording
import NielsenAppApi

/// An app that records what it does.
enum RecordedApp {
    static func record(_ file: URL, _ sdk: NielsenAppApi?) -> SessionRecorder {
        SessionRecorder.attach(to: .shared, writingTo: .file(file))
        let recorder = SessionRecorder(writingTo: .file(file), options: RecordingOptions(replacesIdentifiers: false))
        if let sdk { recorder.attach(to: sdk) }
        recorder.flush()
        return recorder
    }
}
