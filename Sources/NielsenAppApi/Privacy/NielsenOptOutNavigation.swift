// SPDX-License-Identifier: Apache-2.0

/// A decision about a navigation of the web view with the opt-out page.
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
/// Addresses are compared exactly, including case, slashes and escapes: anything other than what the page is documented
/// to send is not a choice, and `userOptOut` refuses and logs it.
///
/// Source: "DCR Video iOS SDK guide", "Global iOS SDK No Ad Framework Opt-out", sample code.
public enum NielsenOptOutNavigation: Sendable, Hashable {
    /// Allow the navigation.
    case allow
    /// Cancel the navigation and close the page.
    case cancelAndClose
    /// Cancel the navigation and pass the text to `userOptOut(_:)`, which accepts exactly two texts.
    case cancelAndChoose(String)
    /// Cancel the navigation and load the same request in this web view.
    case cancelAndLoad

    /// Decides about a navigation.
    ///
    /// - Parameters:
    ///   - url: The address; nil if the request has none.
    ///   - isLink: Whether the user followed a link; false for everything else, such as loads, redirects, forms,
    ///     reloads, and history navigation.
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
        // A link to a position in the page itself must not reload the page.
        let staysOnPage = url?.utf8.last == UInt8(ascii: "#")
        self = isLink && !staysOnPage ? .cancelAndLoad : .allow
    }

    /// Whether the web view may navigate.
    public var isAllowed: Bool { self == .allow }

    /// Every address with this prefix is a message of the page, which cannot be loaded.
    private static let prefix = "nielsen"
}

/// The address to which the opt-out page navigates to be closed.
///
/// Source: "DCR Video iOS SDK guide", "Global iOS SDK No Ad Framework Opt-out".
public let kNielsenWebClose = "nielsen://close"
