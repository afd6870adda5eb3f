// SPDX-License-Identifier: Apache-2.0

import CMicroHTTPD
import Foundation
import HubServices

/// Hands answers to libmicrohttpd.
enum Reply {
    /// Performs an action on a connection.
    ///
    /// - Returns: What the access handler returns; `MHD_NO` closes the connection without a byte.
    static func queue(_ action: RequestHandler.Action, on connection: OpaquePointer) -> MHD_Result {
        switch action {
        case .breakOff:
            cmicrohttpd_no()
        case .answer(let response):
            send(response, on: connection) { response in
                if let parts = response.parts { return inParts(parts) }
                return response.body.withUnsafeBytes { cmicrohttpd_response($0.baseAddress, $0.count) }
            }
        case .breakOffInBody(let response):
            send(response, on: connection, make: brokenOff)
        }
    }

    private static func send(
        _ response: ServerResponse,
        on connection: OpaquePointer,
        make: (ServerResponse) -> OpaquePointer?
    ) -> MHD_Result {
        guard let reply = make(response) else { return cmicrohttpd_no() }
        // The connection has a reference of its own as soon as it is queued.
        defer { MHD_destroy_response(reply) }
        for field in response.headers.fields {
            // A field that HTTP does not allow, such as one with a line break, is refused there and left out.
            _ = MHD_add_response_header(reply, field.name, field.value)
        }
        // A status that ends no request would end the connection without a word.
        let status: UInt32 = (200...599).contains(response.status) ? UInt32(response.status) : 500
        return MHD_queue_response(connection, status, reply)
    }

    /// The part of a body that is being sent.
    ///
    /// libmicrohttpd reads one answer on one thread at a time.
    private final class PartReader {
        private let parts: ServerResponse.Parts
        private var part = Data()

        init(_ parts: @escaping ServerResponse.Parts) { self.parts = parts }

        /// Reads the next bytes.
        ///
        /// - Returns: How many, or what libmicrohttpd takes for the end.
        func read(into buffer: UnsafeMutableRawPointer, size: Int) -> Int {
            do {
                while part.isEmpty {
                    guard let next = try parts() else { return cmicrohttpd_end_of_body() }
                    part = next
                }
            } catch {
                return cmicrohttpd_break_off()
            }
            let piece = part.prefix(size)
            // A piece has no more bytes than there is room for.
            piece.withUnsafeBytes { UnsafeMutableRawBufferPointer(start: buffer, count: size).copyMemory(from: $0) }
            part = part.dropFirst(piece.count)
            return piece.count
        }
    }

    private static func inParts(
        _ parts: @escaping ServerResponse.Parts,
        size: UInt64 = cmicrohttpd_unknown_size()
    ) -> OpaquePointer? {
        // Retained here and released by the free callback, which is called once when the last user of the reply is
        // gone; until then the reader may be called.
        let reader = ObjectPointer.retained(PartReader(parts))
        let reply = MHD_create_response_from_callback(
            size,
            65_536,
            { context, _, buffer, size in
                guard let context, let buffer else { return cmicrohttpd_break_off() }
                let reader: PartReader = ObjectPointer.object(context)
                return reader.read(into: buffer, size: size)
            },
            reader,
            { context in
                if let context { ObjectPointer.release(context) }
            }
        )
        if reply == nil { ObjectPointer.release(reader) }
        return reply
    }

    /// Half of the body that was announced, and then nothing.
    private static func brokenOff(_ response: ServerResponse) -> OpaquePointer? {
        let left = Locked([Data(response.body.prefix(response.body.count / 2))])
        let half: ServerResponse.Parts = {
            guard let part = left.withLock({ $0.popLast() }) else { throw BrokenOff() }
            return part
        }
        return inParts(half, size: UInt64(response.body.count))
    }

    private struct BrokenOff: Error {}
}
