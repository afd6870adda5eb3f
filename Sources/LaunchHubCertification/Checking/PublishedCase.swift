// SPDX-License-Identifier: Apache-2.0

/// The published cases of a pre-certification.
///
/// Source: the vendor's validator and its pre-certification checklists.
package enum PublishedCase: String, Sendable, Hashable, CaseIterable {
    case debug = "all-1-debug"
    case playToEnd = "dcr-video-2-play-to-end"
    case forward = "dcr-video-3-forward"
    case rewind = "dcr-video-4-rewind"
    case pause = "dcr-video-5-pause"
    case background = "dcr-video-6-background"
    case staticSwitch = "dcr-static-2-switch-page"
    case staticBackground = "dcr-static-3-background"
    case watermarkPlay = "dtvr-2-play"
    case watermarkPause = "dtvr-3-pause"
    case watermarkBack = "dtvr-4-back"
    case watermarkForward = "dtvr-5-forward"
    case appid = "pre-check-appid"
    case optOut = "pre-check-opt-out"
    case storeText = "pre-check-store-text"
    case configurationPing = "pre-check-config-ping"
    case watermarkFacility = "pre-check-dtvr-sfcode"
    case interruptions = "pre-check-interruptions"
    case watermarkGaps = "pre-check-tags"

    /// The reason why the case cannot be decided if nothing of it is in the input.
    var missing: String {
        switch self {
        case .debug: "The input has no app information; add the call \"appInfo\" with nol_devDebug, and event 2001."
        case .playToEnd: "No content with a length is played without a pause or a seek."
        case .forward: "No view has a step forward."
        case .rewind: "No view has a step back."
        case .pause: "No view is paused and continued."
        case .background: "No video goes to the background and returns."
        case .staticSwitch: "No static page follows another one."
        case .staticBackground: "No static page goes to the background and returns."
        case .watermarkPlay: "No watermark is passed on."
        case .watermarkPause: "No watermarked stream is paused."
        case .watermarkBack: "The offsets of watermarks never go back."
        case .watermarkForward: "The offsets of watermarks never skip forward."
        case .appid: "The input has no app information, or that of the sample player."
        case .optOut: "The opt-out page is not used: there is no userOptOut."
        case .storeText: "The text of the app's page in the store is in no log."
        case .configurationPing: "The input does not say whether a configuration arrived: event 2001 is not in it."
        case .watermarkFacility: "The input has no app information."
        case .interruptions: "Nothing interrupts playback."
        case .watermarkGaps: "No watermark is passed on."
        }
    }

    /// What has to be done with the app, so that its log decides the case.
    var next: String {
        let limits = CertificationThresholds.published
        func seconds(_ limit: Double) -> String { CheckText.duration(limit) }
        switch self {
        case .debug: return "Start the app with nol_devDebug DEBUG, and log appInfo and event 2001."
        case .playToEnd: return "Play a video to its end without a pause or a seek."
        case .forward: return "Play a video, and skip forward by more than \(seconds(limits.forward))."
        case .rewind: return "Play a video, skip back, and go on."
        case .pause: return "Play a video, pause it for more than \(seconds(limits.pause)), and continue."
        case .background:
            return
                "Play a video, send the app to the background for more than \(seconds(limits.background)), and return."
        case .staticSwitch: return "Open a static page, then another one."
        case .staticBackground:
            let absence = seconds(limits.staticBackground)
            return "Open a static page, send the app to the background for \(absence), and return."
        case .watermarkPlay: return "Play a watermarked stream for \(seconds(limits.watermarkPlay))."
        case .watermarkPause:
            return "Play a watermarked stream, pause it for \(seconds(limits.watermarkPause)), and continue."
        case .watermarkBack:
            return "Play a watermarked stream, skip back by \(seconds(limits.watermarkBack)), and go on."
        case .watermarkForward:
            return "Play a watermarked stream, skip forward by \(seconds(limits.watermarkForward)), and go on."
        case .appid: return "Start your own app, and log appInfo."
        case .optOut: return "Open the opt-out page, choose, and log userOptOut."
        case .storeText: return "Read the text in the store yourself: it has to name the measurement and the choice."
        case .configurationPing: return "Start the app with a network, and log event 2001."
        case .watermarkFacility: return "Start the app with an sfcode of cert, and play a watermarked stream."
        case .interruptions: return "Play a video, and interrupt it: a call, an alarm, the lock of the screen."
        case .watermarkGaps: return "Play a watermarked stream, and pass on each of its watermarks."
        }
    }
}
