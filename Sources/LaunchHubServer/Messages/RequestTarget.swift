// SPDX-License-Identifier: Apache-2.0

import Foundation

/// The address of a request: its path in segments and its query in parameters, both decoded once and in order.
package struct RequestTarget: Sendable, Hashable {
    /// A parameter of a query.
    package struct Parameter: Sendable, Hashable {
        /// The text before the first `=`, decoded.
        package var name: String
        /// The text after it, decoded; may be empty.
        package var value: String

        /// Makes a parameter.
        ///
        /// - Parameters:
        ///   - name: Its name.
        ///   - value: Its value.
        package init(_ name: String, _ value: String) {
            self.name = name
            self.value = value
        }
    }

    /// The path as it came, without the query.
    package let path: String
    /// The query as it came, without its `?`, or nil.
    package let query: String?
    /// The path's segments, decoded one by one, so that an encoded `/` ends none of them.
    package let segments: [String]
    /// The query's parameters in their order.
    ///
    /// A `+` stays one, and what is not well encoded stays as it came.
    package let parameters: [Parameter]

    /// Reads an address.
    ///
    /// - Parameter text: The second word of a request's first line: a path with or without a query. The form with scheme
    ///   and host, which proxies are sent, is read too.
    /// - Throws: ``ServerRefusal`` with status 400 where there is no path, or it holds control characters, is no UTF-8 or
    ///   is not well encoded.
    package init(_ text: String) throws(ServerRefusal) {
        let local = RequestTarget.withoutHost(text)
        let parts = local.prefix { $0 != UInt8(ascii: "#") }
            .split(separator: UInt8(ascii: "?"), maxSplits: 1, omittingEmptySubsequences: false)
        guard let path = parts.first, path.first == UInt8(ascii: "/") else {
            throw ServerRefusal(400, "the address \(text.prefix(80).debugDescription) has no path; it begins with /")
        }
        var segments: [String] = []
        for part in path.dropFirst().split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false) {
            guard let bytes = RequestTarget.decoded(part, strictly: true) else {
                throw ServerRefusal(400, "the path has a % without two hexadecimal digits after it")
            }
            guard let segment = String(validatingUTF8Bytes: bytes) else {
                throw ServerRefusal(400, "the path is not UTF-8")
            }
            guard !segment.unicodeScalars.contains(where: { $0.properties.generalCategory == .control }) else {
                throw ServerRefusal(400, "the path holds a control character")
            }
            segments.append(segment)
        }
        let query = parts.count == 2 ? parts[1] : nil
        self.path = String(decoding: path, as: UTF8.self)
        self.query = query.map { String(decoding: $0, as: UTF8.self) }
        self.segments = segments
        parameters = query.map(RequestTarget.parameters) ?? []
    }

    /// Returns the value of the first parameter with a name.
    ///
    /// - Parameter name: The name, decoded; case matters.
    /// - Returns: The value, or nil if there is no such parameter.
    package func parameter(_ name: String) -> String? {
        parameters.first { $0.name == name }?.value
    }

    private static func withoutHost(_ text: String) -> Substring.UTF8View {
        let lower = text.prefix(8).lowercased()
        guard lower.hasPrefix("http://") || lower.hasPrefix("https://"), let scheme = text.range(of: "://") else {
            return text[...].utf8
        }
        let rest = text[scheme.upperBound...]
        return rest[(rest.firstIndex { "/?#".contains($0) } ?? rest.endIndex)...].utf8
    }

    private static func parameters(_ query: Substring.UTF8View) -> [Parameter] {
        query.split(separator: UInt8(ascii: "&")).map { pair in
            let parts = pair.split(separator: UInt8(ascii: "="), maxSplits: 1, omittingEmptySubsequences: false)
            return Parameter(text(parts[0]), parts.count == 2 ? text(parts[1]) : "")
        }
    }

    private static func text(_ encoded: Substring.UTF8View) -> String {
        String(decoding: decoded(encoded, strictly: false) ?? Array(encoded), as: UTF8.self)
    }

    /// Decodes bytes that are written as `%` and two hexadecimal digits.
    ///
    /// - Parameters:
    ///   - encoded: The encoded bytes.
    ///   - strictly: Whether a `%` without two digits is an error; otherwise it stays as it is.
    /// - Returns: The decoded bytes, or nil if `strictly` is true and a `%` has no digits.
    private static func decoded(_ encoded: Substring.UTF8View, strictly: Bool) -> [UInt8]? {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(encoded.underestimatedCount)
        var rest = encoded
        while let byte = rest.popFirst() {
            guard byte == UInt8(ascii: "%") else {
                bytes.append(byte)
                continue
            }
            let digits = rest.prefix(2).compactMap(digit)
            if digits.count == 2 {
                bytes.append(digits[0] << 4 | digits[1])
                rest = rest.dropFirst(2)
            } else if strictly {
                return nil
            } else {
                bytes.append(byte)
            }
        }
        return bytes
    }

    private static func digit(_ byte: UInt8) -> UInt8? {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
        case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
        case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - UInt8(ascii: "A") + 10
        default: nil
        }
    }
}

extension UInt8 {
    /// Whether the byte is a letter or a digit of ASCII.
    var isAlphanumeric: Bool {
        switch self {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "z"),
            UInt8(ascii: "A")...UInt8(ascii: "Z"):
            true
        default: false
        }
    }
}

extension String {
    /// Text out of bytes, or nil where they are not UTF-8.
    init?(validatingUTF8Bytes bytes: [UInt8]) {
        let text = String(decoding: bytes, as: UTF8.self)
        guard text.utf8.elementsEqual(bytes) else { return nil }
        self = text
    }
}
