// SPDX-License-Identifier: Apache-2.0

#if canImport(WebKit) && !os(tvOS)
    public import WebKit

    extension NielsenAppSDKJSHandler: WKScriptMessageHandler {
        /// The script that takes over a page's own calls, ready to be added to the web view beside the handler.
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

        /// Takes a message of a web view.
        ///
        /// - Parameters:
        ///   - userContentController: Where the handler was added; it is not used.
        ///   - message: Its body is the message, as for ``receive(_:)``.
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
