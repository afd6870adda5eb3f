// SPDX-License-Identifier: Apache-2.0

import CMicroHTTPD
import Foundation
import HubServices

/// One request of a connection, from its first line to the end of its answer.
///
/// libmicrohttpd holds it, as the request's own pointer, and calls for one connection come one after the other on one
/// thread. It is never handed to another.
final class Exchange {
    /// The state of an exchange: what is known and what comes next.
    private enum Phase {
        case head
        case body
        /// More came than is accepted; what still comes is thrown away.
        case overflow
        /// Decided, and held back.
        case waiting(RequestHandler.Action)
    }

    /// The next step of the connection.
    enum Step {
        /// Go on reading.
        case readOn
        case act(RequestHandler.Action)
        /// Act when the time is over, for which the connection is put to sleep.
        case wait(Duration)
    }

    private let target: String
    private var phase = Phase.head
    private var method = ""
    private var headers = HTTPHeaders()
    private var body = Data()
    private var dropped = 0

    /// Whether the head of the request has not been handled yet.
    var isAtHead: Bool { if case .head = phase { true } else { false } }

    /// Begins with the second word of the request's first line.
    init(target: String) {
        self.target = target
    }

    /// Handles the head of the request.
    private func receiveHead(_ method: String, _ headers: HTTPHeaders, limit: Int) -> Step {
        self.method = method
        self.headers = headers
        phase = .body
        guard let announced = headers["Content-Length"].flatMap({ Int($0) }), announced > limit else {
            return .readOn
        }
        return .act(.answer(Self.tooLarge(limit)))
    }

    /// Handles a part of the body.
    private func receivePart(_ part: UnsafeRawBufferPointer, limit: Int) -> Step {
        if case .body = phase, body.count + part.count <= limit {
            body.append(contentsOf: part)
            return .readOn
        }
        phase = .overflow
        body = Data()
        dropped += part.count
        // Who goes on and on is not waited for.
        return dropped > 16 * max(limit, 1 << 16) ? .act(.breakOff) : .readOn
    }

    /// Handles the end of the request, or the end of its sleep.
    private func receiveEnd(_ daemon: Daemon) -> Step {
        switch phase {
        case .waiting(let action):
            return .act(action)
        case .overflow:
            return .act(.answer(Self.tooLarge(daemon.bodyBytes)))
        case .head, .body:
            let verdict: RequestHandler.Verdict
            do throws(ServerRefusal) {
                var request = ServerRequest(method, try RequestTarget(target), headers: headers, body: body)
                request.arrival = daemon.clock.date
                request.isSecure = daemon.isSecure
                verdict = daemon.handler.decide(request)
            } catch {
                verdict = (.answer(.refusal(error)), nil)
            }
            body = Data()
            guard let delay = verdict.delay, delay > .zero else { return .act(verdict.action) }
            phase = .waiting(verdict.action)
            return .wait(delay)
        }
    }

    private static func tooLarge(_ limit: Int) -> ServerResponse {
        .error(413, "the body is larger than \(limit) bytes")
    }

    // MARK: - What libmicrohttpd calls

    /// Handles a call of libmicrohttpd for this request.
    ///
    /// - Parameters:
    ///   - connection: The connection, valid during the call only.
    ///   - method: The request's method, read at the head.
    ///   - part: A part of the body; empty at the head and at the end.
    ///   - daemon: The server that has accepted the connection.
    /// - Returns: Whether the connection goes on, in libmicrohttpd's terms.
    func serve(
        _ connection: OpaquePointer,
        method: UnsafePointer<CChar>?,
        part: UnsafeRawBufferPointer,
        _ daemon: Daemon
    ) -> MHD_Result {
        let step: Step
        if case .head = phase {
            step = receiveHead(
                method.map { String(cString: $0) } ?? "",
                Self.headers(of: connection),
                limit: daemon.bodyBytes
            )
        } else if !part.isEmpty {
            step = receivePart(part, limit: daemon.bodyBytes)
        } else {
            step = receiveEnd(daemon)
        }
        switch step {
        case .readOn:
            return cmicrohttpd_yes()
        case .act(let action):
            return Reply.queue(action, on: connection)
        case .wait(let delay):
            if daemon.sleepers.sleep(connection, for: delay, daemon.clock) { return cmicrohttpd_yes() }
            // The server is being stopped and does not wait.
            return cmicrohttpd_no()
        }
    }

    private static func headers(of connection: OpaquePointer) -> HTTPHeaders {
        var headers = HTTPHeaders()
        withUnsafeMutablePointer(to: &headers) { headers in
            // The pointer is used during this call only, in which `headers` stays where it is.
            cmicrohttpd_each_header(
                connection,
                { context, _, name, value in
                    guard let name, let context else { return cmicrohttpd_yes() }
                    let headers = context.assumingMemoryBound(to: HTTPHeaders.self)
                    let key = String(cString: name)
                    let value = value.map { String(cString: $0) } ?? ""
                    headers.pointee[key] = headers.pointee[key].map { "\($0), \(value)" } ?? value
                    return cmicrohttpd_yes()
                },
                headers
            )
        }
        return headers
    }
}
