// SPDX-License-Identifier: Apache-2.0

import HubServices

extension Event {
    /// A body that any thread may read.
    ///
    /// Unchecked: everything is written before anybody else has a reference to it.
    struct Content: @unchecked Sendable {
        let body: Body
    }

    /// What does not change between making and hearing; shared by all copies.
    ///
    /// It is one block of memory: the parts, and behind them the payload as ``JSONPack`` writes it. An event mostly
    /// ends on another thread than the one that has made it, and each block of such an event costs both threads a lock
    /// of the allocator.
    final class Body: ManagedBuffer<JSONPack.Header, UInt8> {
        private struct Parts {
            // What the routing stage looks at comes first, next to the reference count that it has to touch anyway.
            let type: EventType
            let source: EventSource
            /// The serial of the request, or zero, which no event has: an optional would make every event larger.
            let requestSerial: UInt64
            let id: EventID
            let name: String
            /// The serial of the event that caused this one, or zero.
            let parentSerial: UInt64
            /// The payload, where it cannot be packed.
            let data: JSONObject
        }

        static func make(
            name: String,
            type: EventType,
            source: EventSource,
            data: JSONObject,
            request: EventID?,
            parent: EventID? = nil,
            id: EventID = .next()
        ) -> Body {
            let block = data.withPackedContent { content in
                let start = MemoryLayout<Parts>.stride
                let block = create(minimumCapacity: start + (content?.bytes.count ?? 0)) { _ in
                    JSONPack.Header(of: content, at: start)
                }
                block.withUnsafeMutablePointerToElements { bytes in
                    // Aligned: the header takes a whole word behind the object's own two.
                    UnsafeMutableRawPointer(bytes).initializeMemory(
                        as: Parts.self,
                        to: Parts(
                            type: type,
                            source: source,
                            requestSerial: request?.serial ?? 0,
                            id: id,
                            name: name,
                            parentSerial: parent?.serial ?? 0,
                            data: content == nil ? data : JSONObject()
                        )
                    )
                    guard let content else { return }
                    UnsafeMutableRawBufferPointer(start: bytes + start, count: content.bytes.count)
                        .copyMemory(from: content.bytes)
                }
                return block
            }
            // A buffer that is created through a subclass is one of the subclass.
            return unsafeDowncast(block, to: Body.self)
        }

        deinit {
            _ = withUnsafeMutablePointerToElements { bytes in
                UnsafeMutableRawPointer(bytes).assumingMemoryBound(to: Parts.self).deinitialize(count: 1)
            }
        }

        @inline(__always)
        private func part<Part>(_ path: (UnsafePointer<Parts>) -> Part) -> Part {
            withUnsafeMutablePointerToElements { bytes in
                path(UnsafeRawPointer(bytes).assumingMemoryBound(to: Parts.self))
            }
        }

        var type: EventType { part { $0.pointee.type } }
        var source: EventSource { part { $0.pointee.source } }
        var id: EventID { part { $0.pointee.id } }
        var name: String { part { $0.pointee.name } }

        /// The payload.
        ///
        /// Whoever keeps it keeps the block.
        var data: JSONObject {
            let isPacked = withUnsafeMutablePointerToHeader { !$0.pointee.isEmpty }
            return isPacked ? JSONObject(JSONPack(in: self)) : part { $0.pointee.data }
        }

        /// The request that this event answers.
        var request: EventID? {
            let serial = part { $0.pointee.requestSerial }
            return serial == 0 ? nil : EventID(serial: serial)
        }

        /// True where the event answers a request.
        @inline(__always)
        var isAnswer: Bool { part { $0.pointee.requestSerial } != 0 }

        /// The event that caused this one.
        var parent: EventID? {
            let serial = part { $0.pointee.parentSerial }
            return serial == 0 ? nil : EventID(serial: serial)
        }

        /// Whether the event goes to the same listeners as another one, and to no requester.
        @inline(__always)
        func hasAddress(of other: Body) -> Bool {
            part { own in
                other.part { other in
                    own.pointee.requestSerial == 0 && own.pointee.type == other.pointee.type
                        && own.pointee.source == other.pointee.source
                }
            }
        }
    }
}
