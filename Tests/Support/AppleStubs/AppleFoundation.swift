// SPDX-License-Identifier: Apache-2.0

// What the package uses of Foundation and what that has on Apple's systems alone. Each name is exported by itself, because
// the whole of Foundation brings the system library of the machine that checks along. Nothing but `.ci/apple` is ever
// checked against it.

@_exported public import Darwin
@_exported public import Dispatch
@_exported public import class Foundation.Bundle
@_exported public import class Foundation.FileHandle
@_exported public import class Foundation.FileManager
@_exported public import struct Foundation.FileAttributeKey
@_exported public import class Foundation.JSONDecoder
@_exported public import class Foundation.JSONEncoder
@_exported public import class Foundation.NSArray
@_exported public import class Foundation.NSDictionary
@_exported public import class Foundation.NSError
@_exported public import class Foundation.NSNull
@_exported public import class Foundation.NSNumber
@_exported public import class Foundation.NSString
@_exported public import class Foundation.NotificationCenter
@_exported public import class Foundation.Operation
@_exported public import class Foundation.OperationQueue
@_exported public import class Foundation.ProcessInfo
@_exported public import class Foundation.PropertyListSerialization
@_exported public import class Foundation.Thread
@_exported public import class Foundation.Timer
@_exported public import class Foundation.UserDefaults
@_exported public import class FoundationNetworking.HTTPURLResponse
@_exported public import class FoundationNetworking.URLAuthenticationChallenge
@_exported public import class FoundationNetworking.URLCredential
@_exported public import class FoundationNetworking.URLProtectionSpace
@_exported public import class FoundationNetworking.URLResponse
@_exported public import class FoundationNetworking.URLSession
@_exported public import class FoundationNetworking.URLSessionConfiguration
@_exported public import class FoundationNetworking.URLSessionDataTask
@_exported public import class FoundationNetworking.URLSessionTask
@_exported public import func Foundation.exp
@_exported public import func Foundation.floor
@_exported public import func Foundation.log
@_exported public import func Foundation.pow
@_exported public import func Foundation.sqrt
@_exported public import protocol Foundation.LocalizedError
@_exported public import protocol FoundationNetworking.URLSessionDataDelegate
@_exported public import struct Foundation.Calendar
@_exported public import struct Foundation.CocoaError
@_exported public import struct Foundation.Data
@_exported public import struct Foundation.Date
@_exported public import struct Foundation.FileAttributeType
@_exported public import struct Foundation.FileProtectionType
@_exported public import struct Foundation.Locale
@_exported public import struct Foundation.Notification
@_exported public import struct Foundation.ObjCBool
@_exported public import struct Foundation.TimeZone
@_exported public import struct Foundation.URL
@_exported public import struct Foundation.URLComponents
@_exported public import struct Foundation.URLError
@_exported public import struct Foundation.URLResourceKey
@_exported public import struct Foundation.URLResourceValues
@_exported public import struct Foundation.UUID
@_exported public import struct FoundationNetworking.URLRequest
@_exported public import typealias Foundation.TimeInterval
@_exported public import var Foundation.NSLocalizedDescriptionKey
@_exported public import var Foundation.NSPOSIXErrorDomain
@_exported public import var Foundation.NSUnderlyingErrorKey
public import Security

extension URLProtectionSpace {
    /// What decides whether the server is trusted.
    public var serverTrust: SecTrust? { nil }
}

extension URLCredential {
    /// Makes a credential of a server that is trusted.
    public convenience init(trust: SecTrust) { self.init(user: "", password: "", persistence: .none) }
}

extension FileManager {
    /// Returns the folder of an app group.
    public func containerURL(forSecurityApplicationGroupIdentifier groupIdentifier: String) -> URL? { nil }
}
