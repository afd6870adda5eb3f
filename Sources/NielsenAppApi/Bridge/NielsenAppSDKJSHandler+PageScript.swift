// SPDX-License-Identifier: Apache-2.0

extension NielsenAppSDKJSHandler {
    /// The script that handles a page's own calls of the browser SDK, so that the page needs no change.
    ///
    /// It must run before the scripts of the page; on Apple's systems `userScript` contains it. <doc:WebBridge>
    /// describes the calls that it handles.
    public static let pageScript = String(decoding: PackageResources.nielsen_page_js, as: UTF8.self)
}
