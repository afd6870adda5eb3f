// SPDX-License-Identifier: Apache-2.0

package import NielsenAppApi

/// One entry of a capture, without what it need not say: of the requests to other hosts only their time, host and kind.
package struct SeenRequest: WireEntry, Sendable {
    /// What a request is.
    package enum Kind: Sendable {
        case ping(SeenPing)
        /// A piece of a video or an audio, which shows that playback goes on.
        case media
        /// A page with the user's choice.
        case optOutPage
        /// The library or the configuration of the SDK.
        case configuration
        /// Any other page or file.
        case other
    }

    /// The place in the capture, from 0.
    package var entry: Int
    /// When it was made, in milliseconds since 1970; nil if the capture does not say.
    package var time: Int64?
    package var kind: Kind
    package var host: String
    /// The status of the answer; 0 if none came, nil if the capture does not say.
    package var status: Int?
    /// The sender, of pings only; nil if the capture does not say.
    package var agent: String?
    /// The flag of time-shifted viewing in the answer to a question for it.
    package var flag: String?

    /// Makes an entry.
    ///
    /// - Parameters:
    ///   - entry: The place in the capture, from 0.
    ///   - address: The address; it is forgotten if it is not that of a ping.
    ///   - time: When it was made, in milliseconds since 1970.
    ///   - status: The status of the answer.
    ///   - agent: The header `User-Agent`.
    ///   - mimeType: The type of the answer.
    ///   - isKnown: Whether a collector has received it.
    package init(
        _ entry: Int,
        address: [UInt8],
        time: Int64? = nil,
        status: Int? = nil,
        agent: String? = nil,
        mimeType: String? = nil,
        isKnown: Bool = false
    ) {
        self.entry = entry
        self.status = status
        if let ping = SeenPing(address, isKnown: isKnown) {
            kind = .ping(ping)
            self.agent = agent
            host = ping.label
            let made = ping.sent ?? ping.made ?? (ping.product == .session ? ping.sessionStart : nil)
            self.time = time ?? made.flatMap { $0 < 100_000_000_000 ? $0 * 1000 : nil }
        } else {
            let parts = Self.parts(of: String(decoding: address, as: UTF8.self).lowercased())
            kind = Self.kind(path: parts.path, mimeType: mimeType?.lowercased() ?? "")
            host = parts.host
            self.time = time
        }
    }

    private static func parts(of address: String) -> (host: String, path: Substring) {
        let front = address.prefix { $0 != "?" && $0 != "#" }
        guard let mark = front.range(of: "://") else { return ("", front) }
        let rest = front[mark.upperBound...]
        let host = rest.prefix { $0 != "/" }
        return (String(host), rest[host.endIndex...])
    }

    private static let mediaEndings = [
        ".ts", ".m4s", ".mp4", ".m4v", ".m4a", ".aac", ".mp3", ".webm", ".cmfv", ".cmfa", ".m2ts", ".mpg", ".flv",
        ".ogg", ".dash",
    ]

    private static func kind(path: Substring, mimeType: String) -> Kind {
        let name = path.split(separator: "/").last ?? ""
        if path.contains("optout") || path.contains("opt-out") || path.contains("opt_out") { return .optOutPage }
        if path.contains("/novms/") || path.contains("/conf/p") && name.hasSuffix(".js") || name.hasPrefix("glcfg") {
            return .configuration
        }
        let isMedia = mimeType.hasPrefix("video/") || mimeType.hasPrefix("audio/")
        return isMedia || mediaEndings.contains(where: name.hasSuffix) ? .media : .other
    }
}
