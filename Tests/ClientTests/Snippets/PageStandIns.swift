// SPDX-License-Identifier: Apache-2.0

// As much of UIKit, WebKit and their like as the guide's view controllers use. Types of this module come before those
// of a system's frameworks, so that the snippets mean these everywhere.

import Foundation

class UIView {
    private(set) var isInWindow = true
    func removeFromSuperview() { isInWindow = false }
}

class UIViewController: NSObject {
    var view: UIView?
    private(set) var isShown = true

    func loadView() {}
    func viewDidLoad() {}
    func dismiss(animated: Bool, completion: (() -> Void)?) {
        isShown = false
        completion?()
    }

    /// What the system does when it shows the view for the first time.
    func load() {
        loadView()
        viewDidLoad()
    }
}

protocol AVPictureInPictureControllerDelegate {}
protocol CLLocationManagerDelegate {}

enum WKNavigationType {
    case linkActivated
    case other
}

/// Foundation has its own in another module on each system.
struct URLRequest {
    var url: URL?
}

struct WKNavigationAction {
    var request: URLRequest
    var navigationType: WKNavigationType
}

enum WKNavigationActionPolicy {
    case cancel
    case allow
}

protocol WKNavigationDelegate: AnyObject {
    func webView(
        _ webView: WKWebView,
        decidePolicyFor navigationAction: WKNavigationAction,
        decisionHandler: @escaping (WKNavigationActionPolicy) -> Void
    )
}

extension WKNavigationDelegate {
    func webView(
        _ webView: WKWebView,
        decidePolicyFor navigationAction: WKNavigationAction,
        decisionHandler: @escaping (WKNavigationActionPolicy) -> Void
    ) {
        decisionHandler(.allow)
    }
}

final class WKUserContentController {
    private(set) var handlers: [String: AnyObject] = [:]

    func add(_ handler: AnyObject, name: String) { handlers[name] = handler }
    func removeScriptMessageHandler(forName name: String) { handlers[name] = nil }
}

/// A web view that keeps where it was sent.
final class WKWebView: UIView {
    struct Configuration {
        let userContentController = WKUserContentController()
    }

    let configuration = Configuration()
    weak var navigationDelegate: (any WKNavigationDelegate)?
    var allowsBackForwardNavigationGestures = false
    private(set) var loaded: [URL?] = []

    func load(_ request: URLRequest) { loaded.append(request.url) }

    /// Asks the delegate whether the page may go to an address.
    func go(to address: String, _ type: WKNavigationType = .other) -> WKNavigationActionPolicy? {
        guard let url = URL(string: address) else { return nil }
        var policy: WKNavigationActionPolicy?
        let action = WKNavigationAction(request: URLRequest(url: url), navigationType: type)
        navigationDelegate?.webView(self, decidePolicyFor: action) { policy = $0 }
        return policy
    }
}
