// SPDX-License-Identifier: Apache-2.0

import NielsenAppApi
import Testing

/// Source: "DCR Video iOS SDK guide", "AirPlay".
struct AudioRouteTests {
    private static func port(_ type: String, _ name: String, _ uid: String) -> NielsenAudioOutput {
        NielsenAudioOutput(portType: type, portName: name, uid: uid)
    }

    private static func device(_ device: String, _ type: String, _ model: String, _ id: String) -> [String: String] {
        ["ottStatus": "1", "ottDevice": device, "ottType": type, "ottDeviceModel": model, "ottDeviceID": id]
    }

    private static let speaker = port("Speaker", "Speaker", "Speaker")
    private static let bluetooth = port("BluetoothA2DPOutput", "Car stereo", "00:11:22:33:44:55-tacl")
    private static let oldScreen = port("AirPlay", "Apple TV 4K", "DC:56:E7:53:72:85-screen")
    private static let newAirPlay = port("AirPlay", "AirPlay", "0eb63aae-5915-45f1-b0f7-0102a0e50d53")
    private static let newScreenID = "4335E8A9-1C0A-4251-9000-28CA5FA2F3CF-192731714653291-screen"

    struct Case: CustomTestStringConvertible {
        let name: String
        let outputs: [NielsenAudioOutput]
        let info: [String: String]
        var testDescription: String { name }
    }

    /// The four examples that the document prints.
    static let examples = [
        Case(
            name: "AirPlay, versions 8 to 10",
            outputs: [port("AirPlay", "Apple TV 4K", "DC:56:E7:53:72:85-airplay")],
            info: device("appleTV", "airplay", "Apple TV 4K", "DC:56:E7:53:72:85-airplay")
        ),
        Case(
            name: "mirroring, versions 8 to 10",
            outputs: [oldScreen],
            info: device("appleTV", "mirroring", "Apple TV 4K", "DC:56:E7:53:72:85-screen")
        ),
        Case(
            name: "AirPlay, version 11 and later",
            outputs: [newAirPlay],
            info: device("airplay", "airplay", "AirPlay", "0eb63aae-5915-45f1-b0f7-0102a0e50d53")
        ),
        Case(
            name: "mirroring, version 11 and later",
            outputs: [port("AirPlay", "Apple TV 4K", newScreenID)],
            info: device("appleTV", "mirroring", "Apple TV 4K", newScreenID)
        ),
    ]

    static let others = [
        Case(name: "nothing", outputs: [], info: ["ottStatus": "0"]),
        Case(name: "speaker", outputs: [speaker], info: ["ottStatus": "0"]),
        Case(
            name: "AirPlay among others",
            outputs: [speaker, oldScreen, bluetooth],
            info: device("appleTV", "mirroring", "Apple TV 4K", "DC:56:E7:53:72:85-screen")
        ),
        Case(
            name: "two of AirPlay: the last one",
            outputs: [oldScreen, newAirPlay],
            info: device("airplay", "airplay", "AirPlay", "0eb63aae-5915-45f1-b0f7-0102a0e50d53")
        ),
        Case(
            name: "a loudspeaker of another maker",
            outputs: [port("AirPlay", "Kitchen", "AA:BB:CC:DD:EE:FF-airplay")],
            info: device("other", "airplay", "Kitchen", "AA:BB:CC:DD:EE:FF-airplay")
        ),
        Case(
            name: "an identifier that says nothing",
            outputs: [port("AirPlay", "Living room Apple TV", "4335E8A9")],
            info: device("appleTV", "other", "Living room Apple TV", "4335E8A9")
        ),
    ]

    @Test(arguments: examples + others)
    func theRouteIsReadAsInTheSample(_ row: Case) {
        #expect(NielsenAudioRoute(outputs: row.outputs).ottInfo == row.info)
    }
}
