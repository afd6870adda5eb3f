// SPDX-License-Identifier: Apache-2.0

#if os(Linux) || os(macOS)

    import TestSupport
    import Testing

    /// Who a user is, over launches of an app, one after the other and at once.
    @Suite(.serialized)
    struct IdentityOverLaunchesTests {
        private let folder: TemporaryFolder

        init() throws {
            folder = try TemporaryFolder()
        }

        @Test func twoProcessesThatBeginInOneFolderAreOnePerson() throws {
            let rounds = 20
            let one = try Launch(in: folder.url, ["race=a,b,\(rounds)"])
            let other = try Launch(in: folder.url, ["race=b,a,\(rounds)"])
            let (left, right) = (try one.linesUntilEnd(), try other.linesUntilEnd())
            #expect(left == right)
            #expect(Set(left).count == rounds)
        }

        @Test func theIdentifiersAreTheSameAfterAKillAndUnderAWrongClock() throws {
            let first = try Launch.run(in: folder.url, "identifiers", "kill")
            #expect(Set(first[0].split(separator: " ")).count == 5)
            // At the beginning of 1970, as after a flat battery.
            #expect(try Launch.run(in: folder.url, "clock=-1700000000", "identifiers") == first)
            #expect(try Launch.run(in: folder.url, "identifiers") == first)
        }
    }

#endif
