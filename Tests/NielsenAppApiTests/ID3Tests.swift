// SPDX-License-Identifier: Apache-2.0

import NielsenTestSupport
import NielsenAppApi
import Testing

struct ID3Tests {
    @Test func aPayloadHasSevenFields() throws {
        let tag = try NielsenID3Tag(Bench.id3)
        #expect(Bench.id3.count == NielsenID3Tag.usualLength)
        #expect(tag.programContentID == "065H2g6E7ZyQ5UdmMAbbpg==")
        #expect(tag.finalDistributorID == "_EMc37zfVgq_8KB7baUYfg==")
        #expect(tag.programContentOffset == 33648)
        #expect(tag.finalDistributorOffset == 22847)
        #expect(tag.breakout == "00")
        #expect(tag.payload == Bench.id3)
    }

    @Test func wrappedPayloadsAreRead() throws {
        #expect(try NielsenID3Tag(" " + Bench.id3.replacing("/", with: "/\n ")).payload == Bench.id3)
    }

    @Test(arguments: [
        "", "www.nielsen.com", "www.example.com/a/b/c/00000/00000/00", "www.nielsen.com/a/b/c/00000/00000",
        "www.nielsen.com/a/b/c/00000/00000/00/x", "www.nielsen.com//b/c/00000/00000/00",
        "www.nielsen.com/a/b/c/0000/00000/00", "www.nielsen.com/a/b/c/00000/0000x/00",
        "www.nielsen.com/a/b/c/00000/00000/0", "www.nielsen.com/a!/b/c/00000/00000/00",
        "www.nielsen.com/a/b/c/+0000/00000/00", "www.nielsen.com/a/b/c/٠٠٠٠٠/00000/00",
    ])
    func whatDoesNotParseIsError3(_ payload: String) throws {
        #expect(throws: NielsenError.self) { try NielsenID3Tag(payload) }
        let bench = Bench()
        let api = try bench.makeApi()
        api.play()
        api.sendID3(payload)
        #expect(bench.hearing.errors == [3])
    }

    @Test func theSameTagAgainTellsNothingNew() throws {
        let bench = Bench()
        let api = try bench.makeApi()
        api.play()
        let next = Bench.id3.replacing("22847", with: "22857")
        for payload in [Bench.id3, Bench.id3, next, next, Bench.id3] { api.sendID3(payload) }
        #expect(bench.sink.records.compactMap(\.payload) == [Bench.id3, next])
    }

    /// An app that decodes the bytes of a frame passes the zero that ends its text.
    @Test(arguments: ["\0", "\0\0", "\n\0"])
    func theZeroThatEndsATextIsNoPartOfIt(_ end: String) throws {
        let bench = Bench()
        let api = try bench.makeApi()
        api.play()
        api.sendID3(Bench.id3 + end)
        api.sendID3(Bench.id3)
        #expect(bench.sink.records.compactMap(\.payload) == [Bench.id3])
        #expect(bench.hearing.errors.isEmpty)
    }

    /// The stream that carries the tag again is another one, and tells it again.
    @Test(arguments: ["play", "end", "disable"])
    func theSameTagIsNewsAgainAfterTheStream(_ turn: String) throws {
        let bench = Bench()
        let api = try bench.makeApi()
        api.loadMetadata(Bench.content)
        api.sendID3(Bench.id3)
        switch turn {
        case "play": api.play()
        case "end": api.end()
        default:
            api.appDisableApi = true
            api.appDisableApi = false
        }
        api.loadMetadata(Bench.content)
        api.sendID3(Bench.id3)
        #expect(bench.sink.records.compactMap(\.payload) == [Bench.id3, Bench.id3])
    }

    @Test func aTagDuringAnAdIsOfTheAd() throws {
        let bench = Bench()
        let api = try bench.makeApi()
        api.loadMetadata(Bench.content)
        bench.play(api, 0..<3)
        api.loadMetadata(Bench.midroll)
        bench.play(api, 7..<9)
        api.sendID3(Bench.id3)
        let record = bench.sink.records.last
        #expect(record?.lane == .ad && record?.assetid == "ad456" && record?.view == 2 && record?.playhead == 8)
    }

    @Test func tagsInIdleAreIgnored() throws {
        let bench = Bench()
        let api = try bench.makeApi()
        api.sendID3(Bench.id3)
        #expect(bench.sink.records.compactMap(\.payload).isEmpty)
    }
}
