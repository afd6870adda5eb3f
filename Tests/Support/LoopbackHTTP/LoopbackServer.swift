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

/// A small HTTP server on a free loopback port that answers each request as the test says, one thread a connection.
package final class LoopbackServer: Sendable {
    /// A request as it came in; header names are lower case.
    package struct Request: Sendable {
        package var method = ""
        package var path = ""
        package var headers: [String: String] = [:]
        package var body = Data()
    }

    package typealias Handler = @Sendable (Request, Connection) -> Void

    package struct Failure: Error {
        let step: String
        let code = errno
    }

    package let port: UInt16
    private let isStopped = Locked(false)
    private let received = Locked<[Request]>([])

    /// Every request so far, in the order of arrival.
    package var requests: [Request] { received.withLock { $0 } }

    package init(keepsRequests: Bool = true, _ handler: @escaping Handler) throws {
        #if canImport(Glibc)
            let kind = Int32(SOCK_STREAM.rawValue)
        #else
            let kind = SOCK_STREAM
        #endif
        let listener = socket(AF_INET, kind, 0)
        guard listener >= 0 else { throw Failure(step: "socket") }
        var address = LoopbackServer.address(port: 0)
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let bound = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { pointer in
                bind(listener, pointer, length) == 0 && listen(listener, 16) == 0
                    && getsockname(listener, pointer, &length) == 0
            }
        }
        guard bound else {
            close(listener)
            throw Failure(step: "bind")
        }
        port = UInt16(bigEndian: address.sin_port)
        Thread.detachNewThread { [self] in serve(listener, handler, keepsRequests) }
    }

    package func url(_ path: String = "") throws -> URL {
        guard let url = URL(string: "http://127.0.0.1:\(port)/\(path)") else { throw Failure(step: "url") }
        return url
    }

    /// Ends the listening thread; connections that are open go on to their end.
    package func stop() {
        isStopped.withLock { $0 = true }
        // The listening thread sits in `accept`; one more connection gets it out of there.
        #if canImport(Glibc)
            let waker = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        #else
            let waker = socket(AF_INET, SOCK_STREAM, 0)
        #endif
        var address = LoopbackServer.address(port: port)
        withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { pointer in
                _ = connect(waker, pointer, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
        close(waker)
    }

    private static func address(port: UInt16) -> sockaddr_in {
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        return address
    }

    private func serve(_ listener: Int32, _ handler: @escaping Handler, _ keepsRequests: Bool) {
        defer { close(listener) }
        while true {
            let socket = accept(listener, nil, nil)
            if isStopped.withLock({ $0 }) {
                if socket >= 0 { close(socket) }
                return
            }
            guard socket >= 0 else { continue }
            Thread.detachNewThread { [self] in
                let connection = Connection(socket)
                defer { connection.end() }
                guard let request = connection.readRequest() else { return }
                if keepsRequests { received.withLock { $0.append(request) } }
                handler(request, connection)
            }
        }
    }
}
