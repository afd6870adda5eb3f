// SPDX-License-Identifier: Apache-2.0

/// Keeps addresses within a length: servers on the way refuse longer ones, and everything in them is lost then.
struct PingAddressLimit: Sendable {
    /// An address that fits, as far as its mandatory parameters let it.
    struct Fitting: Sendable {
        var text: String
        /// The places of values that are only known when the ping is sent.
        var places: PingPlaces
        /// The parameters that were cut, in the order in which they were.
        var cut: [String] = []
    }

    /// The largest number of characters of an address.
    let maximum: Int

    /// Shortens optional parameters until the URL fits: the longest first and, of equally long ones, the last.
    ///
    /// - Parameters:
    ///   - buffer: The URL.
    ///   - optional: The names of the parameters that may be shortened.
    ///   - places: The places of values that are only known when the ping is sent.
    /// - Returns: The URL with its places and the names of the parameters that were shortened.
    func fit(_ buffer: PingBuffer, cutting optional: Set<String>, _ places: PingPlaces) -> Fitting {
        guard buffer.count > maximum, let query = buffer.bytes.firstIndex(of: UInt8(ascii: "?")) else {
            return Fitting(text: buffer.text, places: places)
        }
        var parameters = Self.parameters(of: buffer.bytes, from: query + 1)
        var excess = buffer.count - maximum
        var cut: [String] = []
        while excess > 0, let longest = Self.longest(of: parameters) {
            // Names are read only of what would be cut: most parameters are short.
            let name = parameters[longest].name(in: buffer.bytes)
            guard optional.contains(name), places.within(parameters[longest].range).isEmpty else {
                parameters[longest].isKept = true
                continue
            }
            excess -= parameters[longest].cut(excess, in: buffer.bytes)
            if !cut.contains(name) { cut.append(name) }
        }
        var bytes = Array(buffer.bytes[...query])
        bytes.reserveCapacity(buffer.count)
        var moved = PingPlaces()
        for (index, parameter) in parameters.enumerated() {
            if index > 0 { bytes.append(UInt8(ascii: "&")) }
            moved.add(places.within(parameter.range), from: bytes.count)
            bytes.append(contentsOf: buffer.bytes[parameter.start..<parameter.end])
        }
        return Fitting(text: String(decoding: bytes, as: UTF8.self), places: moved, cut: cut)
    }

    /// The parameters of a query, an empty one included.
    private static func parameters(of bytes: [UInt8], from query: Int) -> [Parameter] {
        var parameters: [Parameter] = []
        var start = query
        var valueStart: Int?
        for place in query...bytes.count {
            if place == bytes.count || bytes[place] == UInt8(ascii: "&") {
                parameters.append(Parameter(range: start..<place, valueStart: valueStart ?? place))
                start = place + 1
                valueStart = nil
            } else if valueStart == nil, bytes[place] == UInt8(ascii: "=") {
                valueStart = place + 1
            }
        }
        return parameters
    }

    /// The last of those with the longest value, as far as they may be cut and have one.
    private static func longest(of parameters: [Parameter]) -> Int? {
        var longest: Int?
        var count = 1
        for (index, parameter) in parameters.enumerated() where !parameter.isKept && parameter.valueCount >= count {
            (longest, count) = (index, parameter.valueCount)
        }
        return longest
    }

    private struct Parameter {
        /// Where it stands in the address that is too long.
        let range: Range<Int>
        let valueStart: Int
        /// Where it ends after what was cut.
        private(set) var end: Int
        /// Whether it must not be cut.
        var isKept = false

        init(range: Range<Int>, valueStart: Int) {
            self.range = range
            self.valueStart = valueStart
            end = range.upperBound
        }

        var start: Int { range.lowerBound }
        var valueCount: Int { end - valueStart }

        func name(in bytes: [UInt8]) -> String {
            let name = bytes[range].prefix { $0 != UInt8(ascii: "=") }
            return String(decoding: name, as: UTF8.self)
        }

        /// Removes at least that many bytes from the end of the value, or all; returns how many.
        mutating func cut(_ excess: Int, in bytes: [UInt8]) -> Int {
            let before = end
            end = max(valueStart, end - excess)
            // Neither an escape nor a character of several bytes is cut in two.
            while end > valueStart, splits(bytes, before: before) { end -= 1 }
            return before - end
        }

        private func splits(_ bytes: [UInt8], before: Int) -> Bool {
            guard end < before else { return false }
            let percent = UInt8(ascii: "%")
            if end >= start + 1, bytes[end - 1] == percent { return true }
            if end >= start + 2, bytes[end - 2] == percent { return true }
            // %80 to %BF go on with a character that began before.
            return bytes[end] == percent && end + 1 < before && (0x38...0x42).contains(bytes[end + 1])
                && !(0x3A...0x40).contains(bytes[end + 1])
        }
    }
}
