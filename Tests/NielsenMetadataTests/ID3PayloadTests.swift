// SPDX-License-Identifier: Apache-2.0

import HubServices
import NielsenAppApi
import Testing

struct ID3PayloadTests {
    private func rules(_ payload: String) -> [String] { Samples.rules(NielsenID3Tag.issues(in: payload)) }

    @Test func theDocumentedPayloadIsRightOnceItIsUnwrapped() throws {
        #expect(rules(Samples.id3).isEmpty)
        let wrapped = Samples.id3.replacing("==/", with: " ==/\n")
        #expect(rules(wrapped) == ["ID3_WHITESPACE"])
        #expect(try NielsenID3Tag(wrapped) == NielsenID3Tag(Samples.id3))
        #expect(rules(Samples.id3 + "\u{a0}\u{2028}") == ["ID3_WHITESPACE"])
    }

    @Test func theFieldsAreThoseOfThePayload() throws {
        let tag = try NielsenID3Tag(Samples.id3)
        #expect(tag.programContentID == "065H2g6E7ZyQ5UdmMAbbpg==")
        #expect(tag.finalDistributorID == "_EMc37zfVgq_8KB7baUYfg==")
        #expect(tag.watermark.count == 168)
        #expect(tag.watermark.hasPrefix("ADQCAmgV1X") && tag.watermark.hasSuffix("WVJx2O4M="))
        #expect(tag.programContentOffset == 33648)
        #expect(tag.finalDistributorOffset == 22847)
        #expect(tag.breakout == "00")
        #expect(!tag.hasNullProgramContentID && !tag.hasNullFinalDistributorID)
    }

    @Test(arguments: [
        ("", ["ID3_PREFIX"]), ("www.nielsen.com", ["ID3_SEGMENT_COUNT", "ID3_LENGTH"]),
        ("www.nielsen.community/a/b/c/00000/00000/00", ["ID3_PREFIX"]), ("http://www.nielsen.com/", ["ID3_PREFIX"]),
        ("www.nielsen.com/a/b/c/00000/00000/00", ["ID3_LENGTH"]),
        ("www.nielsen.com/a/b/c/00000/00000/00/x", ["ID3_SEGMENT_COUNT", "ID3_LENGTH"]),
        ("www.nielsen.com//b/c/00000/00000/00", ["ID3_FIELD", "ID3_LENGTH"]),
        ("www.nielsen.com/a!/b/+/00000/00000/00", ["ID3_FIELD", "ID3_FIELD", "ID3_LENGTH"]),
        ("www.nielsen.com/a/b/c/0000/0000x/0", ["ID3_OFFSET", "ID3_OFFSET", "ID3_BREAKOUT", "ID3_LENGTH"]),
        ("www.nielsen.com/a/b/c/+1234/00000/00", ["ID3_OFFSET", "ID3_LENGTH"]),
        ("www.nielsen.com/é/b/c/00000/00000/00", ["ID3_FIELD", "ID3_LENGTH"]),
        (String(repeating: "x", count: 4097), ["ID3_OVERSIZED"]),
    ])
    func whatIsWrongIsNamed(_ payload: String, _ expected: [String]) {
        #expect(rules(payload) == expected)
        let isReadable = (try? NielsenID3Tag(payload)) != nil
        #expect(isReadable == NielsenID3Tag.issues(in: payload).areValid)
    }

    @Test func everyPrefixOfAPayloadIsJudged() {
        for length in 0..<Samples.id3.count - 1 {
            let issues = NielsenID3Tag.issues(in: String(Samples.id3.prefix(length)))
            #expect(!issues.areValid, "\(length)")
        }
    }

