// SPDX-License-Identifier: Apache-2.0

/// What a web view that shows the opt-out page does with an address that it is about to go to.
///
/// ```swift
/// switch NielsenOptOutNavigation(url: action.request.url?.absoluteString, isLink: action.navigationType == .linkActivated) {
/// case .allow: decisionHandler(.allow)
/// case .cancelAndClose: decisionHandler(.cancel); dismiss()
/// case .cancelAndChoose(let choice): decisionHandler(.cancel); api.userOptOut(choice)
/// case .cancelAndLoad: decisionHandler(.cancel); webView.load(action.request)
/// }
/// ```
///
/// Addresses are compared as they are, with case, slashes and escapes: whatever is not exactly what the page is
/// documented to send is no choice, and `userOptOut` refuses and logs it.
///
/// Source: "DCR Video iOS SDK guide", "Global iOS SDK No Ad Framework Opt-out", sample code.
public enum NielsenOptOutNavigation: Sendable, Hashable {
    /// Let the web view go there.
    case allow
    /// Do not go there; the page wants to be closed.
    case cancelAndClose
    /// Do not go there; hand the text to `userOptOut(_:)`, which takes exactly two texts.
    case cancelAndChoose(String)
    /// Do not open what the link asks for; load the same request in this web view.
    case cancelAndLoad

    /// Decides.
    ///
    /// - Parameters:
    ///   - url: The address, nil where the request has none.
    ///   - isLink: True where the user followed a link, false for everything else: loads, redirects, forms, reloads,
    ///     the way back and forth.
    public init(url: String?, isLink: Bool) {
        if let url {
            guard url != kNielsenWebClose else {
                self = .cancelAndClose
                return
            }
            guard !url.hasPrefix(Self.prefix) else {
                self = .cancelAndChoose(url)
                return
            }
        }
        // A link to a place in the page itself must not load the page anew.
        let staysOnPage = url?.utf8.last == UInt8(ascii: "#")
        self = isLink && !staysOnPage ? .cancelAndLoad : .allow
    }

    /// True where the web view may go there.
    public var isAllowed: Bool { self == .allow }

    /// Every address that begins with this is a message of the page and nothing that could be loaded.
    private static let prefix = "nielsen"
}
