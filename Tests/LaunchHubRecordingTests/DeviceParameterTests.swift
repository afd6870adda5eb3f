// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import LaunchHubRecording
@testable import NielsenPings

/// The parameters of a ping that say something of a device: of some of them it can be known.
struct DeviceParameterTests {
    private func row(_ name: String, _ origin: PingOrigin, value: String = "v") -> NielsenPingTable.Row {
        NielsenPingTable.Row(name: name, meaning: "", value: value, origins: [origin], text: value)
    }

    private func replaces(_ row: NielsenPingTable.Row, _ options: RecordingOptions = RecordingOptions()) -> Bool {
        Redactor(options, salt: 5).replaces(row)
    }

    @Test(
        arguments: [
            ("x1", "latitude", true), ("x1", "longitude", true), ("x1", "name", true), ("x1", "updateOTT", true),
            ("x1", "osVersion", false), ("c71", "updateOTT", false), ("c72", "updateOTT", false),
            ("c71", "osVersion", false),
        ]
    )
    func whereItIsAndItsNameAreReplaced(_ name: String, _ member: String, _ isReplaced: Bool) {
        #expect(replaces(row(name, .device(member))) == isReplaced)
        #expect(!replaces(row(name, .device(member), value: "")))
    }

    /// Who wants identifiers gets those of the device as well, whatever else is replaced.
    @Test func whoWantsIdentifiersGetsThem() {
        let options = RecordingOptions(replacesIdentifiers: false, redactedKeys: ["own"])
        for member in ["latitude", "name", "osVersion"] { #expect(!replaces(row("x1", .device(member)), options)) }
        #expect(!replaces(row("x1", .identity), options))
        #expect(replaces(row("own", .device("osVersion")), options))
        #expect(replaces(row("x1", .identity)) && !replaces(row("enc", .identity)))
    }
}
