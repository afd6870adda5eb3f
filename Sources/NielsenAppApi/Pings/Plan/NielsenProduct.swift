// SPDX-License-Identifier: Apache-2.0

/// A kind of measurement, with pings of its own.
public enum NielsenProduct: String, Sendable, Hashable, CaseIterable {
    /// Digital content ratings of videos, audio and ads.
    case dcrVideo
    /// Digital content ratings of pages.
    case dcrStatic
    /// Digital in TV ratings, out of watermarks.
    case dtvr
    /// Digital ad ratings, to the address that comes with an ad.
    case dar
    /// The start of an instance.
    case session
    /// The question whether a watermarked stream is in the TV ratings.
    case tsv
    /// The question which station an audio stream is.
    case station
    /// How much of a player could be seen.
    case viewability
}

/// When a processor of a product makes a ping.
public enum NielsenPingCadence: String, Sendable, Hashable, CaseIterable {
    /// Once an instance, at its start.
    case session
    /// Once a view: at the first playhead, the load of a page, the first watermark.
    case impression
    /// Once a watermarked programme, when enough segments are credited.
    case view
    /// Each time that enough segments are credited, and at the end.
    case interval
    /// Once a quarter of an hour in which enough segments are credited.
    case quarterHour
    /// Once a stream, at its first valid watermark, and again at another identifier.
    case firstTag
    /// Before each interval ping of watermarks, until the answer settles the question.
    case beforeInterval
}

extension NielsenProduct {
    /// When a product makes pings; a processor of another cadence cannot be started.
    var cadences: Set<NielsenPingCadence> {
        switch self {
        case .dcrVideo, .dcrStatic, .dar, .viewability: [.impression, .interval]
        case .dtvr: [.impression, .view, .interval, .quarterHour]
        case .session: [.session]
        case .tsv: [.firstTag, .beforeInterval]
        case .station: [.impression]
        }
    }
}
