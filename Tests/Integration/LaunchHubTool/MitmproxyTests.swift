// SPDX-License-Identifier: Apache-2.0

#if os(macOS) || os(Linux)
    import Foundation
    import HubServices
    import TestSupport
    import Testing

    private let hasMitmproxy =
        (try? Executable.shell("mitmdump --version && curl --version", in: URL(fileURLWithPath: "/tmp")))?.code == 0

    /// What the article says of mitmproxy: it keeps the requests of an app, and sends its pings to `launchhub serve`.
    @Suite(
        .enabled(if: Executable.url != nil, "the program is not built beside the tests"),
        .enabled(if: hasMitmproxy, "mitmproxy is not there; bash .ci/setup mitmproxy installs it"),
        .timeLimit(.minutes(5))
    )
    struct MitmproxyTests {
        private static let captures = PackageFolder.root.appending(path: "Tests/LaunchHubToolTests/Captures")

        /// A client that sends the requests of a capture as the app did, which are those of the vendor's SDK.
        private static let script = """
            trap 'kill ${server:-} ${proxy:-} 2>/dev/null' EXIT
            wait_for() {
                for _ in $(seq 300); do grep -om1 "$2" "$1" && return; sleep 0.1; done
                echo "no $2 in $1" >&2; return 1
            }
            launchhub serve --port 0 --https-port off --host 127.0.0.1 --json --root . --database pings.sqlite > ready &
            server=$!
            address=$(wait_for ready 'http://127[^"]*') || exit 1
            PYTHONUNBUFFERED=1 mitmdump --set confdir=conf --listen-host 127.0.0.1 --listen-port 0 -w app.flows \\
                --map-remote "|^https?://secure-[^/]+/|${address%/}/" > proxy &
            proxy=$!
            port=$(wait_for proxy 'listening at [^ ]*:[0-9]*') || exit 1
            curl -s -x "http://127.0.0.1:${port##*:}" -A 'AppSDK CFNetwork' -K requests
            kill $proxy; wait $proxy
            kill $server; wait $server
            """

        @Test func theFlowsAndThePingsAreJudgedAsTheCaptureIs() throws {
            let folder = try TemporaryFolder()
            let name = "clean-ios62-adbreak"
            let capture = Self.captures.appending(path: "\(name).har")
            let har = try JSONObject(jsonText: String(contentsOf: capture, encoding: .utf8))
            let addresses = (har["log"]?["entries"]?.arrayValue ?? []).compactMap { $0["request"]?["url"]?.stringValue }
                .filter { $0.contains("/cgi-bin/") }
            let requests = addresses.map { address in
                // The proxy would need a certificate for https.
                let plain = "http" + address.dropFirst("https".count)
                return "url = \"\(plain)\"\noutput = \"/dev/null\"\n"
            }
            try folder.write(requests.joined(), to: "requests")
            let played = try Executable.shell(Self.script, in: folder.url)
            #expect(played.code == 0, "\(played.error)")

            let list = Self.captures.appending(path: "\(name).expect.json").path
            let right = try Self.pings(capture.path, list)
            #expect(right.count == addresses.count)
            for file in ["app.flows", "pings.sqlite"] {
                #expect(try Self.pings(folder.file(file).path, list) == right, "\(file)")
            }
        }

        /// The pings of a capture, without where and when they came; it has to pass.
        ///
        /// The host that would tell the collector of a session is no longer there when they were sent on.
        private static func pings(_ path: String, _ list: String) throws -> [JSONObject] {
            let run = try Executable.run(["certify", path, "--list", list, "--json"])
            #expect(run.code == 0, "\(path): \(run.error)")
            let lines = try run.output.split(separator: "\n").map { try JSONObject(jsonText: String($0)) }
            return lines.filter { $0["kind"] == "ping" }.map { ping in
                ping.filter { !["entry", "at", "sfcode"].contains($0.key) }.reduce(into: [:]) { $0[$1.key] = $1.value }
            }
        }
    }
#endif
