// SPDX-License-Identifier: Apache-2.0

import Foundation
import HubServices
import NielsenAppApi

extension BridgeHost {
    /// The script, a page to try it with, where messages go, and what they led to.
    package var routes: [Route] {
        [
            Route("GET", "/bridge/nielsen-bridge.js", "the script with which a page hands its calls over") { _ in
                Self.script
            },
            Route("GET", "/bridge/page.js", "the script that takes over a page's own calls; one line of the page") {
                _ in
                Self.pageScript
            },
            Route("GET", "/bridge/sample.html", "a page to try the script with") { _ in Self.sample },
            Route(
                "POST",
                "/bridge/messages",
                "accepts the calls of a page: page, number, count, apiType",
                access: .localPages
            ) {
                [self] request in
                try handleMessage(request)
            },
            Route("GET", "/bridge/pages", "the pages that sent calls", access: .localPages) { [self] request in
                Self.open(.json(["pages": .array(pageNames.map(JSONValue.string))]), to: request)
            },
            Route("GET", "/bridge/pages/{page}", "what the calls of a page led to", access: .localPages) {
                [self] request in
                guard let state = state(of: request.captures["page"] ?? "") else {
                    throw ServerRefusal(404, "no page of that name has sent anything; /bridge/pages has the names")
                }
                return Self.open(.json(.object(state)), to: request)
            },
        ]
    }

    /// The name of a page that does not say who it is.
    static let unnamed = "default"

    private func handleMessage(_ request: ServerRequest) throws(ServerRefusal) -> ServerResponse {
        let name = request.target.parameter("page") ?? Self.unnamed
        guard Self.isName(name) else {
            throw ServerRefusal(400, "page is not a name; use 1 to 64 letters, digits, - and _")
        }
        var number: Int64?
        if request.target.parameter("number") != nil {
            number = try request.number("number", in: 1...9_007_199_254_740_991, default: 1)
        }
        let count = try request.number("count", in: 1...1_000_000, default: 1)
        let (page, isKnown) = page(name, apiType: request.target.parameter("apiType"))
        let outcome = page.handle(request.body, number: number, count: count)
        let answer = JSONValue.object([
            "page": .string(name),
            "next": .int(outcome.next),
            "skipped": .int(Int64(outcome.skipped)),
            "read": .bool(outcome.isRead),
            // A page that has been counting before is new to a host that was started since.
            "known": .bool(isKnown || (number ?? 1) == 1 || outcome.isInitialized),
            "refused": .array(outcome.refusals.map(Self.shown)),
        ])
        // Whether something was refused is the first thing that a client looks at.
        return Self.open(.json(answer, status: outcome.refusals.isEmpty ? 200 : 422), to: request)
    }

    private static func shown(_ refusal: (index: Int?, error: NielsenBridgeError)) -> JSONValue {
        var shown: JSONObject = ["message": .string(refusal.error.description)]
        shown["index"] = refusal.index.map { .int(Int64($0)) }
        return .object(shown)
    }

    private static func isName(_ text: String) -> Bool {
        (1...64).contains(text.utf8.count) && text.utf8.allSatisfy { $0.isAlphanumeric || "-_".utf8.contains($0) }
    }

    /// Lets a page of another server of this machine read an answer; the server has let it ask already.
    private static func open(_ response: ServerResponse, to request: ServerRequest) -> ServerResponse {
        guard request.method == "POST", let origin = request.headers["Origin"] else { return response }
        var response = response
        response.headers["Access-Control-Allow-Origin"] = origin
        response.headers["Vary"] = "Origin"
        return response
    }

    // MARK: - Files

    private static var script: ServerResponse { javaScript(Data(PackageResources.nielsen_bridge_js)) }

    /// The way to this server and what takes a page's calls over, in one file: a page without an app includes one line.
    private static var pageScript: ServerResponse {
        // The first script must not begin by itself; the second one uses it.
        let manual = Data("var nielsenBridgeManual = true;\n".utf8)
        return javaScript(
            manual + Data(PackageResources.nielsen_bridge_js) + Data(NielsenAppSDKJSHandler.pageScript.utf8)
        )
    }

    private static func javaScript(_ body: Data) -> ServerResponse {
        ServerResponse(
            status: 200,
            headers: ["Content-Type": "text/javascript; charset=utf-8", "Cache-Control": "no-cache"],
            body: body
        )
    }

    private static var sample: ServerResponse {
        var page = ServerResponse.page(Data(PackageResources.bridge_sample_html))
        page.headers["Content-Security-Policy"] =
            "default-src 'none'; style-src 'unsafe-inline'; script-src 'self' 'unsafe-inline'; connect-src 'self'; "
            + "img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
        return page
    }
}
