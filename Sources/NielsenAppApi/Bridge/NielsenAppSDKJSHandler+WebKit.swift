// SPDX-License-Identifier: Apache-2.0

#if canImport(WebKit) && !os(tvOS)
    public import WebKit

    extension NielsenAppSDKJSHandler: WKScriptMessageHandler {
        /// The script that handles a page's own calls, for the main frame of the web view to which the handler is added.
        ///
        /// ```swift
        /// let content = webView.configuration.userContentController
        /// content.add(handler, name: NielsenAppSDKJSHandler.scriptMessageName)
        /// content.addUserScript(NielsenAppSDKJSHandler.userScript)
        /// ```
        @MainActor
        public static var userScript: WKUserScript {
            WKUserScript(source: pageScript, injectionTime: .atDocumentStart, forMainFrameOnly: true)
        }

        /// Handles a message of a web view.
        ///
        /// - Parameters:
        ///   - userContentController: The controller to which the handler was added; it is not used.
        ///   - message: The script message, whose body is handled as by
        ///     ``receive(_:from:isMainFrame:)``.
        ///
        /// Source: "DCR Video iOS SDK guide", "Using the NielsenAppSDKJSHandler".
        @MainActor
        public func userContentController(
            _ userContentController: WKUserContentController,
            didReceive message: WKScriptMessage
        ) {
            let frame = message.frameInfo
            let origin = frame.securityOrigin
            let port = origin.port == 0 ? "" : ":\(origin.port)"
            receive(
                message.body,
                from: "\(origin.`protocol`)://\(origin.host)\(port)",
                isMainFrame: frame.isMainFrame
            )
        }
    }
#endif
