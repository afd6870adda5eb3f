// SPDX-License-Identifier: Apache-2.0

/// The ports that sound goes to, and what they say about a connected device.
///
/// ```swift
/// let outputs = AVAudioSession.sharedInstance().currentRoute.outputs.map {
///     NielsenAudioOutput(portType: $0.portType.rawValue, portName: $0.portName, uid: $0.uid)
/// }
/// api.updateOTT(NielsenAudioRoute(outputs: outputs).ottInfo)
/// ```
public struct NielsenAudioRoute: Sendable, Hashable {
    /// The ports, in the system's order.
    public var outputs: [NielsenAudioOutput]

    /// Describes a route.
    ///
    /// - Parameter outputs: The ports, in the system's order; none where nothing can be heard.
    public init(outputs: [NielsenAudioOutput]) {
        self.outputs = outputs
    }

    /// The dictionary for `updateOTT`.
    ///
    /// A route without AirPlay is `ottStatus` 0 alone: Bluetooth, HDMI, CarPlay and headphones are ways to hear this
    /// device, not other devices. Where there are several AirPlay ports, the last one is told. Up to version 10 of the
    /// system the port's identifier ends in how it is used; since version 11 AirPlay has the name `AirPlay`, and only
    /// mirroring has the device's name and an identifier that ends in `screen`.
    ///
    /// Source: "DCR Video iOS SDK guide", "AirPlay".
    public var ottInfo: [String: String] {
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
