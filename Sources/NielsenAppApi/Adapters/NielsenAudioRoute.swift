// SPDX-License-Identifier: Apache-2.0

/// The output ports of an audio route, and what they reveal about a connected device.
///
/// ```swift
/// let outputs = AVAudioSession.sharedInstance().currentRoute.outputs.map {
///     NielsenAudioOutput(portType: $0.portType.rawValue, portName: $0.portName, uid: $0.uid)
/// }
/// api.updateOTT(NielsenAudioRoute(outputs: outputs).ottInfo)
/// ```
package struct NielsenAudioRoute: Sendable, Hashable {
    /// The ports, in the order of the system.
    package var outputs: [NielsenAudioOutput]

    /// Makes a description of a route.
    ///
    /// - Parameter outputs: The ports, in the order of the system; empty if there is no output.
    package init(outputs: [NielsenAudioOutput]) {
        self.outputs = outputs
    }

    /// The dictionary for `updateOTT`.
    ///
    /// A route without AirPlay has only `ottStatus` 0: Bluetooth, HDMI, CarPlay and headphones are outputs of this
    /// device, not other devices. If there are several AirPlay ports, the last one is reported. Up to version 10 of the
    /// system the identifier of the port ends in its use; since version 11 AirPlay has the name `AirPlay`, and only
    /// mirroring has the name of the device and an identifier that ends in `screen`.
    ///
    /// Source: "DCR Video iOS SDK guide", "AirPlay".
    package var ottInfo: [String: String] {
        guard let port = outputs.last(where: { $0.portType == NielsenAudioOutput.airPlay }) else {
            return ["ottStatus": "0"]
        }
        var info = ["ottStatus": "1", "ottDeviceModel": port.portName, "ottDeviceID": port.uid]
        if port.portName == "AirPlay" {
            info["ottDevice"] = "airplay"
            info["ottType"] = "airplay"
            return info
        }
        info["ottDevice"] = port.portName.contains("Apple TV") ? "appleTV" : "other"
        if port.uid.hasSuffix("airplay") {
            info["ottType"] = "airplay"
        } else {
            info["ottType"] = port.uid.hasSuffix("screen") ? "mirroring" : "other"
        }
        return info
    }
}

/// An output port of an audio route: the values of `AVAudioSessionPortDescription`, without the framework.
package struct NielsenAudioOutput: Sendable, Hashable {
    /// The kind of port, such as `AirPlay`, `Speaker`, `HDMIOutput` or `BluetoothA2DPOutput`.
    package var portType: String
    /// The name shown by the system.
    package var portName: String
    /// The identifier that the system gives to the port.
    package var uid: String

    /// The kind of port for audio and video on another device.
    package static let airPlay = "AirPlay"

    /// Makes a description of a port.
    package init(portType: String, portName: String, uid: String) {
        self.portType = portType
        self.portName = portName
        self.uid = uid
    }
}
