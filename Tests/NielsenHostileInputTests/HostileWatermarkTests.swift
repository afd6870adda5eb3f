// SPDX-License-Identifier: Apache-2.0

import NielsenTestSupport
import NielsenAppApi
import Testing

/// Watermarks, tags and event messages that are cut off or damaged.
struct HostileWatermarkTests {
    private static func syncsafe(_ size: Int) -> [UInt8] {
        [21, 14, 7, 0].map { UInt8(truncatingIfNeeded: size >> $0 & 0x7f) }
    }

    private static func plain(_ size: Int) -> [UInt8] { [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: size >> $0) } }

    private static func tag(version: UInt8, flags: UInt8) -> [UInt8] {
        let data = Array(HostileBench.id3.utf8) + [0, 0xff, 0, 1]
        let size = version == 4 ? syncsafe(data.count) : plain(data.count)
        let frames = Array("TIT2".utf8) + [0, 0, 0, 1, 0, 0, 0x41] + Array("PRIV".utf8) + size + [0, 0] + data
        return Array("ID3".utf8) + [version, 0, flags] + syncsafe(frames.count + 4) + frames + [0, 0, 0, 0]
    }

    private static func box(version: UInt8, _ message: [UInt8]) -> [UInt8] {
        let texts = Array("https://aomedia.org/emsg/ID3".utf8) + [0, 0x31, 0]
        let numbers = [UInt8](repeating: 1, count: version == 0 ? 16 : 20)
        let content = [version, 0, 0, 0] + (version == 0 ? texts + numbers : numbers + texts) + message
        return plain(content.count + 8) + Array("emsg".utf8) + content
    }

    private static let tags = [tag(version: 4, flags: 0), tag(version: 3, flags: 0), tag(version: 3, flags: 0x80)]
    private static let boxes = [
        box(version: 0, tags[0]), box(version: 1, tags[0]), box(version: 0, Array(HostileBench.id3.utf8)),
        box(version: 1, Array("type=nielsen_tag;payload=SUQzBAAAAAAAAA==".utf8)),
    ]

    /// What every reader makes of bytes must be payloads that begin as payloads do, or issues inside of the bytes.
    private func isSound(_ found: NielsenID3.Extraction, _ count: Int) -> Bool {
        found.payloads.allSatisfy { $0.hasPrefix("www.nielsen.com/") }
            && found.issues.allSatisfy { (0...count).contains($0.offset) }
    }

    @Test func theSamplesAreRead() {
        for tag in Self.tags { #expect(NielsenID3.extraction(inID3Bytes: tag).payloads == [HostileBench.id3]) }
        for box in Self.boxes.prefix(3) {
            #expect(NielsenID3.extraction(inEmsgBox: box).payloads == [HostileBench.id3])
        }
    }

    @Test func whatIsCutOffAnywhereIsAnIssue() {
        for tag in Self.tags {
            for length in 0..<tag.count {
                let found = NielsenID3.extraction(inID3Bytes: tag.prefix(length))
                #expect(isSound(found, length) && !found.issues.isEmpty, "\(length)")
            }
        }
        for box in Self.boxes {
            for length in 0..<box.count {
                let found = NielsenID3.extraction(inEmsgBox: box.prefix(length))
                #expect(isSound(found, length) && !found.issues.isEmpty && found.payloads.isEmpty, "\(length)")
            }
        }
    }

    @Test func anyByteMayBeFlipped() {
        for tag in Self.tags {
            for place in tag.indices {
                for mask: UInt8 in [0xff, 0x80, 0x01] {
                    var bytes = tag
                    bytes[place] ^= mask
                    #expect(isSound(NielsenID3.extraction(inID3Bytes: bytes), bytes.count), "\(place) \(mask)")
                }
            }
        }
        for box in Self.boxes {
            for place in box.indices {
                for mask: UInt8 in [0xff, 0x80, 0x01] {
                    var bytes = box
                    bytes[place] ^= mask
                    #expect(isSound(NielsenID3.extraction(inEmsgBox: bytes), bytes.count), "\(place) \(mask)")
                }
            }
        }
    }

    @Test func longDamageTakesTimeInProportion() {
        let tag = Self.tags[0]
        let patterns: [[UInt8]] = [
            Array("ID3".utf8) + [3, 0, 0x80, 0x7f, 0x7f, 0x7f, 0x7f], Array("ID3".utf8) + [4, 0, 0x40, 0, 0, 0, 0],
            Array("PRIV".utf8), [0xff, 0], Array(tag.prefix(40)), Self.plain(8) + Array("emsg".utf8), Self.plain(0),
            Self.plain(1) + Array("emsg".utf8) + [UInt8](repeating: 0xff, count: 8), Array("ID3".utf8),
        ]
        for pattern in patterns {
            let bytes = Array(repeatElement(pattern, count: 200_000 / pattern.count).joined())
            for found in [NielsenID3.extraction(inID3Bytes: bytes), NielsenID3.extraction(inEmsgBox: bytes)] {
                #expect(found.payloads.count <= 1 && found.issues.count <= 64)
            }
        }
        let text = "type=nielsen_tag;payload=" + String(repeating: "%41", count: 100_000)
        #expect(NielsenID3.extraction(inEmsgText: text).issues.map(\.reason) == [.noPayload])
    }

    @Test func aDamagedPayloadIsError3AndNothingElseStops() throws {
        let bench = HostileBench()
        let api = try bench.makeApi()
        api.play(["channelName": "News"])
        api.loadMetadata(HostileBench.content("marked"))
        var refused = 0
        let payload = Array(HostileBench.id3.utf8)
        for place in payload.indices {
            var bytes = payload
            bytes[place] ^= 0xff
            for text in [
                String(decoding: bytes, as: UTF8.self), String(decoding: payload.prefix(place), as: UTF8.self),
            ] {
                let isRight = (try? NielsenID3Tag(text)) != nil
                #expect(NielsenID3Tag.issues(in: text).areValid == isRight)
                api.sendID3(text)
                if !isRight { refused += 1 }
                #expect(bench.hearing.errors.count == refused, "\(place)")
            }
        }
        #expect(refused >= payload.count)
        #expect(Set(bench.hearing.errors) == [3])
        api.sendID3(HostileBench.id3)
        #expect(bench.sink.records.last?.payload == HostileBench.id3)
        #expect(bench.measures(api))
    }
}
