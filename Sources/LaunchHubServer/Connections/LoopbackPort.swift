// SPDX-License-Identifier: Apache-2.0

/// A port of this machine.
package enum LoopbackPort {
    /// Returns why no server can listen at a port.
    ///
    /// - Parameter port: The port; 0 for any that is free.
    /// - Returns: The system's reason; nil if a server can listen there.
    package static func obstacle(_ port: UInt16) -> ServerError? {
        do throws(ServerError) {
            for socket in try ListeningSocket.open([.ipv4, .ipv6], port: port) { socket.close() }
            return nil
        } catch {
            return error
        }
    }
}
