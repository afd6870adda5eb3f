// SPDX-License-Identifier: Apache-2.0

#if canImport(LaunchHubServer)

    import Foundation
    import HubServices
    import LaunchHubServer

    /// The command `launchhub serve`.
    enum ServeCommand: Command {
        static let spec = CommandSpec(
            name: "serve",
            summary: "collect pings, serve configurations and fail on purpose, on this machine",
            discussion: [
                "A server on 127.0.0.1 and ::1 for trying an app: it stores every request under /cgi-bin/, serves",
                "the files of a folder, and fails, delays and breaks off where it is told to. The page at / shows",
                "what comes in. It runs until it gets SIGINT (Ctrl-C) or SIGTERM, or until its time is over.",
            ],
            argument: nil,
            options: [
                .init("--port", value: "N", "the port for HTTP, 0 for a free one (default: 8642)"),
                .init("--https-port", value: "N|off", "the port for HTTPS (default: the next one; 0 with --port 0)"),
                .init("--host", value: "HOST", "127.0.0.1, ::1, or localhost for both (default)"),
                .init("--root", value: "FOLDER", "the files that are served (default: RemoteConfig, if it is there)"),
                .init("--database", value: "FILE", "where pings are kept (default: in memory)"),
                .init("--ca-file", value: "FILE", "write the authority that HTTPS clients have to trust, as PEM"),
                .init("--certificate", value: "FILE", "a certificate as PEM, instead of one that is made now"),
                .init("--key", value: "FILE", "its key as PEM"),
                .init("--name", value: "NAMES", "further host names that lead here, divided by commas"),
                .init("--tsv-flag", value: "NN", "what TSV requests are answered (default: 99)"),
                .init("--fail", value: "STATUS[:N]", "answer pings, or the first N, with a status"),
                .init("--delay", value: "SECONDS", "hold the answers to pings back"),
                .init("--cut-off", "close the connections of pings before they are looked at"),
                .init("--for", value: "SECONDS", "end by itself after that time"),
            ]
        )

        static func run(_ arguments: ParsedArguments, _ console: Console) async throws -> ExitCode {
            let plan = try ServePlan(arguments)
            let signals = StopSignals(after: plan.duration)
            let collector = try Collector(file: plan.database, tsvFlag: plan.tsvFlag) { ping in
                if console.isJSON {
                    console.write(JSONObject([("kind", "ping")]).merging(ping.json))
                } else {
                    console.write(ServeText.line(ping))
                }
            }
            let server = DevelopmentServer(
                plan.configuration,
                collector: collector,
                faults: Faults(plan.faults),
                folder: plan.folder,
                routes: BridgeHost(collector: collector).routes
            )
            let addresses = try server.start()
            plan.remarks.forEach(console.remark)
            if let file = plan.authorityFile, let authority = plan.configuration.certificate?.authority {
                try SessionInput.write(authority, to: file)
            }
            sayReady(addresses, plan, console)
            let reason = await signals.wait()
            server.stop()
            console.remark("stopped: \(reason)")
            let summary = try collector.summary()
            if console.isJSON {
                console.write(JSONObject([("kind", "summary")]).merging(summary.json))
            } else {
                console.write(ServeText.summary(summary))
            }
            return .success
        }

        private static func sayReady(_ addresses: [ServerAddress], _ plan: ServePlan, _ console: Console) {
            guard console.isJSON else {
                console.write(ServeText.ready(addresses, plan))
                return
            }
            var ready: JSONObject = [
                "kind": "ready", "addresses": .array(addresses.map { .string($0.description) }),
                "faults": .array(plan.faults.map { .object($0.json) }), "tsvFlag": .string(plan.tsvFlag),
            ]
            ready["root"] = plan.folder.map { .string($0.root.path) }
            ready["database"] = plan.database.map { .string($0.path) }
            ready["authority"] = plan.authorityFile.map(JSONValue.string)
            console.write(ready)
        }
    }

#endif
