// SPDX-License-Identifier: Apache-2.0

import HubServices
package import NielsenModel

/// A remark for the log and the delegate, kept as parts so that nothing is formatted unless it is written.
package enum CoreRemark: Sendable, CustomStringConvertible {
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
    case viewsForgotten(seconds: Int)

    // What integrators do wrong; each has a code.
    case loadMetadataBeforePlay(String)
    case playMissing(String)
    case notReloadedAfterAd(Int64)
    case notReloadedAfterStop(Int64)
    case playheadMilliseconds(Int64)
    case playheadNotInteger(Double)
    case playheadBeyondLength(String, Int64, length: Int64)
    case liveNotEpoch(String, Int64)
    case epochWithLength(String, length: Int64)
    case fasterThanTime(String)
    case skipReportedAsPlay(String, from: Int64, to: Int64)
    case adRestarted(String)
    case playheadAfterComplete(String, Int64)
    case tagCadence(seconds: Int, limit: Int)
    case privacyUnknown
    case collectorIsLoopback(String)

    package var description: String {
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
        case .viewsForgotten(let seconds):
            "no call came for \(seconds) s, so what was open is over; what is loaded next is a new view"
        case .loadMetadataBeforePlay(let assetid):
            "loadMetadata of \(Self.shown(assetid)) came before play; it stays loaded, but call play first"
        case .playMissing(let assetid):
            "\(Self.shown(assetid)) is played without a play before it; call play once at the start of each stream"
        case .notReloadedAfterAd(let position):
            "playhead \(position) came after the stop of an ad and is not measured; load the content again first"
        case .notReloadedAfterStop(let position):
            "playhead \(position) came after stop and is not measured; call loadMetadata when playback continues"
        case .playheadMilliseconds(let position):
            "playhead \(position) is a time in milliseconds and is read as seconds; report seconds since 1970"
        case .playheadNotInteger(let position):
            "playhead \(position) has a fraction and is rounded down; report whole seconds"
        case .playheadBeyondLength(let assetid, let position, let length):
            "playhead \(position) lies beyond the length of \(Self.shown(assetid)), \(length) s; check the unit of both"
        case .liveNotEpoch(let assetid, let position):
            "\(Self.shown(assetid)) is live by its length, but its playhead is \(position); report seconds since 1970"
        case .epochWithLength(let assetid, let length):
            "\(Self.shown(assetid)) reports seconds since 1970 but has a length of \(length) s; live streams have length 0"
        case .fasterThanTime(let assetid):
            "the playheads of \(Self.shown(assetid)) run faster than time; only the time that passes is credited"
        case .skipReportedAsPlay(let assetid, let from, let to):
            "\(Self.shown(assetid)) went from \(from) to \(to) in less time than that; a skip is not played, so what lies "
                + "between is not credited"
        case .adRestarted(let assetid):
            "the ad \(Self.shown(assetid)) began again at 0 without a stop; call stop or adStop at the end of each ad"
        case .playheadAfterComplete(let assetid, let position):
            "playhead \(position) of \(Self.shown(assetid)) came after it was completed and was ignored; report the last "
                + "position before complete or end"
        case .tagCadence(let seconds, let limit):
            "watermarks come \(seconds) s apart; more than \(limit) s apart they credit nothing, pass on every one"
        case .privacyUnknown:
            "pings wait, because no privacy status was set, or an unknown one; once the user agrees, call "
                + "ACPCore.setPrivacyStatus(.optIn), or publish global.privacy"
        case .collectorIsLoopback(let address):
            "pings go to \(address), which is this device; name your collectors in the SDK configuration"
        }
    }

    /// The description without the code that stands before it in that of an issue.
    package var message: String {
        switch self {
        case .issue(.warning(_, _?, let message)): message
        case .issue(.finding(let finding)): finding.message
        default: description
        }
    }

    /// Whether nothing is sent until the app's developer acts, which the log says at its default level.
    package var isFailure: Bool {
        if case .privacyUnknown = self { true } else { false }
    }

    /// The code of what an integrator does wrong; nil for all else.
    package var code: NielsenRemark.Code? {
        switch self {
        case .reloaded: .loadMetadataPerPlayhead
        case .loadMetadataBeforePlay: .loadMetadataBeforePlay
        case .playMissing: .playMissing
        case .notReloadedAfterAd: .contentNotReloadedAfterAd
        case .notReloadedAfterStop, .playheadWithoutMetadata: .resumeWithoutLoadMetadata
        case .playheadMilliseconds: .playheadMilliseconds
        case .playheadNotInteger: .playheadNotInteger
        case .playheadBeyondLength: .playheadBeyondLength
        case .liveNotEpoch: .livePlayheadNotEpoch
        case .epochWithLength: .epochWithLength
        case .fasterThanTime: .playheadFasterThanTime
        case .skipReportedAsPlay: .skipReportedAsPlay
        case .adRestarted: .adRestartedWithoutAdStop
        case .playheadAfterComplete: .playheadAfterComplete
        case .tagCadence: .id3CadenceCannotCredit
        case .privacyUnknown: .privacyUnknownPingsWait
        case .collectorIsLoopback: .collectorIsLoopback
        case .issue(.finding(let finding)): NielsenRemark.Code(rawValue: finding.rule)
        case .issue(.warning(_, let rule?, _)): NielsenRemark.Code(rawValue: rule)
        case .ignored, .closed, .stopInserted, .endedWhilePaused, .adEndedImplicitly, .contentChanged, .adBeganLate,
            .contentJumped, .unencrypted, .issue, .sceneWithoutTarget, .notAChoice, .callsDropped, .lifecycle,
            .viewsForgotten:
            nil
        }
    }

    /// The key under which a remark is made once: the code, and the asset if it is about one.
    struct Key: Sendable, Hashable {
        let code: NielsenRemark.Code
        var asset = ""
    }

    var key: Key? {
        guard let code else { return nil }
        switch self {
        case .loadMetadataBeforePlay(let asset), .playMissing(let asset), .playheadBeyondLength(let asset, _, _),
            .liveNotEpoch(let asset, _), .epochWithLength(let asset, _), .fasterThanTime(let asset),
            .skipReportedAsPlay(let asset, _, _), .adRestarted(let asset), .playheadAfterComplete(let asset, _):
            return Key(code: code, asset: asset)
        default:
            return Key(code: code)
        }
    }

    private static func shown(_ assetid: String) -> String { "\"\(NielsenText.shown(assetid))\"" }
}