    @Test func nullContentIDsAreTold() throws {
        let null = NielsenID3Tag.nullContentID
        let payload = Samples.id3.replacing("065H2g6E7ZyQ5UdmMAbbpg==", with: null)
        let tag = try NielsenID3Tag(payload)
        #expect(tag.hasNullProgramContentID && !tag.hasNullFinalDistributorID)
        let issues = NielsenID3Tag.issues(in: payload)
        #expect(issues.map(\.rule) == ["ID3_NULL_CID"])
        #expect(issues.first?.severity == .info)
        #expect(issues.first?.key == "PC CID")
        let neither = payload.replacing("_EMc37zfVgq_8KB7baUYfg==", with: null)
        #expect(NielsenID3Tag.issues(in: neither).compactMap(\.key).sorted() == ["FD CID", "PC CID"])
    }

    @Test func anOffsetThatIsNoneIsShown() {
        let issues = NielsenID3Tag.issues(in: "www.nielsen.com/a/b/c/1234x/x5678/9y")
        for (key, value) in [("PC offset", "\"1234x\""), ("FD offset", "\"x5678\""), ("breakout", "\"9y\"")] {
            #expect(issues.first { $0.key == key }?.message.contains(value) == true, "\(issues)")
        }
    }

    @Test func listsOfPayloadsTellWhichOneIsWrong() {
        let issues = NielsenValidator.validate(.id3, [.string(Samples.id3), "x", 5])
        #expect(issues.map(\.rule) == ["ID3_PREFIX", "META_NOT_STRING"])
        #expect(issues.map(\.key) == ["[1]", "[2]"])
    }

    // MARK: - Runs

    private func tag(_ programme: Int, _ distributor: Int, cid: String? = nil, pc: String? = nil) throws
        -> NielsenID3Tag
    {
        var payload = Samples.id3.replacing("33648/22847", with: "\(10_000 + programme)/\(20_000 + distributor)")
        if let cid { payload = payload.replacing("_EMc37zfVgq_8KB7baUYfg==", with: cid) }
        if let pc { payload = payload.replacing("065H2g6E7ZyQ5UdmMAbbpg==", with: pc) }
        return try NielsenID3Tag(payload)
    }

    private func time(_ seconds: Int) -> Instant { .zero + .seconds(seconds) }

    @Test func aRunGoesOnWhileTagsCome() throws {
        var run = NielsenID3Run()
        #expect(run.add(try tag(0, 0), at: time(0)) == .began)
        for step in 1...6 {
            #expect(run.add(try tag(step * 10, step * 10), at: time(step * 10)) == .continued(seconds: 10))
        }
        #expect(run.add(try tag(60, 60), at: time(61)) == .repeated)
        #expect(run.seconds == 60)
        #expect(run.count == 7)
        #expect(run.first?.finalDistributorOffset == 20_000)
    }

    @Test func aGapOfMoreThan15SecondsBreaksARun() throws {
        var run = NielsenID3Run()
        _ = run.add(try tag(0, 0), at: time(0))
        #expect(run.add(try tag(15, 15), at: time(15)) == .continued(seconds: 15))
        #expect(run.add(try tag(25, 25), at: time(31)) == .broken(.gap(seconds: 16)))
        #expect(run.count == 1 && run.seconds == 0)
        #expect(run.add(try tag(41, 41), at: time(41)) == .broken(.leap(seconds: 16)))
        #expect(run.add(try tag(31, 31), at: time(42)) == .broken(.leap(seconds: -10)))
        // A pause of a live stream: the offset went on with the clock. And a seek that took long to load.
        #expect(run.add(try tag(131, 131), at: time(140)) == .broken(.gap(seconds: 98)))
        #expect(run.add(try tag(931, 931), at: time(160)) == .broken(.leap(seconds: 800)))
        var longer = NielsenID3Run(gapSeconds: 60)
        _ = longer.add(try tag(0, 0), at: time(0))
        #expect(longer.add(try tag(31, 31), at: time(31)) == .continued(seconds: 31))
    }

