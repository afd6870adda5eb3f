// SPDX-License-Identifier: Apache-2.0

/// The parts of an address, as bytes.
struct SeenAddress {
    /// Where the host begins and ends; both 0 for a path alone.
    let hostStart: Int
    let hostEnd: Int
    let pathEnd: Int
    /// Where the parameters begin; the end of the address if it has none.
    let queryStart: Int

    init(_ address: [UInt8]) {
        pathEnd = address.firstIndex { $0 == UInt8(ascii: "?") || $0 == UInt8(ascii: "#") } ?? address.count
        let hasQuery = pathEnd < address.count && address[pathEnd] == UInt8(ascii: "?")
        queryStart = hasQuery ? pathEnd + 1 : address.count
        var start = 0
        if address.first != UInt8(ascii: "/") {
            for index in 0..<max(0, min(pathEnd, 16) - 2)
            where address[index] == UInt8(ascii: ":") && address[index + 1] == UInt8(ascii: "/")
                && address[index + 2] == UInt8(ascii: "/")
            {
                start = index + 3
                break
            }
        }
        hostStart = start
        hostEnd = start == 0 ? 0 : address[start..<pathEnd].firstIndex(of: UInt8(ascii: "/")) ?? pathEnd
    }

    /// The labels of the host.
    func labels(of address: [UInt8]) -> [Substring] {
        let host = String(decoding: address[hostStart..<hostEnd], as: UTF8.self).lowercased()
        return host.prefix { $0 != ":" }.split(separator: ".")
    }

    /// The first label of the host, without `secure-`; empty for this machine and an address of numbers, which say nothing.
    func label(of address: [UInt8]) -> String {
        let first = address[hostStart..<hostEnd].prefix { $0 != UInt8(ascii: ".") && $0 != UInt8(ascii: ":") }
        let label = String(decoding: first, as: UTF8.self).lowercased()
        if label == "localhost" || label.hasPrefix("[") || label.allSatisfy(\.isWholeNumber) { return "" }
        return label.hasPrefix("secure-") ? String(label.dropFirst(7)) : label
    }

    /// Returns the places of the known parameters.
    static func parameters(of address: [UInt8], from start: Int) -> [UInt32] {
        var places = [UInt32](repeating: 0, count: SeenName.allCases.count * 2)
        forEachParameter(of: address, from: start) { name, value in
            guard let known = SeenName.named(name), places[known.place * 2] == 0 else { return }
            places[known.place * 2] = UInt32(truncatingIfNeeded: value.lowerBound)
            places[known.place * 2 + 1] = UInt32(truncatingIfNeeded: value.upperBound)
        }
        return places
    }

    static func forEachParameter(
        of address: [UInt8],
        from start: Int,
        _ body: (_ name: ArraySlice<UInt8>, _ value: Range<Int>) -> Void
    ) {
        var begin = start
        var equals: Int?
        var index = start
        while index <= address.count {
            let byte = index < address.count ? address[index] : UInt8(ascii: "#")
            if byte == UInt8(ascii: "=") {
                if equals == nil { equals = index }
            } else if byte == UInt8(ascii: "&") || byte == UInt8(ascii: "#") {
                if begin < index {
                    let middle = equals ?? index
                    body(address[begin..<middle], min(middle + 1, index)..<index)
                }
                if byte == UInt8(ascii: "#") { return }
                begin = index + 1
                equals = nil
            }
            index += 1
        }
    }

    static func value(_ name: SeenName, _ places: [UInt32], _ address: [UInt8]) -> ArraySlice<UInt8>? {
        let (start, end) = (Int(places[name.place * 2]), Int(places[name.place * 2 + 1]))
        guard start > 0 else { return nil }
        let value = address[start..<end]
        // Only parameters that are called c and a number name their values.
        return SeenName.c1.rawValue...SeenName.c77.rawValue ~= name.rawValue ? word(value) : value
    }

    /// A value without the word in front of its comma, for a parameter that is called c and a number.
    static func withoutWord(_ value: ArraySlice<UInt8>, of name: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        guard name.first.map(lowered) == UInt8(ascii: "c"), name.count > 1,
            name.dropFirst().allSatisfy({ $0 >= 0x30 && $0 <= 0x39 })
        else { return value }
        return word(value)
    }

