// SPDX-License-Identifier: Apache-2.0

#if canImport(WebKit) && !os(tvOS)
    public import WebKit

    extension NielsenAppSDKJSHandler: WKScriptMessageHandler {
        /// The script that handles a page's own calls, for the web view to which the handler is added.
        ///
        /// ```swift
        /// let content = webView.configuration.userContentController
        /// content.add(handler, name: NielsenAppSDKJSHandler.scriptMessageName)
        /// content.addUserScript(NielsenAppSDKJSHandler.userScript)
        /// ```
        @MainActor
        public static var userScript: WKUserScript {
            WKUserScript(source: pageScript, injectionTime: .atDocumentStart, forMainFrameOnly: false)
        }

        /// Handles a message of a web view.
        ///
        /// - Parameters:
        ///   - userContentController: The controller to which the handler was added; it is not used.
        ///   - message: The script message, whose body is handled as by ``receive(_:)``.
        ///
        /// Source: "DCR Video iOS SDK guide", "Using the NielsenAppSDKJSHandler".
        @MainActor
        public func userContentController(
            _ userContentController: WKUserContentController,
            didReceive message: WKScriptMessage
        ) {
            receive(message.body)
        }
    }
#endif
