// SPDX-License-Identifier: Apache-2.0

import HubServices
import Testing

@testable import SegmentNielsenDCR

/// Options that are null say nothing, whatever their name is written like.
struct NullOptionTests {
    /// The options of an event, and whether it is for this destination.
    @Test(
        arguments: [
            ([:], true), (["All": false], false), (["nielsen-dcr": nil, "All": false], false),
            (["Nielsen DCR": nil, "All": false], false), (["Nielsen DCR": true, "All": false], true),
            (["Nielsen DCR": nil, "NIELSEN-DCR": true, "All": false], true), (["Nielsen DCR": nil], true),
            (["Nielsen DCR": nil, "nielsen-dcr": false], false), (["all": false], false), (["All": nil], true),
            (["All": nil, "ALL": false], false), (["Other": false], true),
        ] as [(JSONObject, Bool)]
    )
    func nullSaysNothing(_ integrations: JSONObject, _ isMeant: Bool) {
        #expect((SegmentOptions(integrations) != nil) == isMeant)
    }

    /// The exact spelling counts first unless it is null, then the first in the alphabet that has a value.
    @Test(
        arguments: [
            (["asset_id": 1, "assetId": 2], 1), (["asset_id": nil, "assetId": 2], 2),
            (["assetId": nil, "Asset ID": nil, "ASSET-ID": 3], 3), (["assetId": 2, "Asset ID": 3], 3),
            (["assetid": nil, "asset": 4], nil), (["asset_id": nil], nil),
        ] as [(JSONObject, Int?)]
    )
    func aPropertyThatIsNullIsLookedForInOtherSpellings(_ properties: JSONObject, _ id: Int?) {
        #expect(SegmentReader(properties).value(.assetId) == id.map { .int(Int64($0)) })
    }

    @Test func allValuesOfAKeyComeInOneOrder() {
        let key = SegmentKey("nielsen-dcr")
        let members: [(String, JSONValue)] = [
            ("nielsen_dcr", 3), ("Nielsen DCR", 2), ("nielsen-dcr", 1), ("NIELSEN DCR", nil), ("nielsen", 4),
        ]
        #expect(SegmentReader(JSONObject(members)).values(key) == [1, 2, 3])
        #expect(SegmentReader(JSONObject(members.reversed())).values(key) == [1, 2, 3])
        #expect(SegmentReader(["nielsen": 4]).values(key) == [])
    }
}
