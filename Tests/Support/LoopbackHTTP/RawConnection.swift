// SPDX-License-Identifier: Apache-2.0

package import Foundation
import HubServices

#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// A connection that sends what a test says, however wrong it is.
package struct RawConnection {
    package struct Failure: Error {
        let step: String
        let code = errno
    }

    package let descriptor: Int32

    /// Connects to 127.0.0.1, or to another address of this machine.
    package init(port: UInt16, host: UInt32 = 0x7F00_0001) throws {
        #if canImport(Glibc)
            descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        #else
            descriptor = socket(AF_INET, SOCK_STREAM, 0)
        #endif
        guard descriptor >= 0 else { throw Failure(step: "socket") }
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        address.sin_addr.s_addr = host.bigEndian
        let code = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { pointer in
                connect(descriptor, pointer, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
        guard code == 0 else {
            close(descriptor)
            throw Failure(step: "connect")
        }
    }

    /// Sends bytes; a server that has hung up gets what it can.
    ///
    /// - Returns: False where it has hung up.
    @discardableResult
    package func send(_ bytes: Data) -> Bool {
        var rest = bytes[...]
        while !rest.isEmpty {
            #if canImport(Darwin)
                let count = rest.withUnsafeBytes { Darwin.send(descriptor, $0.baseAddress, $0.count, 0) }
            #else
                let flags = Int32(MSG_NOSIGNAL)
                let count = rest.withUnsafeBytes { Glibc.send(descriptor, $0.baseAddress, $0.count, flags) }
            #endif
            guard count > 0 else { return false }
            rest = rest.dropFirst(count)
        }
        return true
    }

    /// Says that nothing more is sent, reads until the server closes the connection, and closes it.
    package func readToEnd() -> Data {
        _ = shutdown(descriptor, Int32(SHUT_WR))
        return readOn()
    }

    /// Reads until the server closes the connection, and closes it; keeps nothing.
    ///
    /// - Parameter visit: Called with each piece.
    package func readOn(visit: (ArraySlice<UInt8>) -> Void) {
        defer { end() }
        var buffer = [UInt8](repeating: 0, count: 65_536)
        while true {
            let count = recv(descriptor, &buffer, buffer.count, 0)
            guard count > 0 else { return }
            visit(buffer[..<count])
        }
    }

    /// Reads until the server closes the connection, and closes it.
    package func readOn() -> Data {
        defer { end() }
        var data = Data()
        var buffer = [UInt8](repeating: 0, count: 65_536)
        while true {
            let count = recv(descriptor, &buffer, buffer.count, 0)
            guard count > 0 else { return data }
            data.append(contentsOf: buffer.prefix(count))
        }
    }

    package func end() {
        close(descriptor)
    }

    package static func exchange(_ bytes: Data, port: UInt16) throws -> Data {
        let connection = try RawConnection(port: port)
        connection.send(bytes)
        return connection.readToEnd()
    }
}

/// An answer, read from its bytes.
package struct RawAnswer {
    package private(set) var status = 0
    package private(set) var headers: [String: String] = [:]
    package private(set) var body = Data()

    package init(_ data: Data) {
        guard let end = data.firstRange(of: Data("\r\n\r\n".utf8)) else { return }
        let lines = String(decoding: data[..<end.lowerBound], as: UTF8.self).components(separatedBy: "\r\n")
        status = lines.first.flatMap { $0.split(separator: " ").dropFirst().first }.flatMap { Int($0) } ?? 0
        for line in lines.dropFirst() {
            let parts = line.split(separator: ":", maxSplits: 1).map { $0.trimmingCharacters(in: .whitespaces) }
            if parts.count == 2 { headers[parts[0].lowercased()] = parts[1] }
        }
        body = Data(data[end.upperBound...])
    }

    package var text: String { String(decoding: body, as: UTF8.self) }

    /// The words of a JSON error.
    package var error: String? { (try? JSONValue(jsonData: body))?["error"]?.stringValue }
}
