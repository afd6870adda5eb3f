// SPDX-License-Identifier: Apache-2.0

/// A reader of the payloads of watermarks in streams: ID3v2 tags (HLS) and event message boxes (DASH).
///
/// No input can crash it or make it loop: what cannot be read is left out, and the rest is still read.
public enum NielsenID3 {
    /// The payloads found in a range of bytes, in order; one that came before is left out.
    struct Payloads {
        private(set) var all: [String] = []
        private var known: Set<String> = []

        mutating func add(_ payload: some Collection<UInt8>) {
            let text = String(decoding: payload, as: UTF8.self)
            if known.insert(text).inserted { all.append(text) }
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
        var payloads = Payloads()
        NielsenID3TagReader.read(Array(bytes), into: &payloads)
        return payloads.all
    }

    /// Extracts the payloads of the event message boxes (`emsg`, versions 0 and 1) of a segment.
    ///
    /// A message is an ID3v2 tag, a payload, or text of the form `type=nielsen_tag;payload=<base64>`.
    ///
    /// - Parameter bytes: One box or a whole segment; other boxes are skipped.
    /// - Returns: The payloads, in order, one that came before left out; what cannot be read is left out too.
    public static func payloads(inEmsgBox bytes: some Sequence<UInt8>) -> [String] {
        var payloads = Payloads()
        NielsenEmsgReader.read(Array(bytes), into: &payloads)
        return payloads.all
    }

    /// Extracts the payload of the text form of an event message: `type=nielsen_tag;payload=<base64>`.
    ///
    /// - Parameter text: The message.
    /// - Returns: The payload, or nothing if the text has none.
    public static func payloads(inEmsgText text: String) -> [String] {
        var payloads = Payloads()
        NielsenEmsgReader.read(text: Array(text.utf8), into: &payloads)
        return payloads.all
    }
}
