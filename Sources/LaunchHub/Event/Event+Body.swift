// SPDX-License-Identifier: Apache-2.0

import HubServices

extension Event {
    /// What does not change between making and hearing; shared by all copies.
    final class Body: Sendable {
        let name: String
        let type: EventType
        let source: EventSource
        let data: JSONObject
        let id: EventID
        /// The request that the event answers.
        let request: EventID?
        /// The event that caused this one.
        let parent: EventID?
        /// The paths in the data that the event history records; nil for none.
        let mask: [String]?

        init(
            name: String,
            type: EventType,
            source: EventSource,
            data: JSONObject,
            request: EventID?,
            parent: EventID? = nil,
            mask: [String]? = nil,
            id: EventID = .next()
        ) {
            self.name = name
            self.type = type
            self.source = source
            self.data = data
            self.id = id
            self.request = request
            self.parent = parent
            self.mask = mask
        }

        /// Returns the same content with other data or another place among events; under a new id unless one is passed.
        func with(data: JSONObject? = nil, request: EventID?, parent: EventID?, id: EventID = .next()) -> Body {
            Body(
                name: name,
                type: type,
                source: source,
                data: data ?? self.data,
                request: request,
                parent: parent,
                mask: mask,
                id: id
            )
        }

        /// True where the event answers a request.
        @inline(__always)
        var isAnswer: Bool { request != nil }

        /// Whether the event has a type and a source.
        @inline(__always)
        func isAddressed(to type: EventType, _ source: EventSource) -> Bool {
            self.type == type && self.source == source
        }

        /// Whether the event goes to the same listeners as another one, and to no requester.
        @inline(__always)
        func hasAddress(of other: Body) -> Bool { !isAnswer && isAddressed(to: other.type, other.source) }
    }
}
