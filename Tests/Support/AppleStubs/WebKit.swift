// SPDX-License-Identifier: Apache-2.0

// Stands in for the framework of the same name where that does not exist: the documented names that the adapters use,
// and nothing else. Nothing but the tests of the adapters is ever built against it.

public import Foundation
// Requests live in Foundation on the systems that have this framework.
@_exported public import FoundationNetworking

/// Where message handlers are added.
@MainActor
open class WKUserContentController: NSObject {}

/// When a script runs.
public enum WKUserScriptInjectionTime: Int, Sendable {
    /// Before the page's own.
    case atDocumentStart
    /// After the page is there.
    case atDocumentEnd
}

/// A script that is put into pages.
@MainActor
open class WKUserScript: NSObject {
    /// Makes one.
    public init(source: String, injectionTime: WKUserScriptInjectionTime, forMainFrameOnly: Bool) {}
}

/// Where the content of a frame is from.
@MainActor
open class WKSecurityOrigin: NSObject {
    /// The scheme.
    open var `protocol`: String { "https" }
    /// The host.
    open var host: String { "" }
    /// The port; 0 for the usual one.
    open var port: Int { 0 }
}

/// A frame.
@MainActor
open class WKFrameInfo: NSObject {
    /// Whether it is not in another one.
    open var isMainFrame: Bool { true }
    /// Where its content is from.
    open var securityOrigin: WKSecurityOrigin { WKSecurityOrigin() }
}

/// A message of a page.
@MainActor
open class WKScriptMessage: NSObject {
    /// The frame that sent it.
    open var frameInfo: WKFrameInfo { WKFrameInfo() }
    /// What the page sent.
    open var body: Any { 0 }
}

/// Hears of messages of a page.
@MainActor
public protocol WKScriptMessageHandler: NSObjectProtocol {
    /// A message came.
    func userContentController(
        _ userContentController: WKUserContentController,
        didReceive message: WKScriptMessage
    )
}

/// A load that goes on.
@MainActor
open class WKNavigation: NSObject {}

/// Why a web view goes somewhere.
public enum WKNavigationType: Int, Sendable {
    /// A link was followed.
    case linkActivated
    /// Something else.
    case other
}

/// What a web view may do.
public enum WKNavigationActionPolicy: Int, Sendable {
    /// Not go there.
    case cancel
    /// Go there.
    case allow
}

/// Where a web view is about to go.
@MainActor
open class WKNavigationAction: NSObject {
    /// Why.
    open var navigationType: WKNavigationType { .other }
    /// Where.
    open var request: URLRequest { URLRequest(url: URL(filePath: "/")) }
}

/// A web view.
@MainActor
open class WKWebView: NSObject {
    /// Loads something.
    @discardableResult
    open func load(_ request: URLRequest) -> WKNavigation? { nil }
}

/// Decides where a web view goes.
///
/// Its methods may be left out there; here they may not, so that one that is spelled wrongly is found.
@MainActor
public protocol WKNavigationDelegate: NSObjectProtocol {
    /// The web view is about to go somewhere.
    func webView(
        _ webView: WKWebView,
        decidePolicyFor navigationAction: WKNavigationAction,
        decisionHandler: @escaping @MainActor @Sendable (WKNavigationActionPolicy) -> Void
    )
}
