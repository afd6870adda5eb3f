// SPDX-License-Identifier: Apache-2.0

public import Foundation

#if canImport(FoundationNetworking)
    public import FoundationNetworking
#endif

/// The response to a request that an ``ACPHttpConnectionPerformer`` performed.
///
/// Unchecked: nothing of this class changes after its initializer, and a subclass is responsible for what it adds.
#if canImport(ObjectiveC)
    @objc(ACPHttpConnection) @objcMembers
#endif
open class ACPHttpConnection: NSObject, @unchecked Sendable {
    /// The status and header fields, or nil if there was no response.
    public let response: HTTPURLResponse?
    /// The body, or nil.
    public let data: Data?

    /// Makes a response without status and body: there was none.
    public override init() {
        response = nil
        data = nil
        super.init()
    }

    /// Makes a response.
    ///
    /// It is never nil; the documented initializer is failable.
    ///
    /// - Parameters:
    ///   - response: The status and header fields; nil if there was no response.
    ///   - data: The body, or nil.
    public init?(response: HTTPURLResponse?, data: Data?) {
        self.response = response
        self.data = data
        super.init()
    }
}
