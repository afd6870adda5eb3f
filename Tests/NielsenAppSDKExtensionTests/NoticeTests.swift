// SPDX-License-Identifier: Apache-2.0

import Foundation
import HubServices
import LaunchHub
import LaunchHubTesting
import NielsenAppApi
import NielsenAppSDKExtension
import Testing

/// What the SDK reports reaches everybody who listens, as events of the hub.
@Suite(.timeLimit(.minutes(10)))
struct NoticeTests {
    private func notices(of hub: EventHub) -> AsyncStream<NielsenSDKNotice> {
        AsyncStream { continuation in
            hub.listen(type: NielsenSDKNotice.type, source: NielsenSDKNotice.source, name: "test") { event in
                if let notice = NielsenSDKNotice(event) { continuation.yield(notice) }
            }
        }
    }

    @Test func anErrorOfTheSDKIsHeardUnderTheIdentifier() async throws {
        let under = try await ServiceUnderTest()
        var heard = notices(of: under.hub).makeAsyncIterator()
        let made = under.service.instantiateSDK(withConfiguration: ServiceUnderTest.appInfo.anyDictionary)
        let identifier = try #require(made["identifier"] as? String)
        let started = await heard.next()
        #expect(started?.kind == .event)
        #expect(started?.code == 2001)
        let result = under.service.trackEvent(["event": "rewind"], forSDKWithIdentifier: identifier)
        #expect(result["code"] as? Int == 5001)
        let error = await heard.next()
        #expect(error?.kind == .error)
        #expect(error?.identifier == identifier)
        #expect(error?.code == 2)
        #expect(error?.description.isEmpty == false)
        // The clock of the instance stands still.
        #expect(error?.timestamp == ManualClock().date.timeIntervalSince1970)
    }

    @Test func aRemarkIsAnEventOfItsOwnAndNoNoticeOfAnError() async throws {
        let under = try await ServiceUnderTest()
        var remarks = AsyncStream { continuation in
            under.hub.listen(type: NielsenSDKRemark.type, source: NielsenSDKRemark.source, name: "test") { event in
                if let remark = NielsenSDKRemark(event) { continuation.yield(remark) }
            }
        }.makeAsyncIterator()
        var heard = notices(of: under.hub).makeAsyncIterator()
        let made = under.service.instantiateSDK(withConfiguration: ServiceUnderTest.appInfo.anyDictionary)
        let identifier = try #require(made["identifier"] as? String)
        let remark = await remarks.next()
        #expect(remark?.identifier == identifier)
        #expect(remark?.code.rawValue == "APPID_MASKED")
        #expect(remark?.message.isEmpty == false)
        #expect(remark?.date == ManualClock().date)
        under.service.removeSDK(withIdentifier: identifier)
        #expect(await heard.next()?.code == 2001)
        #expect(await heard.next()?.code == 2002)
    }

    @Test func nothingIsLostThatHappensBeforeTheHubIsStarted() async throws {
        let hub = EventHub(options: .patient(), log: .disabled)
        let service = NielsenInstanceService(settings: .init(environment: NielsenEnvironment(clock: ManualClock())))
        var heard = notices(of: hub).makeAsyncIterator()
        service.use(hub)
        _ = service.instantiateSDK(withConfiguration: ServiceUnderTest.appInfo.anyDictionary)
        try service.register(with: hub)
        await hub.start()
        #expect(await heard.next()?.code == 2001)
    }

    @Test func unregisteringEndsEveryInstanceAndTheEndIsHeard() async throws {
        let under = try await ServiceUnderTest()
        var heard = notices(of: under.hub).makeAsyncIterator()
        for _ in 0..<3 { _ = under.service.instantiateSDK(withConfiguration: ServiceUnderTest.appInfo.anyDictionary) }
        for _ in 0..<3 { #expect(await heard.next()?.code == 2001) }
        try await under.hub.unregister("nielsenappsdkextension")
        for number in 1...3 {
            let notice = await heard.next()
            #expect(notice?.code == 2002)
            #expect(notice?.identifier == "instance-\(number)")
        }
        #expect(under.service.identifiers.isEmpty)
    }

    @Test func removingAnInstanceIsHeard() async throws {
        let under = try await ServiceUnderTest()
        var heard = notices(of: under.hub).makeAsyncIterator()
        _ = under.service.instantiateSDK(withConfiguration: ServiceUnderTest.appInfo.anyDictionary)
        _ = await heard.next()
        let result = under.service.removeSDK(withIdentifier: "instance-1")
        #expect(result["identifier"] == nil)
        #expect(await heard.next()?.code == 2002)
    }

    @Test func aSecondRegistrationIsRefused() async throws {
        let under = try await ServiceUnderTest()
        #expect(throws: HubError.self) { try under.service.register(with: under.hub) }
    }

    private func event(_ data: JSONObject, _ type: EventType, _ source: EventSource) throws -> Event {
        try Event(name: "any", type: type, source: source, data: data)
    }

    @Test func aNoticeIsReadFromItsEventAndFromNoOther() throws {
        let notice = NielsenSDKNotice(identifier: "1", kind: .error, code: 15, description: "late", timestamp: 2.5)
        let (type, source) = (NielsenSDKNotice.type, NielsenSDKNotice.source)
        #expect(NielsenSDKNotice(try event(notice.data, type, source)) == notice)
        #expect(NielsenSDKNotice(try event(notice.data, "com.nielsen.eventType.sdk", source)) == nil)
        #expect(NielsenSDKNotice(try event(notice.data, type, "com.nielsen.eventSource.sdk")) == nil)
        for key in ["identifier", "kind", "code"] {
            var data = notice.data
            data[key] = nil
            #expect(NielsenSDKNotice(try event(data, type, source)) == nil)
        }
    }
}
