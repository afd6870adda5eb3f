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
    /// of the allocator. Events wait by the hundred thousand behind a listener that is slow, so a part that most events
    /// do without takes no room in those.
    final class Body: ManagedBuffer<JSONPack.Header, UInt8> {
        /// What every event has; it stands first, next to the reference count, which the routing stage touches anyway.
        private struct Parts {
            let type: EventType
            let source: EventSource
            let id: EventID
        }

        /// The events that an event comes from.
        private struct Origin {
            /// The serial of the request, or zero, which no event has.
            let request: UInt64
            /// The serial of the event that caused this one, or zero.
            let parent: UInt64
        }

        /// What stands between the parts and the payload, in this order: the origin, the name, the data and the mask as
        /// values, a short name as bytes.
        private struct Layout {
            let hasOrigin: Bool
            /// Whether the name is a value; otherwise it is short enough for a string without memory of its own.
            let hasName: Bool
            /// Whether the payload is a value because it cannot be packed.
            let hasData: Bool
            /// Whether there is a mask.
            let hasMask: Bool
            /// How many bytes a short name has.
            let shortNameCount: Int

            static let longestShortName = 15

            var nameStart: Int { hasOrigin ? MemoryLayout<Origin>.stride : 0 }
            var dataStart: Int { nameStart + (hasName ? MemoryLayout<String>.stride : 0) }
            var maskStart: Int { dataStart + (hasData ? MemoryLayout<JSONObject>.stride : 0) }
            var shortNameStart: Int { maskStart + (hasMask ? MemoryLayout<[String]>.stride : 0) }
            var end: Int { shortNameStart + shortNameCount }

            /// The layout as the header of the block keeps it.
            var note: UInt16 {
                // In range: a short name has few bytes.
                (hasOrigin ? 1 : 0) | (hasName ? 2 : 0) | (hasData ? 4 : 0) | (hasMask ? 8 : 0)
                    | UInt16(truncatingIfNeeded: shortNameCount) << 8
            }

            init(name: String, hasOrigin: Bool, hasData: Bool, hasMask: Bool) {
                self.hasOrigin = hasOrigin
                self.hasData = hasData
                self.hasMask = hasMask
                let count = name.utf8.count
                hasName = count > Self.longestShortName || !name.isContiguousUTF8
                shortNameCount = hasName ? 0 : count
            }

            @inline(__always)
            init(note: UInt16) {
                hasOrigin = note & 1 != 0
                hasName = note & 2 != 0
                hasData = note & 4 != 0
                hasMask = note & 8 != 0
                shortNameCount = Int(note >> 8)
            }
        }

        static func make(
            name: String,
            type: EventType,
            source: EventSource,
            data: JSONObject,
            request: EventID?,
            parent: EventID? = nil,
            mask: [String]? = nil,
            id: EventID = .next()
        ) -> Body {
            let origin = Origin(request: request?.serial ?? 0, parent: parent?.serial ?? 0)
            let block = data.withPackedContent { content in
                let layout = Layout(
                    name: name,
                    hasOrigin: origin.request != 0 || origin.parent != 0,
                    hasData: content == nil && !data.isEmpty,
                    hasMask: mask != nil
                )
                let start = MemoryLayout<Parts>.stride + layout.end
                let block = create(minimumCapacity: start + (content?.bytes.count ?? 0)) { _ in
                    JSONPack.Header(of: content, at: start, note: layout.note)
                }
                block.withUnsafeMutablePointerToElements { bytes in
                    // Aligned: the header takes a whole word behind the object's own two, and so does what comes next.
                    UnsafeMutableRawPointer(bytes)
                        .initializeMemory(as: Parts.self, to: Parts(type: type, source: source, id: id))
                    let extras = UnsafeMutableRawPointer(bytes) + MemoryLayout<Parts>.stride
                    if layout.hasOrigin { extras.initializeMemory(as: Origin.self, to: origin) }
                    if layout.hasName { (extras + layout.nameStart).initializeMemory(as: String.self, to: name) }
                    if layout.hasData { (extras + layout.dataStart).initializeMemory(as: JSONObject.self, to: data) }
                    if let mask { (extras + layout.maskStart).initializeMemory(as: [String].self, to: mask) }
                    if layout.shortNameCount > 0 {
                        name.utf8.withContiguousStorageIfAvailable { name in
                            UnsafeMutableRawBufferPointer(start: extras + layout.shortNameStart, count: name.count)
                                .copyMemory(from: UnsafeRawBufferPointer(name))
                        }
                    }
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
            let layout = layout
            withUnsafeMutablePointerToElements { bytes in
                let parts = UnsafeMutableRawPointer(bytes)
                parts.assumingMemoryBound(to: Parts.self).deinitialize(count: 1)
                let extras = parts + MemoryLayout<Parts>.stride
                if layout.hasName {
                    (extras + layout.nameStart).assumingMemoryBound(to: String.self).deinitialize(count: 1)
                }
                if layout.hasData {
                    (extras + layout.dataStart).assumingMemoryBound(to: JSONObject.self).deinitialize(count: 1)
                }
                if layout.hasMask {
                    (extras + layout.maskStart).assumingMemoryBound(to: [String].self).deinitialize(count: 1)
                }
            }
        }

        @inline(__always)
        private var layout: Layout { withUnsafeMutablePointerToHeader { Layout(note: $0.pointee.note) } }

        @inline(__always)
        private func part<Part>(_ path: (UnsafePointer<Parts>) -> Part) -> Part {
            withUnsafeMutablePointerToElements { bytes in
                path(UnsafeRawPointer(bytes).assumingMemoryBound(to: Parts.self))
            }
        }

        @inline(__always)
        private func withExtras<Result>(_ body: (UnsafeRawPointer) -> Result) -> Result {
            withUnsafeMutablePointerToElements { body(UnsafeRawPointer($0) + MemoryLayout<Parts>.stride) }
        }

        var type: EventType { part { $0.pointee.type } }
        var source: EventSource { part { $0.pointee.source } }
        var id: EventID { part { $0.pointee.id } }

        var name: String {
            let layout = layout
            return withExtras { extras in
                if layout.hasName { return extras.load(fromByteOffset: layout.nameStart, as: String.self) }
                let bytes = UnsafeRawBufferPointer(start: extras + layout.shortNameStart, count: layout.shortNameCount)
                return String(decoding: bytes, as: UTF8.self)
            }
        }

        /// The payload.
        ///
        /// Whoever keeps it keeps the block.
        var data: JSONObject {
            let isPacked = withUnsafeMutablePointerToHeader { !$0.pointee.isEmpty }
            if isPacked { return JSONObject(JSONPack(in: self)) }
            let layout = layout
            guard layout.hasData else { return JSONObject() }
            return withExtras { $0.load(fromByteOffset: layout.dataStart, as: JSONObject.self) }
        }

        /// Whether there is a mask.
        @inline(__always)
        var hasMask: Bool { layout.hasMask }

        /// The paths in the data that the event history records; nil for none.
        var mask: [String]? {
            let layout = layout
            guard layout.hasMask else { return nil }
            return withExtras { $0.load(fromByteOffset: layout.maskStart, as: [String].self) }
        }

        /// The events that this one comes from; nil where it comes from none.
        @inline(__always)
        private var origin: Origin? {
            layout.hasOrigin ? withExtras { $0.load(as: Origin.self) } : nil
        }

        /// The request that this event answers.
        var request: EventID? {
            guard let serial = origin?.request, serial != 0 else { return nil }
            return EventID(serial: serial)
        }

        /// True where the event answers a request.
        @inline(__always)
        var isAnswer: Bool { request != nil }

        /// The event that caused this one.
        var parent: EventID? {
            guard let serial = origin?.parent, serial != 0 else { return nil }
            return EventID(serial: serial)
        }

        /// What tells the addresses of two events apart: one mark is one address, while an address may have several.
        ///
        /// Marks are compared without following a reference. One is valid for as long as an event that has it is alive.
        struct AddressMark: Equatable {
            private let type: UInt
            private let source: UInt

            /// The mark of no event.
            static let none = AddressMark(type: 0, source: 0)

            fileprivate init(type: UInt, source: UInt) {
                self.type = type
                self.source = source
            }
        }

        /// The address of the event; an answer goes its own way and has a mark of its own.
        @inline(__always)
        var addressMark: AddressMark {
            guard !isAnswer else {
                return AddressMark(type: UInt(bitPattern: ObjectIdentifier(self)), source: 0)
            }
            // The type and the source come first, and each is a reference to what its copies share.
            return withUnsafeMutablePointerToElements { UnsafeRawPointer($0).load(as: AddressMark.self) }
        }

        /// Whether the event has a type and a source.
        @inline(__always)
        func isAddressed(to type: EventType, _ source: EventSource) -> Bool {
            part { $0.pointee.type == type && $0.pointee.source == source }
        }

        /// Whether the event goes to the same listeners as another one, and to no requester.
        @inline(__always)
        func hasAddress(of other: Body) -> Bool {
            guard !isAnswer else { return false }
            return part { own in
                other.part { other in
                    own.pointee.type == other.pointee.type && own.pointee.source == other.pointee.source
                }
            }
        }
    }
}
