// SPDX-License-Identifier: Apache-2.0

/// Keeps what is reported and hands it out in order to a test that waits for it.
struct Arrivals<Element: Sendable>: Sendable {
    private let stream: AsyncStream<Element>
    private let continuation: AsyncStream<Element>.Continuation

    init() {
        (stream, continuation) = AsyncStream.makeStream()
    }

    var put: @Sendable (Element) -> Void { { [continuation] in continuation.yield($0) } }

    struct Ended: Error {}

    func next() async throws -> Element {
        var iterator = stream.makeAsyncIterator()
        guard let element = await iterator.next() else { throw Ended() }
        return element
    }
}
