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

/// The server's end of one connection; it is closed when the handler returns.
package final class Connection: Sendable {
    private let socket: Int32

    init(_ socket: Int32) {
        self.socket = socket
        #if canImport(Darwin)
            var yes: Int32 = 1
            setsockopt(socket, SOL_SOCKET, SO_NOSIGPIPE, &yes, socklen_t(MemoryLayout<Int32>.size))
        #endif
    }

    /// Answers whole.
    package func respond(_ status: Int, headers: [String: String] = [:], _ body: Data = Data()) {
        var headers = headers
        if status != 304 { headers["Content-Length"] = headers["Content-Length"] ?? String(body.count) }
        sendHead(status, headers: headers)
        send(body)
    }

    package func respond(_ status: Int, headers: [String: String] = [:], _ body: String) {
        respond(status, headers: headers, Data(body.utf8))
    }

    package func sendHead(_ status: Int, headers: [String: String]) {
        var head = "HTTP/1.1 \(status) Status\r\nConnection: close\r\n"
        for (name, value) in headers { head += "\(name): \(value)\r\n" }
        send(Data((head + "\r\n").utf8))
    }

    /// Sends bytes; false once the peer takes no more.
    @discardableResult
    package func send(_ data: Data) -> Bool {
        #if canImport(Darwin)
            let flags: Int32 = 0
        #else
            let flags = Int32(MSG_NOSIGNAL)
        #endif
        return data.withUnsafeBytes { bytes in
            var sent = 0
            while sent < bytes.count {
                #if canImport(Darwin)
                    let count = Darwin.send(socket, bytes.baseAddress?.advanced(by: sent), bytes.count - sent, flags)
                #elseif canImport(Glibc)
                    let count = Glibc.send(socket, bytes.baseAddress?.advanced(by: sent), bytes.count - sent, flags)
                #else
                    let count = Musl.send(socket, bytes.baseAddress?.advanced(by: sent), bytes.count - sent, flags)
                #endif
                guard count > 0 else { return false }
                sent += count
            }
            return true
        }
    }

    /// Waits until the peer closes its end, for at most so many seconds; false where it did not.
    package func peerCloses(withinSeconds seconds: Int32) -> Bool {
        var byte: UInt8 = 0
        var poller = pollfd(fd: socket, events: Int16(POLLIN), revents: 0)
        guard poll(&poller, 1, seconds * 1_000) > 0 else { return false }
        return recv(socket, &byte, 1, 0) <= 0
    }

    func end() {
        shutdown(socket, Int32(SHUT_RDWR))
        close(socket)
    }

    /// Reads the next request; nil where the peer sends none.
    package func readRequest() -> LoopbackServer.Request? {
        var input = Data()
        let separator = Data("\r\n\r\n".utf8)
        while input.range(of: separator) == nil {
            guard let more = receive() else { return nil }
            input.append(more)
        }
        guard let end = input.range(of: separator) else { return nil }
        let lines = String(decoding: input[..<end.lowerBound], as: UTF8.self).components(separatedBy: "\r\n")
        let words = lines[0].split(separator: " ")
        guard words.count == 3 else { return nil }
        var request = LoopbackServer.Request(method: String(words[0]), path: String(words[1]))
        for line in lines.dropFirst() {
            guard let colon = line.firstIndex(of: ":") else { continue }
            let value = line[line.index(after: colon)...].trimmingCharacters(in: .whitespaces)
            request.headers[line[..<colon].lowercased()] = value
        }
        request.body = input[end.upperBound...]
        let length = request.headers["content-length"].flatMap { Int($0) } ?? 0
        while request.body.count < length {
            guard let more = receive() else { return nil }
            request.body.append(more)
        }
        return request
    }

    private func receive() -> Data? {
        var buffer = [UInt8](repeating: 0, count: 16 * 1_024)
        let count = recv(socket, &buffer, buffer.count, 0)
        return count > 0 ? Data(buffer[..<count]) : nil
    }
}
