// SPDX-License-Identifier: Apache-2.0

public import struct Foundation.Date

/// Something that an integration does and should not: measured as far as possible, and reported.
///
/// Unlike an error of the documents, a remark has a code with a name. Each is reported once for an asset, or once for an
/// instance where it is about no asset, as a warning in the log, as the last remark of the instance, and to the delegate.
public struct NielsenRemark: Error, Sendable, Hashable, CustomStringConvertible {
    /// The stable name of a remark.
    ///
    /// More may be added. Findings about input carry the name of the rule that the input breaks, such as
    /// `META_NOT_STRING:length`.
    public struct Code: RawRepresentable, Sendable, Hashable, CustomStringConvertible {
        /// The name, in capitals.
        public let rawValue: String

        /// Makes a code from its name.
        public init(rawValue: String) {
            self.rawValue = rawValue
        }

        /// The name.
        public var description: String { rawValue }

        /// `loadMetadata` came again for what is playing.
        public static let loadMetadataPerPlayhead = Code(rawValue: "LOADMETADATA_PER_PLAYHEAD")
        /// `loadMetadata` came before `play`.
        public static let loadMetadataBeforePlay = Code(rawValue: "LOADMETADATA_BEFORE_PLAY")
        /// Content was played without `play`.
        public static let playMissing = Code(rawValue: "PLAY_MISSING")
        /// A playhead came after an ad, and the content was not loaded again.
        public static let contentNotReloadedAfterAd = Code(rawValue: "CONTENT_NOT_RELOADED_AFTER_AD")
        /// A playhead came after `stop`, or before anything was loaded.
        public static let resumeWithoutLoadMetadata = Code(rawValue: "RESUME_WITHOUT_LOADMETADATA")
        /// A playhead in milliseconds.
        public static let playheadMilliseconds = Code(rawValue: "PLAYHEAD_MILLISECONDS")
        /// A playhead beyond the asset's length.
        public static let playheadBeyondLength = Code(rawValue: "PLAYHEAD_BEYOND_LENGTH")
        /// A live stream whose playheads are not seconds since 1970.
        public static let livePlayheadNotEpoch = Code(rawValue: "LIVE_PLAYHEAD_NOT_EPOCH")
        /// Playheads that are seconds since 1970, of an asset with a length.
        public static let epochWithLength = Code(rawValue: "EPOCH_WITH_LENGTH")
        /// Playheads that run faster than time.
        public static let playheadFasterThanTime = Code(rawValue: "PLAYHEAD_FASTER_THAN_TIME")
        /// A skip of a few seconds that is reported as if it was played.
        public static let skipReportedAsPlay = Code(rawValue: "SKIP_REPORTED_AS_PLAY")
        /// An ad that begins again at 0 without `stop` or `adStop`.
        public static let adRestartedWithoutAdStop = Code(rawValue: "AD_RESTARTED_WITHOUT_ADSTOP")
        /// A playhead after `complete` or `end`.
        public static let playheadAfterComplete = Code(rawValue: "PLAYHEAD_AFTER_COMPLETE")
        /// Watermarks that come too far apart to credit anything.
        public static let id3CadenceCannotCredit = Code(rawValue: "ID3_CADENCE_CANNOT_CREDIT")
        /// Pings that wait because the privacy status is unknown.
        public static let privacyUnknownPingsWait = Code(rawValue: "PRIVACY_UNKNOWN_PINGS_WAIT")
        /// Collectors that are this device.
        public static let collectorIsLoopback = Code(rawValue: "COLLECTOR_IS_LOOPBACK")
    }

    /// The stable name.
    public let code: Code
    /// What was wrong, and what would be right.
    public let message: String
    /// When.
    public let date: Date

    /// Code and message, for logs.
    public var description: String { "\(code): \(message)" }
}
