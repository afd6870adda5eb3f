// SPDX-License-Identifier: Apache-2.0

import HubServices

/// The values in the address of the opt-out page.
struct OptOutAddress: Sendable {
    private let values: [(name: String, value: String)]

    /// Collects the values.
    ///
    /// - Parameters:
    ///   - appid: The app id.
    ///   - nielsenId: The identifier of the device; empty in the flavor without identifiers.
    ///   - device: Its kind, country and language, of which only the first part of a language such as `en-US` is used;
    ///     an empty value becomes that of the page for phones in the United States in English.
    init(appid: String, nielsenId: String, device: NielsenDevice) {
        let language = device.language.lowercased().prefix { $0 != "-" && $0 != "_" }
        values = [
            ("{devicetype}", Self.part(device.deviceType, or: "mobile")),
            ("{country}", Self.part(device.country, or: "us")),
            ("{language}", Self.part(String(language), or: "en")),
            ("{appid}", Self.escaped(appid)),
            // The page is on another server than the collectors, and receives no more than they do.
            ("{nuid}", nielsenId.isEmpty ? "" : HashAlgorithm.sha256.hex(of: nielsenId) ?? ""),
        ]
    }

    /// Returns the address for a template.
    ///
    /// Unknown names stay as they are.
    func url(_ template: String) -> String {
        var url = ""
        var rest = template[...]
        // A single pass: names within a value are not replaced again.
        while let open = rest.firstIndex(of: "{") {
            url += rest[..<open]
            rest = rest[open...]
            if let (name, value) = values.first(where: { rest.hasPrefix($0.name) }) {
                url += value
                rest = rest.dropFirst(name.count)
            } else {
                url.append(rest.removeFirst())
            }
        }
        return url + rest
    }

    /// Returns a part of the path, which has only letters, digits, - and _.
    ///
    /// Escaping would not help, because servers undo it before they read the path.
    private static func part(_ text: String, or fallback: String) -> String {
        let isPlain = !text.isEmpty && text.utf8.count <= 64 && NielsenText.consists(text, ofLettersDigitsAnd: "-_")
        return isPlain ? text.lowercased() : fallback
    }

    /// Returns a value in a form that a URL can contain.
    private static func escaped(_ value: String) -> String {
        var text = ""
        for byte in value.utf8 {
            switch byte {
            case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"), UInt8(ascii: "."):
                text.unicodeScalars.append(Unicode.Scalar(byte))
            default:
                let hex = String(byte, radix: 16, uppercase: true)
                text += byte < 16 ? "%0\(hex)" : "%\(hex)"
            }
        }
        return text
    }
}