    @Test func aWatermarkThatComesAgainKeepsTheRunAlive() throws {
        var run = NielsenID3Run()
        _ = run.add(try tag(0, 0), at: time(0))
        #expect(run.add(try tag(0, 0), at: time(15)) == .repeated)
        #expect(run.add(try tag(10, 10), at: time(30)) == .continued(seconds: 10))
    }

    @Test func anotherDistributorBreaksARunAndAnotherProgrammeDoesNot() throws {
        var run = NielsenID3Run()
        _ = run.add(try tag(0, 0), at: time(0))
        let other = "0UQ1mB-DRZMCTQ3Fr9zLjw=="
        #expect(run.add(try tag(0, 10, pc: other), at: time(10)) == .continued(seconds: 10))
        #expect(run.add(try tag(10, 20, cid: other), at: time(20)) == .broken(.contentIDChanged))
    }

    @Test func whereNoDistributorIsRecognizedTheProgrammeCounts() throws {
        let null = NielsenID3Tag.nullContentID
        var run = NielsenID3Run()
        #expect(run.add(try tag(0, 0, cid: null), at: time(0)) == .began)
        #expect(run.add(try tag(10, 0, cid: null), at: time(10)) == .continued(seconds: 10))
        #expect(run.add(try tag(0, 0, cid: null, pc: null), at: time(12)) == .unrecognized)
        #expect(run.add(try tag(20, 0, cid: null), at: time(20)) == .continued(seconds: 10))
        run.reset()
        #expect(run.count == 0 && run.last == nil)
    }

    @Test func aRunMayFollowOneSideOnly() throws {
        var programme = NielsenID3Run(side: .programContent)
        var distributor = NielsenID3Run(side: .finalDistributor)
        let other = "0UQ1mB-DRZMCTQ3Fr9zLjw=="
        for run in 0..<2 {
            _ = programme.add(try tag(run * 10, 500 + run * 10), at: time(run * 10))
            _ = distributor.add(try tag(run * 10, 500 + run * 10), at: time(run * 10))
        }
        #expect(programme.add(try tag(20, 520, cid: other), at: time(20)) == .continued(seconds: 10))
        #expect(distributor.add(try tag(20, 520, cid: other), at: time(20)) == .broken(.contentIDChanged))
        #expect(distributor.contentID == other)
        #expect(programme.offset == 10_020 && distributor.offset == 20_520)
        let null = NielsenID3Tag.nullContentID
        #expect(distributor.add(try tag(30, 530, cid: null), at: time(30)) == .unrecognized)
        #expect(programme.add(try tag(30, 530, pc: null), at: time(30)) == .unrecognized)
    }

    @Test func theOffsetThatStandsForNoneGoesAlongWithTheClock() throws {
        func bare(_ distributor: String) throws -> NielsenID3Tag {
            try NielsenID3Tag(Samples.id3.replacing("33648/22847", with: "00000/\(distributor)"))
        }
        var run = NielsenID3Run()
        #expect(run.add(try bare("00100"), at: time(0)) == .began)
        #expect(run.add(try bare("00000"), at: time(10)) == .continued(seconds: 10))
        #expect(run.offset == 110)
        #expect(run.add(try bare("00120"), at: time(20)) == .continued(seconds: 10))
        #expect(run.add(try bare("00000"), at: time(60)) == .broken(.gap(seconds: 40)))
        // A stream that says nowhere where it is counts from its start.
        #expect(run.offset == 0)
    }

    @Test func movementsAreToldFromBreaks() {
        typealias Break = NielsenID3Run.Break
        #expect(Break.gap(seconds: 30).movement == nil)
        #expect(Break.gap(seconds: 31).movement == .pause(seconds: 31))
        #expect(Break.leap(seconds: -30).movement == nil)
        #expect(Break.leap(seconds: -31).movement == .backward(seconds: 31))
        #expect(Break.leap(seconds: 120).movement == nil)
        #expect(Break.leap(seconds: 121).movement == .forward(seconds: 121))
        #expect(Break.contentIDChanged.movement == nil)
    }
}
