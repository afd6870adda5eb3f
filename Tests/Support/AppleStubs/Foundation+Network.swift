// SPDX-License-Identifier: Apache-2.0
// swift-format-ignore-file

// Stands in for the framework of the same name where that does not exist: the documented names that the package uses, with
// the types that they have in Swift on Apple's systems, and nothing else. Nothing but `.ci/apple` is ever checked against it,
// and nothing of it is ever run.

public import Security

public struct URL: StandInBridge, Hashable, Sendable, Codable {
    public typealias _ObjectiveCType = NSURL
    public enum DirectoryHint: Sendable { case isDirectory, notDirectory, checkFileSystem, inferFromPath }

    public init?(string: String) {}
    public init?(string: String, relativeTo base: URL?) {}
    public init(fileURLWithPath path: String) {}
    public init(fileURLWithPath path: String, isDirectory: Bool) {}
    public init(filePath: String, directoryHint: DirectoryHint = .inferFromPath, relativeTo base: URL? = nil) {}
    public init(from decoder: any Decoder) throws {}
    public func encode(to encoder: any Encoder) throws {}
    public var absoluteString: String { "" }
    public var absoluteURL: URL { self }
    public var fragment: String? { nil }
    public var host: String? { nil }
    public var isFileURL: Bool { false }
    public var lastPathComponent: String { "" }
    public var password: String? { nil }
    public var path: String { "" }
    public var pathComponents: [String] { [] }
    public var pathExtension: String { "" }
    public var port: Int? { nil }
    public var query: String? { nil }
    public var scheme: String? { nil }
    public var standardized: URL { self }
    public var standardizedFileURL: URL { self }
    public var user: String? { nil }
    public func appending(component: String, directoryHint: DirectoryHint = .inferFromPath) -> URL { self }
    public func appending(path: String, directoryHint: DirectoryHint = .inferFromPath) -> URL { self }
    public func appendingPathComponent(_ component: String) -> URL { self }
    public func appendingPathComponent(_ component: String, isDirectory: Bool) -> URL { self }
    public func appendingPathExtension(_ ext: String) -> URL { self }
    public mutating func deleteLastPathComponent() {}
    public func deletingLastPathComponent() -> URL { self }
    public func deletingPathExtension() -> URL { self }
    public func host(percentEncoded: Bool = true) -> String? { nil }
    public func path(percentEncoded: Bool = true) -> String { "" }
    public func resolvingSymlinksInPath() -> URL { self }
    public func resourceValues(forKeys keys: Set<URLResourceKey>) throws -> URLResourceValues { standIn() }
    public mutating func setResourceValues(_ values: URLResourceValues) throws {}
}

public struct URLComponents: Hashable, Sendable {
    public var fragment: String?, host: String?, password: String?, path = "", port: Int?, query: String?, scheme: String?
    public var encodedHost: String?, percentEncodedFragment: String?, percentEncodedHost: String?, percentEncodedPath = ""
    public var percentEncodedQuery: String?, user: String?
    public init() {}
    public init?(string: String) {}
    public init?(url: URL, resolvingAgainstBaseURL: Bool) {}
    public var string: String? { nil }
    public var url: URL? { nil }
}

public struct URLError: Error {
    public struct Code: Hashable, Sendable {
        public let rawValue = 0
        public static let appTransportSecurityRequiresSecureConnection = Code()
        public static let badServerResponse = Code()
        public static let badURL = Code()
        public static let callIsActive = Code()
        public static let cancelled = Code()
        public static let cannotConnectToHost = Code()
        public static let cannotDecodeContentData = Code()
        public static let cannotDecodeRawData = Code()
        public static let cannotFindHost = Code()
        public static let cannotParseResponse = Code()
        public static let clientCertificateRejected = Code()
        public static let clientCertificateRequired = Code()
        public static let dataLengthExceedsMaximum = Code()
        public static let dataNotAllowed = Code()
        public static let dnsLookupFailed = Code()
        public static let httpTooManyRedirects = Code()
        public static let internationalRoamingOff = Code()
        public static let networkConnectionLost = Code()
        public static let notConnectedToInternet = Code()
        public static let redirectToNonExistentLocation = Code()
        public static let resourceUnavailable = Code()
        public static let secureConnectionFailed = Code()
        public static let serverCertificateHasBadDate = Code()
        public static let serverCertificateHasUnknownRoot = Code()
        public static let serverCertificateNotYetValid = Code()
        public static let serverCertificateUntrusted = Code()
        public static let timedOut = Code()
        public static let unknown = Code()
        public static let unsupportedURL = Code()
        public static let userAuthenticationRequired = Code()
        public static let userCancelledAuthentication = Code()
        public static let zeroByteResource = Code()
    }

    public let code: Code
    public init(_ code: Code) { self.code = code }
}

