// SPDX-License-Identifier: Apache-2.0

/// A reader of the payloads of watermarks in streams: ID3v2 tags (HLS) and event message boxes (DASH).
///
/// No input can crash it or make it loop: what cannot be read is left out, and the rest is still read.
public enum NielsenID3 {
    /// The payloads and issues found in a range of bytes.
    package struct Extraction: Sendable, Hashable {
        /// The payloads, in order; one that came before is left out.
        ///
        /// They are not validated: `NielsenID3Tag.init(_:)` does that.
        package internal(set) var payloads: [String] = []
        /// The parts that could not be read, with their positions.
        package internal(set) var issues: [Issue] = []

        private var known: Set<String> = []

        mutating func add(_ payload: String, at place: Int) {
            guard known.insert(payload).inserted else { return report(.repeatedPayload, place) }
            payloads.append(payload)
        }

        mutating func report(_ reason: Issue.Reason, _ place: Int) {
            // Damage can look like thousands of frames; the first of them are enough.
            guard issues.count < Self.maximumIssues else { return }
            issues.append(Issue(reason: reason, offset: place))
        }

        private static let maximumIssues = 64
    }

    /// A part that could not be read, with its position.
    package struct Issue: Error, Sendable, Hashable, CustomStringConvertible {
        /// The kind of issue.
        package enum Reason: Sendable, Hashable {
            /// The bytes contain no tag, or no box with a message.
            case nothingFound
            /// The bytes end before the end of what they announce.
            case truncated
            /// A tag has a version other than 2.3 and 2.4; the value is its major version.
            case unsupportedVersion(UInt8)
            /// A size cannot be right; the tag or the box was skipped from there on.
            case invalidSize
            /// A frame size of version 2.4 is not syncsafe; it was read as a plain number.
            case sizeNotSyncsafe
            /// The identifier of a frame has characters other than capitals and digits; the rest of the tag was
            /// skipped.
            case invalidFrameIdentifier
            /// A compressed frame, which is skipped.
            case compressedFrame
            /// An encrypted frame, which is skipped.
            case encryptedFrame
            /// An event message box has a version other than 0 and 1.
            case unsupportedBoxVersion(UInt8)
            /// The message has the form of a watermark but contains no payload.
            case noPayload
            /// A payload came before and is left out.
            case repeatedPayload
        }

        /// The kind of issue.
        package let reason: Reason
        /// The position, in bytes from the start of the input.
        package let offset: Int

        /// A description of what is wrong and where.
        package var description: String { "\(text) at byte \(offset)" }

        private var text: String {
            switch reason {
            case .nothingFound: "no tag and no message was found"
            case .truncated: "the bytes end too early"
            case .unsupportedVersion(let version): "ID3 version 2.\(version) is not read, 2.3 and 2.4 are,"
            case .invalidSize: "a size cannot be right"
            case .sizeNotSyncsafe: "a frame size is not syncsafe and was read as a plain number"
            case .invalidFrameIdentifier: "the identifier of a frame is not valid"
            case .compressedFrame: "a compressed frame was left out"
            case .encryptedFrame: "an encrypted frame was left out"
            case .unsupportedBoxVersion(let version): "version \(version) of the box is not read, 0 and 1 are,"
            case .noPayload: "a message for watermarks has no payload"
            case .repeatedPayload: "a payload came again and was left out"
            }
        }
    }

    /// Extracts the payloads of ID3v2 tags.
    ///
    /// Versions 2.3 and 2.4 are supported, with extended headers, unsynchronisation, footers and padding; the bytes may
    /// contain several tags, and anything between them. A payload is the owner of a `PRIV` frame, or its data.
    ///
    /// - Parameter bytes: The tags, as the stream carries them.
    /// - Returns: The payloads, in order, one that came before left out; what cannot be read is left out too.
    public static func payloads(inID3Bytes bytes: some Sequence<UInt8>) -> [String] {
        extraction(inID3Bytes: bytes).payloads
    }

    /// Extracts payloads as ``payloads(inID3Bytes:)`` does, and says what could not be read.
    package static func extraction(inID3Bytes bytes: some Sequence<UInt8>) -> Extraction {
        var extraction = Extraction()
        NielsenID3TagReader.read(Array(bytes), into: &extraction)
        return extraction
    }

    /// Extracts the payloads of the event message boxes (`emsg`, versions 0 and 1) of a segment.
    ///
    /// A message is an ID3v2 tag, a payload, or text of the form `type=nielsen_tag;payload=<base64>`.
    ///
    /// - Parameter bytes: One box or a whole segment; other boxes are skipped.
    /// - Returns: The payloads, in order, one that came before left out; what cannot be read is left out too.
    public static func payloads(inEmsgBox bytes: some Sequence<UInt8>) -> [String] {
        extraction(inEmsgBox: bytes).payloads
    }

    /// Extracts payloads as ``payloads(inEmsgBox:)`` does, and says what could not be read.
    package static func extraction(inEmsgBox bytes: some Sequence<UInt8>) -> Extraction {
        var extraction = Extraction()
        NielsenEmsgReader.read(Array(bytes), into: &extraction)
        return extraction
    }

    /// Extracts the payload of the text form of an event message: `type=nielsen_tag;payload=<base64>`.
    ///
    /// - Parameter text: The message.
    /// - Returns: The payload, or nothing if the text has none.
    public static func payloads(inEmsgText text: String) -> [String] {
        extraction(inEmsgText: text).payloads
    }

    /// Extracts payloads as ``payloads(inEmsgText:)`` does, and says what could not be read.
    package static func extraction(inEmsgText text: String) -> Extraction {
        var extraction = Extraction()
        NielsenEmsgReader.read(text: Array(text.utf8), at: 0, into: &extraction)
        return extraction
    }
}
