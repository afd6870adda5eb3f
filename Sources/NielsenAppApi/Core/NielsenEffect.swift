// SPDX-License-Identifier: Apache-2.0

import Foundation
import HubServices

/// The time of a call: on the clock that never jumps, and of day.
struct NielsenTime: Sendable, Hashable {
    var instant: Instant
    /// Milliseconds since 1970.
    var unixMilliseconds: Int64

    /// The time of day as an instant. Unlike ``instant`` it goes on while the device sleeps, which is what gaps between
    /// calls are measured by.
    var dayInstant: Instant {
        .zero + .milliseconds(unixMilliseconds)
    }

    /// The time of a call that was made a while ago.
    ///
    /// - Parameters:
    ///   - clock: The clock of the instance.
    ///   - age: How long ago; negative counts as now.
    init(_ clock: any HubClock, age: Duration) {
        self.init(clock)
        guard age > .zero else { return }
        self = earlier(by: age)
    }

    /// The time a while before this one, on both clocks.
    func earlier(by age: Duration) -> NielsenTime {
        var time = self
        let nanoseconds = max(0, age.nanoseconds)
        let (instant, isTooEarly) = instant.nanoseconds.subtractingReportingOverflow(nanoseconds)
        time.instant = Instant(nanoseconds: isTooEarly ? .min : instant)
        time.unixMilliseconds -= nanoseconds / 1_000_000
        return time
    }

    init(_ clock: any HubClock) {
        instant = clock.now
        let milliseconds = (clock.date.timeIntervalSince1970 * 1000).rounded()
        unixMilliseconds = Int64(exactly: min(max(milliseconds, -Self.limit), Self.limit)) ?? 0
    }

    /// A hundred million days: differences of times within it never overflow.
    private static let limit = 8.64e15
}

/// What the core wants done; the shell does it in order, outside the lock.
enum NielsenEffect: Sendable {
    case record(NielsenMeasurementRecord)
    case error(NielsenError, at: Int64)
    case event(AppApiEventCode, at: Int64)
    case remark(LogLevel, NielsenRemark)
    /// Tells those who make pings of a turn of the stream.
    case boundary(StreamBoundary, playhead: Int64?, at: Int64, optedOut: Bool, ott: [String: String])
    /// Tells those who make pings of a button of the player.
    case button(NielsenPlayerButton, playhead: Int64?, at: Int64)
    /// Tells them that everything which the button caused was told.
    case buttonEnd
    /// Tells those who make pings what was answered to one.
    case answer(NielsenPingAnswer, at: Int64)
    /// Measures with a configuration from now on.
    case configure(NielsenConfiguration)
    /// Looks at the screen.
    case watch(ViewabilityWatch)
    /// Keeps the user's choice.
    case persistOptOut(Bool)
    /// Makes pings for the device as it is now.
    case device(NielsenDevice)
}

/// Something for the log, kept as parts so that nothing is formatted unless it is written.
enum NielsenRemark: Sendable, CustomStringConvertible {
    case ignored(NielsenStateMachine.Input, NielsenState)
    case closed(String)
    case stopInserted(before: NielsenStateMachine.Input)
    case endedWhilePaused
    case playheadWithoutMetadata(Int64)
    case reloaded(NielsenLane, String)
    case adEndedImplicitly(String)
    /// The names of what changed come with it.
    case contentChanged(String, [String])
    case adBeganLate(String, Int64)
    case contentJumped(String, from: Int64, to: Int64)
    case unencrypted(String)
    case issue(NielsenIssue)
    case sceneWithoutTarget
    case notAChoice(String)
    case callsDropped(Int, Int)
    case lifecycle(String, NielsenLifecycleEvent)

    var description: String {
        switch self {
        case .ignored(let input, let state):
            "\(input.rawValue) is not expected in the \(state.rawValue) state and was ignored"
        case .closed(let call):
            "\(call) came after the instance was shut down and was ignored; make a new instance"
        case .stopInserted(let input):
            "a stop was missing before \(input.rawValue) and was inserted"
        case .endedWhilePaused:
            "end came while playback was stopped; the stopped asset is ended, the state stays idle"
        case .playheadWithoutMetadata(let position):
            "playhead \(position) came without loadMetadata since play or stop and is not measured; "
                + "call loadMetadata first"
        case .reloaded(let lane, let assetid):
            "loadMetadata came again for the \(lane.rawValue) \"\(assetid)\" that is playing; call it once an asset, "
                + "not once a playhead"
        case .adEndedImplicitly(let assetid):
            "the ad \(assetid) was still playing when content was loaded; call stop at the end of an ad"
        case .contentChanged(let assetid, let keys):
            "the metadata of the content \"\(NielsenText.shown(assetid))\" changed (\(keys.joined(separator: ", "))); it should "
                + "stay the same from start to end, ads included"
        case .adBeganLate(let assetid, let position):
            "the ad \"\(NielsenText.shown(assetid))\" began with playhead \(position); the playhead of each ad begins at 0"
        case .contentJumped(let assetid, let last, let position):
            "after an ad the content \"\(NielsenText.shown(assetid))\" went on at playhead \(position) and not at \(last), where it "
                + "was left; content and ads have playheads of their own"
        case .unencrypted(let names):
            "the pings of \(names) leave without encryption; write https: addresses for anything but this machine"
        case .issue(let issue):
            issue.description
        case .sceneWithoutTarget:
            "updateViewability came before trackViewability and was ignored; say first which view is the player"
        case .notAChoice(let text):
            "userOptOut got \"\(text)\"; only nielsenappsdk://1 and nielsenappsdk://0 are accepted"
        case .callsDropped(let count, let limit):
            "\(count) calls were dropped because the configuration came late; at most \(limit) are kept until then"
        case .lifecycle(let call, let event):
            "\(call) was called because of \(event)"
        }
    }
}
