// SPDX-License-Identifier: Apache-2.0

import HubServices
import NielsenAppApi

extension BenchGroup {
    /// The cost of watermarks.
    static let id3 = BenchGroup("id3", "one payload parsed, and one taken out of the tag of a stream") { session in
        let results = session.measureTogether {
            let payload = SampleMetadata.id3
            let tag = tagBytes(payload)
            var offsets = 0
            let parsed = CallCost(session.count(200_000)) { _ in
                if let tag = try? NielsenID3Tag(payload) { offsets += tag.finalDistributorOffset }
            }
            let found = CallCost(session.count(50_000)) { _ in
                offsets += NielsenID3.payloads(inID3Bytes: tag).count
            }
            precondition(offsets > 0, "the payload was not read")
            return [parsed.microseconds, parsed.allocations, found.microseconds, found.allocations]
        }
        session.report("id3_payload", results[0], "us", .atMost(1))
        session.report("id3_payload_allocations", results[1], "allocations")
        session.report("id3_tag", results[2], "us")
        session.report("id3_tag_allocations", results[3], "allocations")
    }

    /// A tag of version 2.4 with one private frame.
    private static func tagBytes(_ payload: String) -> [UInt8] {
        let data = Array(payload.utf8) + [0]
        let frame = Array("PRIV".utf8) + syncsafe(data.count) + [0, 0] + data
        return Array("ID3".utf8) + [4, 0, 0] + syncsafe(frame.count) + frame
    }

    private static func syncsafe(_ size: Int) -> [UInt8] {
        [21, 14, 7, 0].map { UInt8(truncatingIfNeeded: size >> $0 & 0x7f) }
    }
}
