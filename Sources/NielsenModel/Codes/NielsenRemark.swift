// SPDX-License-Identifier: Apache-2.0

public import struct Foundation.Date

/// A remark about something that an integration should not do: it is measured as far as possible, and reported.
///
/// Unlike a documented error, a remark has a code with a name. It is reported once for each asset, or once for each
/// instance if it is about no asset: as a warning in the log, as the last remark of the instance, and to the delegate.
public struct NielsenRemark: Error, Sendable, Hashable, CustomStringConvertible {
    /// The stable name of a remark.
    ///
    /// More may be added. Remarks about input have the name of the violated rule, such as `META_NOT_STRING:length`.
    public struct Code: RawRepresentable, Sendable, Hashable, CustomStringConvertible {
        /// The name, in capitals.
        public let rawValue: String

        /// Makes a code from its name.
        public init(rawValue: String) {
            self.rawValue = rawValue
        }

        /// The name.
        public var description: String { rawValue }

        /// `loadMetadata` was called again for what is playing.
        public static let loadMetadataPerPlayhead = Code(rawValue: "LOADMETADATA_PER_PLAYHEAD")
        /// `loadMetadata` was called before `play`.
        public static let loadMetadataBeforePlay = Code(rawValue: "LOADMETADATA_BEFORE_PLAY")
        /// Content was played without `play`.
        public static let playMissing = Code(rawValue: "PLAY_MISSING")
        /// A playhead followed an ad, and the content was not loaded again.
        public static let contentNotReloadedAfterAd = Code(rawValue: "CONTENT_NOT_RELOADED_AFTER_AD")
        /// A playhead followed `stop`, or preceded the first load.
        public static let resumeWithoutLoadMetadata = Code(rawValue: "RESUME_WITHOUT_LOADMETADATA")
        /// A playhead was in milliseconds.
        public static let playheadMilliseconds = Code(rawValue: "PLAYHEAD_MILLISECONDS")
        /// A playhead had a fraction.
        public static let playheadNotInteger = Code(rawValue: "PLAYHEAD_NOT_INTEGER")
        /// A playhead was beyond the length of the asset.
        public static let playheadBeyondLength = Code(rawValue: "PLAYHEAD_BEYOND_LENGTH")
        /// The playheads of a live stream were not seconds since 1970.
        public static let livePlayheadNotEpoch = Code(rawValue: "LIVE_PLAYHEAD_NOT_EPOCH")
        /// The playheads of an asset with a length were seconds since 1970.
        public static let epochWithLength = Code(rawValue: "EPOCH_WITH_LENGTH")
        /// Playheads advanced faster than time.
        public static let playheadFasterThanTime = Code(rawValue: "PLAYHEAD_FASTER_THAN_TIME")
        /// A skip of a few seconds was reported like playback.
        public static let skipReportedAsPlay = Code(rawValue: "SKIP_REPORTED_AS_PLAY")
        /// An ad began again at 0 without `stop` or `adStop`.
        public static let adRestartedWithoutAdStop = Code(rawValue: "AD_RESTARTED_WITHOUT_ADSTOP")
        /// A playhead followed `complete` or `end`.
        public static let playheadAfterComplete = Code(rawValue: "PLAYHEAD_AFTER_COMPLETE")
        /// Watermarks were too far apart to credit anything.
        public static let id3CadenceCannotCredit = Code(rawValue: "ID3_CADENCE_CANNOT_CREDIT")
        /// Pings are queued because the privacy status is unknown.
        public static let privacyUnknownPingsWait = Code(rawValue: "PRIVACY_UNKNOWN_PINGS_WAIT")
        /// The collectors are on this device.
        public static let collectorIsLoopback = Code(rawValue: "COLLECTOR_IS_LOOPBACK")
    }

    /// The stable name.
    public let code: Code
    /// A description of what was wrong and what would be right.
    public let message: String
    /// The time of the remark.
    public let date: Date

    /// Makes a remark of its parts.
    package init(code: Code, message: String, date: Date) {
        self.code = code
        self.message = message
        self.date = date
    }

    /// The code and the message, for logs.
    public var description: String { "\(code): \(message)" }
}
