// SPDX-License-Identifier: Apache-2.0

extension NielsenAppSDKJSHandler {
    /// The script that takes over a page's own calls for the browser SDK, so that the page needs no change.
    ///
    /// It is to run before the scripts of the page; on Apple's systems `userScript` is made of it. What it takes is described
    /// in <doc:WebBridge>.
    public static let pageScript = String(decoding: PackageResources.nielsen_page_js, as: UTF8.self)
}
