// SPDX-License-Identifier: Apache-2.0

/// The tracks that are measured separately, each with playheads of its own.
public enum NielsenLane: String, Sendable, Hashable, CaseIterable {
    /// Programmes.
    case content
    /// Advertisements.
    case ad
    /// Pages without playback.
    case `static`
}

/// Lanes, in a byte: each event has some, and a set on the heap would cost it an allocation.
struct NielsenLaneSet: Sendable {
    private var bits: UInt8 = 0

    private static func bit(_ lane: NielsenLane) -> UInt8 {
        switch lane {
        case .content: 1
        case .ad: 2
        case .static: 4
        }
    }

    func contains(_ lane: NielsenLane) -> Bool { bits & Self.bit(lane) != 0 }

    mutating func insert(_ lane: NielsenLane) { bits |= Self.bit(lane) }
}