public struct URLRequest: StandInBridge, Hashable, Sendable {
    public typealias _ObjectiveCType = NSURLRequest
    public enum CachePolicy: UInt, Sendable { case useProtocolCachePolicy, reloadIgnoringLocalCacheData }

    public init(url: URL, cachePolicy: CachePolicy = .useProtocolCachePolicy, timeoutInterval: TimeInterval = 60) {}
    public var allHTTPHeaderFields: [String: String]?
    public var cachePolicy = CachePolicy.useProtocolCachePolicy
    public var httpBody: Data?
    public var httpMethod: String?
    public var httpShouldHandleCookies = false
    public var timeoutInterval = 0.0
    public var url: URL?
    public mutating func addValue(_ value: String, forHTTPHeaderField field: String) {}
    public mutating func setValue(_ value: String?, forHTTPHeaderField field: String) {}
}

extension URLResponse {
    public var expectedContentLength: Int64 { 0 }
}

extension HTTPURLResponse {
    public convenience init?(url: URL, statusCode: Int, httpVersion: String?, headerFields: [String: String]?) { self.init() }
    public var allHeaderFields: [AnyHashable: Any] { [:] }
    public var url: URL? { nil }
    public func value(forHTTPHeaderField field: String) -> String? { nil }
}

open class URLCredential: NSObject, @unchecked Sendable {
    public convenience init(trust: SecTrust) { self.init() }
}

open class URLProtectionSpace: NSObject, @unchecked Sendable {
    open var authenticationMethod: String { "" }
    open var host: String { "" }
    open var serverTrust: SecTrust? { nil }
}

public let NSURLAuthenticationMethodServerTrust = ""

open class URLAuthenticationChallenge: NSObject, @unchecked Sendable {
    open var protectionSpace: URLProtectionSpace { standIn() }
}

open class URLSessionConfiguration: NSObject, @unchecked Sendable {
    open class var `default`: URLSessionConfiguration { standIn() }
    open class var ephemeral: URLSessionConfiguration { standIn() }
    open var httpAdditionalHeaders: [AnyHashable: Any]?
    open var httpCookieStorage: AnyObject?
    open var httpMaximumConnectionsPerHost = 0
    open var httpShouldSetCookies = false
    open var requestCachePolicy = URLRequest.CachePolicy.useProtocolCachePolicy
    open var timeoutIntervalForRequest = 0.0
    open var timeoutIntervalForResource = 0.0
    open var urlCache: AnyObject?
    open var urlCredentialStorage: AnyObject?
    open var waitsForConnectivity = false
}

open class URLSession: NSObject, @unchecked Sendable {
    @objc public enum AuthChallengeDisposition: Int, Sendable {
        case useCredential, performDefaultHandling, cancelAuthenticationChallenge, rejectProtectionSpace
    }

    @objc public enum ResponseDisposition: Int, Sendable { case cancel, allow }

    public convenience init(
        configuration: URLSessionConfiguration,
        delegate: (any URLSessionDelegate)? = nil,
        delegateQueue: OperationQueue? = nil
    ) { self.init() }
    open func dataTask(with request: URLRequest) -> URLSessionDataTask { standIn() }
    open func finishTasksAndInvalidate() {}
    open func flush(completionHandler: @escaping @Sendable () -> Void) {}
    open func invalidateAndCancel() {}
}

open class URLSessionTask: NSObject, @unchecked Sendable {
    open var currentRequest: URLRequest? { nil }
    open var originalRequest: URLRequest? { nil }
    open var response: URLResponse? { nil }
    open var taskIdentifier: Int { 0 }
    open func cancel() {}
    open func resume() {}
}

open class URLSessionDataTask: URLSessionTask, @unchecked Sendable {}

@objc public protocol URLSessionDelegate: NSObjectProtocol, Sendable {}
@objc public protocol URLSessionTaskDelegate: URLSessionDelegate {
    @objc optional func urlSession(
        _ session: URLSession,
        task: URLSessionTask,
        willPerformHTTPRedirection response: HTTPURLResponse,
        newRequest request: URLRequest,
        completionHandler: @escaping @Sendable (URLRequest?) -> Void
    )
    @objc optional func urlSession(
        _ session: URLSession,
        task: URLSessionTask,
        didReceive challenge: URLAuthenticationChallenge,
        completionHandler: @escaping @Sendable (URLSession.AuthChallengeDisposition, URLCredential?) -> Void
    )
    @objc optional func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?)
}
@objc public protocol URLSessionDataDelegate: URLSessionTaskDelegate {
    @objc optional func urlSession(
        _ session: URLSession,
        dataTask: URLSessionDataTask,
        didReceive response: URLResponse,
        completionHandler: @escaping @Sendable (URLSession.ResponseDisposition) -> Void
    )
    @objc optional func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data)
}
