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
        let fitting = Fitting(text: buffer.text, places: places)
        guard buffer.count > maximum, let query = buffer.bytes.firstIndex(of: UInt8(ascii: "?")) else { return fitting }
        var parameters = buffer.bytes[(query + 1)...].split(
            separator: UInt8(ascii: "&"),
            omittingEmptySubsequences: false
        ).map { Parameter($0, optional, places) }
        var excess = buffer.count - maximum
        var cut: [String] = []
        while excess > 0 {
            var longest: Int?
            for (index, parameter) in parameters.enumerated() where parameter.isOptional {
                if parameter.valueCount >= longest.map({ parameters[$0].valueCount }) ?? 1 { longest = index }
            }
            guard let longest else { break }
            excess -= parameters[longest].cut(excess)
            if !cut.contains(parameters[longest].name) { cut.append(parameters[longest].name) }
        }
        var bytes = Array(buffer.bytes[...query])
        var moved = PingPlaces()
        for (index, parameter) in parameters.enumerated() {
            if index > 0 { bytes.append(UInt8(ascii: "&")) }
            moved.add(parameter.places, from: bytes.count)
            bytes.append(contentsOf: parameter.bytes)
        }
        return Fitting(text: String(decoding: bytes, as: UTF8.self), places: moved, cut: cut)
    }

    private struct Parameter {
        var bytes: [UInt8]
        let name: String
        let isOptional: Bool
        /// The places in it of values that are only known when the ping is sent.
        let places: PingPlaces
        private let valueStart: Int

        init(_ slice: ArraySlice<UInt8>, _ optional: Set<String>, _ places: PingPlaces) {
            bytes = Array(slice)
            let end = bytes.firstIndex(of: UInt8(ascii: "=")) ?? bytes.count
            name = String(decoding: bytes[..<end], as: UTF8.self)
            valueStart = min(end + 1, bytes.count)
            self.places = places.within(slice.startIndex..<slice.endIndex)
            isOptional = optional.contains(name) && self.places.isEmpty
        }

        var valueCount: Int { bytes.count - valueStart }

        /// Removes at least that many bytes from the end of the value, or all; returns how many.
        mutating func cut(_ excess: Int) -> Int {
            let before = bytes.count
            var end = max(valueStart, bytes.count - excess)
            // Neither an escape nor a character of several bytes is cut in two.
            while end > valueStart, splits(at: end) { end -= 1 }
            bytes.removeLast(bytes.count - end)
            return before - bytes.count
        }

        private func splits(at end: Int) -> Bool {
            guard end < bytes.count else { return false }
            let percent = UInt8(ascii: "%")
            if end >= 1, bytes[end - 1] == percent { return true }
            if end >= 2, bytes[end - 2] == percent { return true }
            // %80 to %BF go on with a character that began before.
            return bytes[end] == percent && end + 1 < bytes.count && (0x38...0x42).contains(bytes[end + 1])
                && !(0x3A...0x40).contains(bytes[end + 1])
        }
    }
}
