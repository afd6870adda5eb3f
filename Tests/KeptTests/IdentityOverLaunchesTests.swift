// SPDX-License-Identifier: Apache-2.0

import Dispatch
import Foundation
import HubServices
import NielsenAppApi
import TestSupport
import Testing

/// Who a user is, over launches of an app, one after the other and at once.
@Suite(.serialized)
struct IdentityOverLaunchesTests {
    private static let rounds = 200

    private static func identifiers(_ folder: URL) throws -> [String] {
        let store = FileKeyValueStore(file: folder.appending(path: "nielsen.json"))
        let environment = NielsenEnvironment(store: store)
        let api = try NielsenAppApi.make(appInfo: ["appid": "PX"], environment: environment)
        return [api.nielsenId, api.demographicId, api.firstPartyId, api.vendorId, api.deviceId]
    }

    @Test func twoThreadsThatBeginInOneFolderAreOnePerson() throws {
        let folder = try TemporaryFolder()
        var wrong = 0
        for round in 0..<Self.rounds {
            let place = folder.file("\(round)")
            let found = Locked<[[String]]>([])
            DispatchQueue.concurrentPerform(iterations: 2) { _ in
                let identifiers = try? Self.identifiers(place)
                found.withLock { $0.append(identifiers ?? []) }
            }
            if try Set(found.withLock { $0 } + [Self.identifiers(place)]).count != 1 { wrong += 1 }
        }
        #expect(wrong == 0)
    }

    #if os(Linux) || os(macOS)
        @Test func twoProcessesThatBeginInOneFolderAreOnePerson() throws {
            let folder = try TemporaryFolder()
            let one = try Launch(in: folder.url, ["race=a,b,\(Self.rounds)"])
            let other = try Launch(in: folder.url, ["race=b,a,\(Self.rounds)"])
            let (left, right) = (try one.linesUntilEnd(), try other.linesUntilEnd())
            #expect(left.count == Self.rounds && right.count == Self.rounds)
            #expect(zip(left, right).count { $0 != $1 } == 0)
            #expect(Set(left).count == Self.rounds)
        }

        @Test func theIdentifiersAreTheSameAtTheNextLaunchAndAfterADeath() throws {
            let folder = try TemporaryFolder()
            let first = try Launch.run(in: folder.url, "identifiers", "kill")
            #expect(try Launch.run(in: folder.url, "identifiers") == first)
            #expect(Set(first[0].split(separator: " ")).count == 5)
        }
    #endif
}
