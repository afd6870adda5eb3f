// SPDX-License-Identifier: Apache-2.0

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
    ///
    /// - Parameters:
    ///   - portType: The kind of port, as the system spells it.
    ///   - portName: The name shown by the system.
    ///   - uid: The identifier that the system gives to the port.
    package init(portType: String, portName: String, uid: String) {
        self.portType = portType
        self.portName = portName
        self.uid = uid
    }
}
