// SPDX-License-Identifier: Apache-2.0

import CMicroHTTPD
import HubServices

/// One listening socket, and libmicrohttpd's threads that serve it.
///
/// libmicrohttpd gets a pointer to this object that it hands to every callback. The object is retained for that
/// pointer from before the library is started until after it has stopped, and stopping waits for its threads; so the
/// pointer is good in every callback. Everything that callbacks reach of it is constant or has a lock.
final class Daemon: Sendable {
    let handler: RequestHandler
    let clock: any HubClock
    let bodyBytes: Int
    let isSecure: Bool
    let sleepers = Sleepers()
    private let heads: HeadWatch

    private let socket: ListeningSocket
    private let certificate: ServerCertificate?
    private let configuration: Server.Configuration

    private enum Phase {
        case new
        /// libmicrohttpd's object, as bits because a pointer cannot be Sendable.
        case running(UInt)
        case stopped
    }

    private let phase = Locked(Phase.new)

    /// Whether the installed library can do HTTPS.
    static var hasTLS: Bool { cmicrohttpd_has_tls() != 0 }

    init(
        _ socket: ListeningSocket,
        _ certificate: ServerCertificate?,
        _ configuration: Server.Configuration,
        _ handler: RequestHandler,
        _ clock: any HubClock
    ) {
        self.socket = socket
        self.certificate = certificate
        self.configuration = configuration.bounded
        self.handler = handler
        self.clock = clock
        bodyBytes = self.configuration.bodyBytes
        isSecure = certificate != nil
        heads = HeadWatch(configuration)
    }

    /// Begins to serve; called once.
    func start() throws(ServerError) {
        let context = ObjectPointer.retained(self)
        // The bounded numbers fit into 32 bits.
        let daemon = Self.withTexts(of: certificate) { certificate, key in
            var settings = cmicrohttpd_settings(
                listener: socket.descriptor,
                threads: UInt32(configuration.threads),
                connections: UInt32(configuration.connections),
                idle_seconds: UInt32(configuration.idleSeconds),
                head_bytes: 1 << 17,
                certificate: certificate,
                key: key
            )
            return cmicrohttpd_start(
                &settings,
                context,
                { _, target, _ in Daemon.begin(target) },
                { context, connection, _, method, _, part, size, own in
                    Daemon.serve(context, connection, method, part, size, own)
                },
                { context, connection, own, _ in Daemon.end(context, connection, own) },
                { context, connection, number, code in Daemon.note(context, connection, number, code) }
            )
        }
        guard let daemon else {
            ObjectPointer.release(context)
            // The library may have closed the socket, and its number may be another file's by now.
            phase.withLock { $0 = .stopped }
            throw .libraryFailed("port \(socket.port)")
        }
        phase.withLock { $0 = .running(UInt(bitPattern: daemon)) }
        heads.start()
    }

    /// Ends every connection and waits for the threads.
    func stop() {
        let before = phase.withLock { phase in
            defer { phase = .stopped }
            return phase
        }
        switch before {
        case .new:
            socket.close()
        case .running(let bits):
            sleepers.wakeAll()
            heads.stop()
            // Closes the socket too, and returns when no callback can come any more.
            MHD_stop_daemon(OpaquePointer(bitPattern: bits))
            ObjectPointer.release(ObjectPointer.unretained(self))
        case .stopped:
            break
        }
    }

    private static func withTexts<Result>(
        of certificate: ServerCertificate?,
        _ body: (UnsafePointer<CChar>?, UnsafePointer<CChar>?) -> Result
    ) -> Result {
        guard let certificate else { return body(nil, nil) }
        return certificate.chain.withCString { chain in certificate.key.withCString { key in body(chain, key) } }
    }

    // MARK: - Callbacks

    /// A request's first line is there: makes its exchange, which ``end(_:)`` gives back.
    private static func begin(_ target: UnsafePointer<CChar>?) -> UnsafeMutableRawPointer? {
        let target = target.map { String(cString: $0) } ?? ""
        return ObjectPointer.retained(Exchange(target: target))
    }

    private static func serve(
        _ context: UnsafeMutableRawPointer?,
        _ connection: OpaquePointer?,
        _ method: UnsafePointer<CChar>?,
        _ part: UnsafePointer<CChar>?,
        _ size: UnsafeMutablePointer<Int>?,
        _ own: UnsafeMutablePointer<UnsafeMutableRawPointer?>?
    ) -> MHD_Result {
        guard let context, let connection, let size, let exchange = own?.pointee else { return cmicrohttpd_no() }
        // The library says how many bytes `part` points to, and takes what is left in `size` for not yet read.
        let bytes = UnsafeRawBufferPointer(start: part, count: part == nil ? 0 : size.pointee)
        size.pointee = 0
        let daemon: Daemon = ObjectPointer.object(context)
        let ours: Exchange = ObjectPointer.object(exchange)
        let number = number(of: connection)
        if ours.isAtHead || !bytes.isEmpty {
            daemon.heads.note { $0.partCame(on: number, at: $1) }
        } else {
            daemon.heads.note { deadlines, _ in deadlines.requestCame(on: number) }
        }
        return ours.serve(connection, method: method, part: bytes, daemon)
    }

    /// A request is over, whichever way: called once for each, and nothing of it is called afterwards.
    private static func end(
        _ context: UnsafeMutableRawPointer?,
        _ connection: OpaquePointer?,
        _ own: UnsafeMutablePointer<UnsafeMutableRawPointer?>?
    ) {
        if let context, let connection {
            let number = number(of: connection)
            let daemon: Daemon = ObjectPointer.object(context)
            daemon.heads.note { $0.requestEnded(on: number, at: $1) }
        }
        guard let exchange = own?.pointee else { return }
        own?.pointee = nil
        ObjectPointer.release(exchange)
    }

    /// A connection is opened or closed.
    ///
    /// Its number lies where the library keeps a pointer for it.
    private static func note(
        _ context: UnsafeMutableRawPointer?,
        _ connection: OpaquePointer?,
        _ number: UnsafeMutablePointer<UnsafeMutableRawPointer?>?,
        _ code: MHD_ConnectionNotificationCode
    ) {
        guard let context, let connection, let number else { return }
        let daemon: Daemon = ObjectPointer.object(context)
        let heads = daemon.heads
        if cmicrohttpd_opens(code) != 0 {
            number.pointee = UnsafeMutableRawPointer(bitPattern: heads.opened(cmicrohttpd_socket(connection)))
        } else {
            let closed = UInt(bitPattern: number.pointee)
            heads.note { deadlines, _ in deadlines.closed(closed) }
        }
    }

    private static func number(of connection: OpaquePointer) -> UInt {
        UInt(bitPattern: cmicrohttpd_socket_context(connection))
    }
}
