// SPDX-License-Identifier: Apache-2.0

#if canImport(WebKit) && !os(tvOS)
    public import Foundation
    public import WebKit

    /// The delegate of a web view that shows the opt-out page.
    ///
    /// ```swift
    /// self.optOut = NielsenOptOutPageDelegate(api) { [weak self] in self?.dismiss(animated: true) }
    /// webView.navigationDelegate = self.optOut
    /// webView.load(URLRequest(url: url))  // of api.optOutURL
    /// ```
    ///
    /// A web view holds its delegate weakly. ``NielsenOptOutNavigation`` makes the decisions.
    ///
    /// Source: "DCR Video iOS SDK guide", "Global iOS SDK No Ad Framework Opt-out".
    @MainActor
    public final class NielsenOptOutPageDelegate: NSObject, WKNavigationDelegate {
        private let choose: @MainActor (String) -> Void
        private let close: @MainActor () -> Void

        /// Makes a delegate for the page of an instance.
        ///
        /// - Parameters:
        ///   - api: The instance that receives the user's choice.
        ///   - close: Closes the page, when the page requests it.
        public convenience init(_ api: NielsenAppApi, close: @escaping @MainActor () -> Void) {
            self.init(choose: { _ = api.userOptOut($0) }, close: close)
        }

        /// Makes a delegate for the page of an instance of the event interface.
        ///
        /// - Parameters:
        ///   - tracker: The instance that receives the user's choice.
        ///   - close: Closes the page, when the page requests it.
        public convenience init(_ tracker: NielsenEventTracker, close: @escaping @MainActor () -> Void) {
            self.init(choose: { _ = tracker.userOptOut($0) }, close: close)
        }

        /// Makes a delegate.
        ///
        /// - Parameters:
        ///   - choose: Receives the text from the page, for `userOptOut`.
        ///   - close: Closes the page.
        public init(choose: @escaping @MainActor (String) -> Void, close: @escaping @MainActor () -> Void) {
            self.choose = choose
            self.close = close
            super.init()
        }

        /// Decides whether the web view may navigate to an address.
        ///
        /// - Parameters:
        ///   - webView: The web view.
        ///   - navigationAction: The destination and the cause of the navigation.
        ///   - decisionHandler: Receives the decision.
        public func webView(
            _ webView: WKWebView,
            decidePolicyFor navigationAction: WKNavigationAction,
            decisionHandler: @escaping @MainActor @Sendable (WKNavigationActionPolicy) -> Void
        ) {
            let decision = NielsenOptOutNavigation(
                url: navigationAction.request.url?.absoluteString,
                isLink: navigationAction.navigationType == .linkActivated
            )
            decisionHandler(decision.isAllowed ? .allow : .cancel)
            switch decision {
            case .allow: break
            case .cancelAndClose: close()
            case .cancelAndChoose(let choice): choose(choice)
            case .cancelAndLoad: _ = webView.load(navigationAction.request)
            }
        }
    }
#endif
