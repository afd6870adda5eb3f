// SPDX-License-Identifier: Apache-2.0

/// A kind of measurement that has its own pings.
public enum NielsenProduct: String, Sendable, Hashable, CaseIterable {
    /// Digital content ratings of video, audio and ads.
    case dcrVideo
    /// Digital content ratings of pages.
    case dcrStatic
    /// Digital in TV ratings, from watermarks.
    case dtvr
    /// Digital ad ratings, sent to the address that comes with an ad.
    case dar
    /// The start of an instance.
    case session
    /// The request that asks whether a watermarked stream is in the TV ratings.
    case tsv
    /// The request that asks which station an audio stream belongs to.
    case station
    /// The viewability of the player.
    case viewability
}

/// The occasion on which a processor of a product makes a ping.
public enum NielsenPingCadence: String, Sendable, Hashable, CaseIterable {
    /// Once per instance, at its start.
    case session
    /// Once per view: at the first playhead, the load of a page, or the first watermark.
    case impression
    /// Once per watermarked programme, when enough segments are credited.
    case view
    /// Whenever enough segments are credited, and at the end.
    case interval
    /// Once per quarter of an hour in which enough segments are credited.
    case quarterHour
    /// Once per stream, at its first valid watermark, and again at another identifier.
    case firstTag
    /// Before each interval ping of watermarks, until the response settles the question.
    case beforeInterval
}

extension NielsenProduct {
    /// The occasions on which the product makes pings; a processor with another cadence cannot be started.
    package var cadences: [NielsenPingCadence] {
        switch self {
        case .dcrVideo, .dcrStatic, .dar, .viewability: [.impression, .interval]
        case .dtvr: [.impression, .view, .interval, .quarterHour]
        case .session: [.session]
        case .tsv: [.firstTag, .beforeInterval]
        case .station: [.impression]
        }
    }
}
