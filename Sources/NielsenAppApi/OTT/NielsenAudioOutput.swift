// SPDX-License-Identifier: Apache-2.0

/// An output port of an audio route: what `AVAudioSessionPortDescription` tells, without the framework.
public struct NielsenAudioOutput: Sendable, Hashable {
    /// The kind of port, such as `AirPlay`, `Speaker`, `HDMIOutput` or `BluetoothA2DPOutput`.
    public var portType: String
    /// The name that the system shows.
    public var portName: String
    /// The system's identifier of the port.
    public var uid: String

    /// The kind of port that sound and picture reach another device by.
    public static let airPlay = "AirPlay"

    /// Describes a port.
    ///
    /// - Parameters:
    ///   - portType: The kind of port, as the system spells it.
    ///   - portName: The name that the system shows.
    ///   - uid: The system's identifier of the port.
    public init(portType: String, portName: String, uid: String) {
        self.portType = portType
        self.portName = portName
        self.uid = uid
    }
}
