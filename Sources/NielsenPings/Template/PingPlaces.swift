// SPDX-License-Identifier: Apache-2.0

/// The places in a ping's address, in bytes, of values that are only known when the ping is sent.
struct PingPlaces: Sendable, Hashable {
    /// The ten digits of the time of sending.
    var sendTime: Int?
    /// The digit for the number of failed tries.
    var retry: Int?

    /// The places within a part of the address, counted from the beginning of the part.
    func within(_ range: Range<Int>) -> PingPlaces {
        func inside(_ place: Int?) -> Int? {
            place.flatMap { range.contains($0) ? $0 - range.lowerBound : nil }
        }
        return PingPlaces(sendTime: inside(sendTime), retry: inside(retry))
    }

    /// Adds the places of a part that begins at a position.
    mutating func add(_ part: PingPlaces, from start: Int) {
        if let place = part.sendTime { sendTime = start + place }
        if let place = part.retry { retry = start + place }
    }

    var isEmpty: Bool { sendTime == nil && retry == nil }
}
