// SPDX-License-Identifier: Apache-2.0

import HubServices
import NielsenAppApi
import Testing

@testable import NielsenAppSDKExtension

/// What an instance that is made later is told of the app's life.
struct AppStandingTests {
    private func standing(_ events: NielsenLifecycleEvent...) -> [NielsenLifecycleEvent] {
        var standing = AppStanding()
        for event in events { standing.note(event) }
        return standing.events
    }

    private static let unlocked = NielsenLifecycleEvent.interruptionEnded(.deviceLock)
    private static let locked = NielsenLifecycleEvent.interruptionBegan(.deviceLock)
    private static let usual: [NielsenLifecycleEvent] = [.media(.video), .pictureInPicture(false), unlocked]

    @Test func atTheBeginningNobodyKnowsWhereTheAppIs() {
        #expect(standing() == Self.usual)
        #expect(standing(.terminate, .interruptionBegan(.call), .interruptionEnded(.call)) == Self.usual)
    }

    @Test(arguments: [NielsenLifecycleEvent.launch, .foreground, .interruptionEnded(.background)])
    func anAppComesToTheForeground(_ event: NielsenLifecycleEvent) {
        #expect(standing(event) == Self.usual + [.foreground])
        #expect(standing(.background, event) == Self.usual + [.foreground])
    }

    @Test(arguments: [NielsenLifecycleEvent.background, .interruptionBegan(.background)])
    func anAppGoesToTheBackground(_ event: NielsenLifecycleEvent) {
        #expect(standing(event) == Self.usual + [.background])
        #expect(standing(.launch, event) == Self.usual + [.background])
    }

    @Test func theDeviceTheWindowAndTheMediaAreRemembered() {
        #expect(standing(Self.locked) == [.media(.video), .pictureInPicture(false), Self.locked])
        #expect(standing(Self.locked, Self.unlocked) == Self.usual)
        #expect(standing(.pictureInPicture(true)) == [.media(.video), .pictureInPicture(true), Self.unlocked])
        #expect(standing(.pictureInPicture(true), .pictureInPicture(false)) == Self.usual)
        #expect(standing(.media(.audio)) == [.media(.audio), .pictureInPicture(false), Self.unlocked])
        #expect(standing(.media(.audio), .media(.video)) == Self.usual)
        let all = standing(.launch, .media(.audio), Self.locked, .pictureInPicture(true), .background)
        #expect(all == [.media(.audio), .pictureInPicture(true), Self.locked, .background])
    }
}
