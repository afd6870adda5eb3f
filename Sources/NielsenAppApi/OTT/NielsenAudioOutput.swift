// SPDX-License-Identifier: Apache-2.0

/// An output port of an audio route: the values of `AVAudioSessionPortDescription`, without the framework.
public struct NielsenAudioOutput: Sendable, Hashable {
    /// The kind of port, such as `AirPlay`, `Speaker`, `HDMIOutput` or `BluetoothA2DPOutput`.
    public var portType: String
    /// The name shown by the system.
    public var portName: String
    /// The identifier that the system gives to the port.
    public var uid: String

    /// The kind of port for audio and video on another device.
    public static let airPlay = "AirPlay"

    /// Makes a description of a port.
    ///
    /// - Parameters:
    ///   - portType: The kind of port, as the system spells it.
    ///   - portName: The name shown by the system.
    ///   - uid: The identifier that the system gives to the port.
    public init(portType: String, portName: String, uid: String) {
        self.portType = portType
        self.portName = portName
        self.uid = uid
    }
}
