// SPDX-License-Identifier: Apache-2.0

package import HubServices

/// A call of an app, or something that the player or the system did, with its line and time.
package struct LoggedCall: Sendable {
    /// The kind of a call.
    package enum Kind: Sendable, Hashable {
        // The classic calls.
        case play, loadMetadata, playheadPosition, sendID3, stop, end, staticStart, staticEnd, staticSwitch
        case updateOTT, userOptOut, appDisableApi, trackEvent, updateMetadata, setVolume
        // The app and its configuration.
        case appInfo, sdkEvent, sdkError, privacyStatus, collector
        // The player and the system.
        case interruptionStart(Interruption)
        case interruptionEnd(Interruption)
        case bufferStart, bufferEnd
        case pictureInPicture(Bool)
        /// Something that no document names.
        case unknown
    }

    /// What interrupts playback.
    package enum Interruption: String, Sendable, Hashable {
        case pause
        case call = "phone call"
        case background
        case lock = "device lock"
        case alarm
        case network = "loss of the network"

        /// Whether picture in picture and audio go on in spite of it.
        var leavesAudio: Bool { self == .background || self == .lock }
    }

    /// The number of the line, from 1.
    package var line: Int
    /// The time, in seconds.
    package var time: Double
    /// The kind.
    package var kind: Kind
    /// The name as the log has it.
    package var name: String
    package var arguments: [JSONValue]

    package init(line: Int, time: Double, kind: Kind, name: String, arguments: [JSONValue] = []) {
        self.line = line
        self.time = time
        self.kind = kind
        self.name = name
        self.arguments = arguments
    }
}
