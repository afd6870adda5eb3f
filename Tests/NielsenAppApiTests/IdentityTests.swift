// SPDX-License-Identifier: Apache-2.0

import Foundation
import HubServices
import NielsenAppApi
import Testing

struct IdentityTests {
    private let bench = Bench()

    private func ids(_ api: NielsenAppApi) -> [String] {
        [api.nielsenId, api.demographicId, api.firstPartyId, api.vendorId, api.deviceId]
    }

    @Test func identifiersAreMadeOnceAndKept() throws {
        let first = ids(try bench.makeApi())
        #expect(Set(first).count == 5)
        #expect(first.map(\.count) == [36, 36, 36, 36, 36])
        #expect(first[0].split(separator: "-").map(\.count) == [8, 4, 4, 4, 12])
        #expect(ids(try bench.makeApi()) == first)
    }

    /// The id of another launch of the app.
    private func firstPartyId(launch: String, days: Double = 0) throws -> String {
        var environment = bench.environment()
        environment.launch = launch
        if days != 0 { environment.clock = ManualClock(date: bench.clock.date.addingTimeInterval(days * 86_400)) }
        return try NielsenAppApi.make(appInfo: Bench.appInfo, environment: environment).firstPartyId
    }

    @Test func theFirstPartyIdIsKeptFor180DaysAndRenewedOnceTwoLaunchesSaySo() throws {
        let first = try firstPartyId(launch: "1")
        bench.clock.advance(by: .seconds(180 * 86_400 - 1))
        #expect(try firstPartyId(launch: "2") == first)
        bench.clock.advance(by: .seconds(1))
        #expect(try firstPartyId(launch: "3") == first)
        #expect(try firstPartyId(launch: "3") == first)
        let second = try firstPartyId(launch: "4")
        #expect(second != first)
        #expect(try firstPartyId(launch: "5") == second)
    }

    @Test(arguments: [4_000, -19_000])
    func aClockThatIsWrongForOneLaunchCostsNoId(days: Double) throws {
        let first = try firstPartyId(launch: "1")
        #expect(try firstPartyId(launch: "2", days: days) == first)
        #expect(try firstPartyId(launch: "3") == first)
        // The doubt is gone with it.
        #expect(try firstPartyId(launch: "4", days: days) == first)
        #expect(try firstPartyId(launch: "5") == first)
    }

    @Test func anIdThatWasMadeUnderAClockThatWasAheadIsKeptAndGetsAnAge() throws {
        let first = try firstPartyId(launch: "1", days: 4_000)
        #expect(try firstPartyId(launch: "2") == first)
        #expect(try firstPartyId(launch: "3") == first)
        #expect(bench.store.value(forKey: "nielsen.firstPartyId")?["created"]?.intValue == 1_700_000_000_000)
    }

    @Test func damagedStoredIdentifiersAreMadeAnew() throws {
        bench.store.set(.int(5), forKey: "nielsen.demographicId")
        bench.store.set(["id": "old", "created": .int(.min)], forKey: "nielsen.firstPartyId")
        let api = try bench.makeApi()
        #expect(api.demographicId.count == 36)
        #expect(api.firstPartyId.count == 36)
    }

    @Test func theSystemsVendorIdIsUsedWhereThereIsOne() throws {
        var environment = bench.environment()
        environment.device.vendorId = "IDFV"
        #expect(try NielsenAppApi.make(appInfo: Bench.appInfo, environment: environment).vendorId == "IDFV")
    }

    /// Where the system gives out advertising ids, nothing stands in for one that it does not give.
    @Test(
        arguments: [
            (nil, nil, 36), (nil, "IDFA", 4), (.authorized, "IDFA", 4), (.authorized, nil, 0),
            (.authorized, "00000000-0000-0000-0000-000000000000", 0), (.notDetermined, nil, 0),
        ] as [(NielsenTrackingAuthorization?, String?, Int)]
    )
    func theDeviceIdIsTheAdvertisingIdWhereTheSystemHasOne(
        _ authorization: NielsenTrackingAuthorization?,
        _ advertisingId: String?,
        _ length: Int
    ) throws {
        var environment = bench.environment()
        environment.device.trackingAuthorization = authorization
        environment.device.advertisingId = advertisingId
        #expect(try NielsenAppApi.make(appInfo: Bench.appInfo, environment: environment).deviceId.count == length)
    }

    @Test func theMeterVersionIsTold() throws {
        #expect(try bench.makeApi().meterVersion == NielsenConfiguration().meterVersion)
    }
}
