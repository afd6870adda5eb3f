// SPDX-License-Identifier: Apache-2.0

import ACPCore
import Foundation
import HubServices
import NielsenAppSDKExtension
import Testing

extension ClientTests {
    /// The forms of listening beside the documented class.
    @Suite(.timeLimit(.minutes(10)))
    struct NotifierTests {
        private let appInfo = ["appid": "PE392366B-F2C1-4BC4-AB62-A7DAFDC51000"]

        private func makeHost() throws -> FreshHost {
            let fresh = FreshHost()
            try ACPCore.registerExtension(NielsenAppSDKExtension.self)
            ACPCore.start(nil)
            return fresh
        }

        @Test func aClosureHearsNoticesUntilItIsCancelled() async throws {
            let fresh = try makeHost()
            let (stream, heard) = AsyncStream<NielsenSDKNotice>.makeStream()
            var notices = stream.makeAsyncIterator()
            let identifiers = Locked<[String]>([])
            let token = NielsenAppSDKExtension.registerListener { notice in
                identifiers.withLock { $0.append(notice.identifier) }
                heard.yield(notice)
            }
            let first = NielsenAppSDKExtension.instantiateSDK(withConfiguration: appInfo)["identifier"] as? String
            let notice = await notices.next()
            #expect(notice?.isError == false)
            #expect(notice?.code == 2001)
            #expect(notice?.identifier == first)
            token.cancel()
            let others = NielsenAppSDKExtension.registerListener { heard.yield($0) }
            let second = NielsenAppSDKExtension.instantiateSDK(withConfiguration: appInfo)["identifier"] as? String
            #expect(await notices.next()?.identifier == second)
            #expect(identifiers.withLock { $0 } == [first])
            others.cancel()
            withExtendedLifetime(fresh) {}
        }

        @Test func aSequenceHasTheNoticesFromWhenItIsMade() async throws {
            let fresh = try makeHost()
            var notices = NielsenAppSDKExtension.notices.makeAsyncIterator()
            let made = NielsenAppSDKExtension.instantiateSDK(withConfiguration: appInfo)
            let identifier = try #require(made["identifier"] as? String)
            _ = NielsenAppSDKExtension.trackEvent(["event": "unheard-of"], forSDKWithIdentifier: identifier)
            _ = NielsenAppSDKExtension.removeSDK(withIdentifier: identifier)
            for code in [2001, 2, 2002] {
                let notice = await notices.next()
                #expect(notice?.code == code)
                #expect(notice?.isError == (code == 2))
                #expect(notice?.identifier == identifier)
            }
            withExtendedLifetime(fresh) {}
        }

        @Test func aClassThatIsNoListenerIsRefusedInTheLog() throws {
            let fresh = try makeHost()
            NielsenAppSDKExtension.registerListener(forSDKNotifier: NSObject.self)
            #expect(fresh.log.records.contains { $0.level == .error && $0.message.contains("ACPExtensionListener") })
        }
    }
}
