// SPDX-License-Identifier: Apache-2.0

package import struct Foundation.UUID

/// The unique identifier of an event in this process, from which its UUID is computed.
///
/// It consists of a random prefix for the process and a counter. Making one takes ten nanoseconds, whereas a random
/// UUID takes a system call; its text is computed on demand.
package struct EventID: Sendable, Hashable, CustomStringConvertible {
    let serial: UInt64

    private static let prefix = UInt64.random(in: 0 ... .max)
    private static let mask = UInt64.random(in: 0 ... .max) >> 2

    private static let counter = AtomicWord(1)

    /// Returns the next identifier.
    static func next() -> EventID {
        EventID(serial: counter.add(1))
    }

    /// The identifier in the form of a UUID.
    package var uuid: UUID {
        let low = (serial ^ Self.mask) & 0x3fff_ffff_ffff_ffff | 0x8000_0000_0000_0000
        let high = Self.prefix & 0xffff_ffff_ffff_0fff | 0x4000
        func byte(_ word: UInt64, _ place: UInt64) -> UInt8 { UInt8(truncatingIfNeeded: word >> (56 - 8 * place)) }
        return UUID(
            uuid: (
                byte(high, 0), byte(high, 1), byte(high, 2), byte(high, 3),
                byte(high, 4), byte(high, 5), byte(high, 6), byte(high, 7),
                byte(low, 0), byte(low, 1), byte(low, 2), byte(low, 3),
                byte(low, 4), byte(low, 5), byte(low, 6), byte(low, 7)
            )
        )
    }

    /// The text of the identifier, in the form of a UUID.
    package var description: String { uuid.uuidString }
}
