// SPDX-License-Identifier: Apache-2.0

/// Takes watermarks' payloads out of what streams carry: ID3v2 tags (HLS) and event message boxes (DASH).
///
/// Nothing that is handed over can crash or loop: what cannot be read is an ``Issue``, and the rest is still read.
public enum NielsenID3 {
    /// What was found in some bytes.
    public struct Extraction: Sendable, Hashable {
        /// The payloads, in order; one that follows an equal one is left out. They are not checked:
        /// ``NielsenID3Tag/init(_:)`` does that.
        public internal(set) var payloads: [String] = []
        /// What could not be read, and where.
        public internal(set) var issues: [Issue] = []

        mutating func add(_ payload: String, at place: Int) {
            guard payloads.last != payload else { return report(.repeatedPayload, place) }
            payloads.append(payload)
        }

        mutating func report(_ reason: Issue.Reason, _ place: Int) {
            // Damage can look like thousands of frames; the first of them tell enough.
            guard issues.count < Self.maximumIssues else { return }
            issues.append(Issue(reason: reason, offset: place))
        }

        private static let maximumIssues = 64
    }

    /// Something that could not be read, and where it is.
    public struct Issue: Error, Sendable, Hashable, CustomStringConvertible {
        /// What is wrong.
        public enum Reason: Sendable, Hashable {
            /// No tag, or no box with a message, is in the bytes.
            case nothingFound
            /// The bytes end before what they say that they hold.
            case truncated
            /// A tag of a version other than 2.3 and 2.4; its major version.
            case unsupportedVersion(UInt8)
            /// A size that cannot be right; the tag or the box was left there.
            case invalidSize
            /// A frame size of version 2.4 that is not syncsafe; it was read as a plain number.
            case sizeNotSyncsafe
            /// The identifier of a frame has other characters than capitals and digits; the rest of the tag was left.
            case invalidFrameIdentifier
            /// A compressed frame, which is left out.
            case compressedFrame
            /// An encrypted frame, which is left out.
            case encryptedFrame
            /// An event message box of a version other than 0 and 1.
            case unsupportedBoxVersion(UInt8)
            /// The message has the form of a watermark, and no payload is in it.
            case noPayload
            /// A payload that follows an equal one, which is left out.
            case repeatedPayload
        }

        /// What is wrong.
        public let reason: Reason
        /// Where it is, in bytes from the start of what was handed over.
        public let offset: Int

        /// What is wrong, and where.
        public var description: String { "\(text) at byte \(offset)" }

        private var text: String {
            switch reason {
            case .nothingFound: "no tag and no message was found"
            case .truncated: "the bytes end too early"
            case .unsupportedVersion(let version): "ID3 version 2.\(version) is not read, 2.3 and 2.4 are,"
            case .invalidSize: "a size cannot be right"
            case .sizeNotSyncsafe: "a frame size is not syncsafe and was read as a plain number"
            case .invalidFrameIdentifier: "the identifier of a frame is none"
            case .compressedFrame: "a compressed frame was left out"
            case .encryptedFrame: "an encrypted frame was left out"
            case .unsupportedBoxVersion(let version): "version \(version) of the box is not read, 0 and 1 are,"
            case .noPayload: "a message for watermarks has no payload"
            case .repeatedPayload: "the payload before came again and was left out"
            }
        }
    }

    /// Takes the payloads out of ID3v2 tags.
    ///
    /// Versions 2.3 and 2.4 are read, with extended headers, unsynchronisation, footers and padding; the bytes may hold
    /// several tags, and anything between them. A payload is the owner of a `PRIV` frame, or its data.
    ///
    /// - Parameter bytes: The tags, as the stream carries them.
    /// - Returns: The payloads and what could not be read.
    public static func payloads(inID3Bytes bytes: some Sequence<UInt8>) -> Extraction {
        var extraction = Extraction()
        NielsenID3TagReader.read(Array(bytes), into: &extraction)
        return extraction
    }

    /// Takes the payloads out of the event message boxes (`emsg`, versions 0 and 1) of a segment.
    ///
    /// A message is an ID3v2 tag, a payload, or text of the form `type=nielsen_tag;payload=<base64>`.
    ///
    /// - Parameter bytes: One box or a whole segment; other boxes are passed over.
    /// - Returns: The payloads and what could not be read.
    public static func payloads(inEmsgBox bytes: some Sequence<UInt8>) -> Extraction {
        var extraction = Extraction()
        NielsenEmsgReader.read(Array(bytes), into: &extraction)
        return extraction
    }

    /// Takes the payload out of the text form of an event message: `type=nielsen_tag;payload=<base64>`.
    ///
    /// - Parameter text: The message.
    /// - Returns: The payload, and what could not be read.
    public static func payloads(inEmsgText text: String) -> Extraction {
        var extraction = Extraction()
        NielsenEmsgReader.read(text: Array(text.utf8), at: 0, into: &extraction)
        return extraction
    }
}
