// SPDX-License-Identifier: Apache-2.0

import NielsenTestSupport

/// Pages for a browser, and the metadata of their calls.
enum BrowserPage {
    static let content = SampleAssets.content
    static let preroll = ["type": "preroll", "assetid": "ad123"]
    static let watermark = SampleAssets.watermark

    static let contentText =
        #"{"type":"content","assetid":"vid345-67483","program":"The Big Bang Theory","#
        + #""title":"The Pants Alternative S03E18","airdate":"2022-03-21T10:05:00","isfullepisode":"Yes","#
        + #""adloadtype":"2","length":"3600"}"#

    /// Returns a page that includes the bridge, makes calls, and reports at its end what became of them.
    ///
    /// - Parameters:
    ///   - before: The script that runs before the bridge is included.
    ///   - attributes: The attributes of the script's element.
    ///   - make: The expression that makes `bridge`.
    ///   - calls: The script that runs afterwards, with `bridge`.
    ///   - output: The expression whose value the page reports.
    /// - Returns: The page's markup.
    static func markup(
        before: String = "",
        attributes: String = "data-manual",
        make: String = "NielsenBridge.create({ endpoint: '/bridge/messages', onRefused: text => refused.push(text) })",
        calls: String,
        output: String = "JSON.stringify({ counts: bridge.counts, refused: refused, transport: bridge.transport })"
    ) -> String {
        """
        <!DOCTYPE html><html><head><meta charset="utf-8"><title>page</title><link rel="icon" href="data:,">
        <script>"use strict"; const refused = []; const content = \(contentText);
        const appInfo = { appid: "PE392366B-F2C1-4BC4-AB62-A7DAFDC51000", appname: "Web bridge sample", sfcode: "dcr" };
        \(before)</script>
        <script src="/bridge/nielsen-bridge.js" \(attributes)></script></head><body><pre id="out"></pre>
        <script>"use strict";
        const bridge = \(make);
        \(calls)
        bridge.whenSent().then(() => { document.getElementById("out").textContent = encodeURIComponent(\(output)); });
        </script></body></html>
        """
    }
}
