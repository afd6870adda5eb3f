// SPDX-License-Identifier: Apache-2.0

// Stands in for the framework of the same name where that does not exist: the documented names that the package uses,
// and nothing else. Nothing but `.ci/apple` is ever checked against it.

/// A type that is bridged to the class of Foundation without a call.
public typealias CFData = AnyObject
/// A type that is bridged to the class of Foundation without a call.
public typealias CFArray = AnyObject
/// A type that is bridged to the class of Foundation without a call.
public typealias CFAllocator = AnyObject
/// An error.
public final class CFError {}

/// A certificate.
public final class SecCertificate {}
/// What decides whether a server is trusted.
public final class SecTrust {}

// swift-format-ignore: AlwaysUseLowerCamelCase
/// Makes a certificate.
public func SecCertificateCreateWithData(_ allocator: CFAllocator?, _ data: CFData) -> SecCertificate? { nil }
// swift-format-ignore: AlwaysUseLowerCamelCase
/// Sets the authorities.
@discardableResult
public func SecTrustSetAnchorCertificates(_ trust: SecTrust, _ anchors: CFArray?) -> Int32 { 0 }
// swift-format-ignore: AlwaysUseLowerCamelCase
/// Says whether the system's authorities count too.
@discardableResult
public func SecTrustSetAnchorCertificatesOnly(_ trust: SecTrust, _ only: Bool) -> Int32 { 0 }
// swift-format-ignore: AlwaysUseLowerCamelCase
/// Decides.
public func SecTrustEvaluateWithError(
    _ trust: SecTrust,
    _ error: UnsafeMutablePointer<CFError?>?
) -> Bool { false }
