// SPDX-License-Identifier: Apache-2.0

import NielsenTestSupport
import Foundation
import HubServices
import NielsenAppApi
import Testing

struct DelegateTests {
    private let bench = Bench()

    @Test func startupAndShutdownAreHeard() throws {
        do {
            let api = try bench.makeApi()
            #expect(bench.hearing.events == [2001])
            #expect(api.lastEventDict?["eventCode"] as? Int == 2001)
            #expect(api.lastEventDict?["timestamp"] as? Date == bench.clock.date)
            #expect((api.lastEventDict?["eventDescription"] as? String)?.isEmpty == false)
            #expect(api.lastErrorDict == nil)
        }
        #expect(bench.hearing.events == [2001, 2002])
    }

    @Test func whatIsOpenIsEndedWhenTheInstanceGoesAway() throws {
        do {
            let tracker = try bench.makeTracker()
            tracker.trackEvent([
                "event": "playhead", "playheadPosition": "0", "metadata": ["content": Bench.content],
            ])
        }
        #expect(bench.records.last == "end content vid345-67483#1 []")
        #expect(bench.hearing.events == [2001, 2002])
    }

    @Test func aDelegateMayKeepWhatItIsToldAtTheEnd() throws {
        let keeper = Keeper()
        do { _ = try NielsenAppApi.make(appInfo: Bench.appInfo, delegate: keeper, environment: bench.environment()) }
        #expect(keeper.kept.count == 1)
        #expect(keeper.kept.last?.state == .idle)
        keeper.kept.last?.loadMetadata(Bench.content)
        #expect(bench.records.isEmpty)
    }

    @Test func theDelegateIsNotKeptAlive() throws {
        weak var gone: Hearing?
        let api: NielsenAppApi
        do {
            let hearing = Hearing()
            gone = hearing
            api = try NielsenAppApi.make(appInfo: Bench.appInfo, delegate: hearing, environment: bench.environment())
        }
        #expect(gone == nil)
        api.loadMetadata(5)
        #expect(api.lastErrorDict?["errorCode"] as? Int == 2)
    }

    @Test func everyMethodMayBeLeftOut() throws {
        final class Deaf: NSObject, NielsenAppApiDelegate, NielsenEventTrackerDelegate {}
        let deaf = Deaf()
        let api = try NielsenAppApi.make(appInfo: Bench.appInfo, delegate: deaf, environment: bench.environment())
        let tracker = try NielsenEventTracker.make(
            appInfo: Bench.appInfo,
            delegate: deaf,
            environment: bench.environment()
        )
        api.loadMetadata(nil)
        tracker.trackEvent([String: Any]())
        #expect(api.lastErrorDict?["errorCode"] as? Int == 2)
        #expect(tracker.lastErrorDict?["errorCode"] as? Int == 2)
    }

    @Test func anyCallMayComeFromInsideTheDelegate() throws {
        let caller = Caller()
        let api = try NielsenAppApi.make(appInfo: Bench.appInfo, delegate: caller, environment: bench.environment())
        api.loadMetadata(5)
        #expect(caller.codes == [2, 15])
        #expect(api.optOutStatus)
        #expect(api.state == .processing)
        #expect(bench.records == ["view content vid345-67483#1 []"])
    }

    @Test func manyThreadsMayCallAtOnce() async throws {
        let api = try bench.makeApi()
        let tracker = try bench.makeTracker()
        api.play()
        api.loadMetadata(Bench.content)
        await withTaskGroup(of: Void.self) { group in
            for worker in 0..<4 {
                group.addTask {
                    for round in 0..<50 {
                        api.playheadPosition(Int64(round))
                        api.playheadPosition(-1)
                        tracker.trackEvent([
                            "event": "playhead", "playheadPosition": round,
                            "type": worker.isMultiple(of: 2) ? "ad" : "content",
                            "metadata": ["content": Bench.content, "ad": Bench.preroll],
                        ])
                        _ = api.optOutStatus
                        _ = tracker.creditSummary
                    }
                }
            }
        }
        #expect(bench.hearing.errors == Array(repeating: 15, count: 200))
        #expect(tracker.state == .processing)
    }
}

private final class Keeper: NSObject, NielsenAppApiDelegate {
    var kept: [NielsenAppApi] = []
    func nielsenAppApi(_ appApi: NielsenAppApi, eventOccurred event: [AnyHashable: Any]) {
        if event["eventCode"] as? Int == 2002 { kept.append(appApi) }
    }
}

private final class Caller: NSObject, NielsenAppApiDelegate {
    var codes: [Int] = []
    func nielsenAppApi(_ appApi: NielsenAppApi, errorOccurred error: [AnyHashable: Any]) {
        codes.append(error["errorCode"] as? Int ?? 0)
        guard codes.count == 1 else { return }
        appApi.userOptOut("nielsenappsdk://1")
        #expect(appApi.optOutStatus)
        appApi.play()
        appApi.loadMetadata(Bench.content)
        appApi.playheadPosition(-1)
        appApi.playheadPosition(0)
        #expect(appApi.lastErrorDict?["errorCode"] as? Int == 2)
    }
}
