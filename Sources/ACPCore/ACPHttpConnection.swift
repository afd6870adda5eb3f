// SPDX-License-Identifier: Apache-2.0

public import Foundation

#if canImport(FoundationNetworking)
    public import FoundationNetworking
#endif

/// The answer to a request that an ``ACPHttpConnectionPerformer`` performed.
///
/// Unchecked: nothing of this class changes after its initializer, and a subclass answers for what it adds.
open class ACPHttpConnection: NSObject, @unchecked Sendable {
    /// The status and header fields, or nil where no answer came.
    public let response: HTTPURLResponse?
    /// The body, or nil where there is none.
    public let data: Data?

    /// Makes an answer.
    ///
    /// - Parameters:
    ///   - response: The status and header fields; nil where no answer came.
    ///   - data: The body; nil for none.
    public init(response: HTTPURLResponse?, data: Data?) {
        self.response = response
        self.data = data
        super.init()
    }
}