    private static func word(_ value: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        var index = value.startIndex
        while index < value.endIndex {
            let byte = value[index]
            if byte == UInt8(ascii: ",") { return value[(index + 1)...] }
            if byte == UInt8(ascii: "%") {
                guard index + 2 < value.endIndex, value[index + 1] == UInt8(ascii: "2"),
                    lowered(value[index + 2]) == UInt8(ascii: "c")
                else { return value }
                return value[(index + 3)...]
            }
            guard lowered(byte) >= 0x61 && lowered(byte) <= 0x7A || byte >= 0x30 && byte <= 0x39 else { return value }
            index += 1
        }
        return value
    }

    static func number(_ bytes: ArraySlice<UInt8>) -> Int64? {
        guard !bytes.isEmpty, bytes.count <= 18 else { return nil }
        var number: Int64 = 0
        for byte in bytes {
            guard byte >= 0x30, byte <= 0x39 else { return nil }
            number = number * 10 + Int64(byte - 0x30)  // in range: at most 18 digits
        }
        return number
    }

    static func lowered(_ byte: UInt8) -> UInt8 { byte >= 0x41 && byte <= 0x5A ? byte | 0x20 : byte }

    static func decoded(_ bytes: ArraySlice<UInt8>) -> String {
        guard bytes.contains(UInt8(ascii: "%")) else { return String(decoding: bytes, as: UTF8.self) }
        var result: [UInt8] = []
        result.reserveCapacity(bytes.count)
        var index = bytes.startIndex
        while index < bytes.endIndex {
            if bytes[index] == UInt8(ascii: "%"), index + 2 < bytes.endIndex, let high = digit(bytes[index + 1]),
                let low = digit(bytes[index + 2])
            {
                result.append(high << 4 | low)
                index += 3
            } else {
                result.append(bytes[index])
                index += 1
            }
        }
        return String(decoding: result, as: UTF8.self)
    }

    private static func digit(_ byte: UInt8) -> UInt8? {
        switch byte {
        case 0x30...0x39: byte - 0x30
        case 0x41...0x46: byte - 0x37
        case 0x61...0x66: byte - 0x57
        default: nil
        }
    }

    /// Whether a character of a mark is there, raw or encoded; nearly no address has one.
    static func mayHavePlaceholder(_ bytes: ArraySlice<UInt8>, brackets: Bool) -> Bool {
        var index = bytes.startIndex
        while index < bytes.endIndex {
            let byte = bytes[index]
            index += 1
            switch byte {
            case UInt8(ascii: "$"), UInt8(ascii: "{"), UInt8(ascii: "|"): return true
            case UInt8(ascii: "["): if brackets { return true }
            case UInt8(ascii: "%"):
                // The dollar is %24, the bracket %5B, brace and bar are %7B and %7C, two percent signs %25%.
                let next = bytes[index...].prefix(3)
                switch (next.first, next.dropFirst().first.map(lowered)) {
                case (UInt8(ascii: "%"), _), (UInt8(ascii: "2"), UInt8(ascii: "4")): return true
                case (UInt8(ascii: "2"), UInt8(ascii: "5")): if next.last == UInt8(ascii: "%") { return true }
                case (UInt8(ascii: "5"), UInt8(ascii: "b")): if brackets { return true }
                case (UInt8(ascii: "7"), UInt8(ascii: "b")), (UInt8(ascii: "7"), UInt8(ascii: "c")): return true
                default: break
                }
            default: break
            }
        }
        return false
    }

    static func hasPlaceholder(_ text: String, brackets: Bool) -> Bool {
        let text = text.drop { $0 == " " }
        if text.contains("${") || text.contains("%%") || text.contains("|!") || text.contains("{{") { return true }
        guard brackets else { return false }
        if let open = text.firstIndex(of: "["), let close = text[open...].firstIndex(of: "]") {
            let inside = text[text.index(after: open)..<close]
            if inside.contains(where: \.isLetter) { return true }
        }
        let dollar = text.firstIndex(of: "$").map { text[text.index(after: $0)...] }
        return dollar?.first.map { $0.isUppercase || $0 == "_" } ?? false
    }
}
