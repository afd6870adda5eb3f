// SPDX-License-Identifier: Apache-2.0

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

    @Test func theFirstPartyIdIsKeptFor180Days() throws {
        let first = try bench.makeApi().firstPartyId
        bench.clock.advance(by: .seconds(180 * 86_400 - 1))
        #expect(try bench.makeApi().firstPartyId == first)
        bench.clock.advance(by: .seconds(1))
        #expect(try bench.makeApi().firstPartyId != first)
    }

    /// What was made under a clock that was ahead has no age.
    @Test(arguments: [(0, true), (1, false)])
    func aFirstPartyIdFromTheFutureIsMadeAnew(_ ahead: Int64, _ isKept: Bool) throws {
        bench.store.set(["id": "old", "created": .int(1_700_000_000_000 + ahead)], forKey: "nielsen.firstPartyId")
        #expect(try (bench.makeApi().firstPartyId == "old") == isKept)
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
