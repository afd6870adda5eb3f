// SPDX-License-Identifier: Apache-2.0

#if canImport(WebKit) && !os(tvOS)
    public import WebKit

    extension NielsenAppSDKJSHandler: WKScriptMessageHandler {
        /// Takes a message of a web view.
        ///
        /// - Parameters:
        ///   - userContentController: Where the handler was added; it is not used.
        ///   - message: Its body is the message, as for ``receive(_:)``.
        ///
        /// Source: S0, "Using the NielsenAppSDKJSHandler".
        @MainActor
        public func userContentController(
            _ userContentController: WKUserContentController,
            didReceive message: WKScriptMessage
        ) {
            receive(message.body)
        }
    }
#endif
