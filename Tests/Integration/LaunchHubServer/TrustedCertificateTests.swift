// SPDX-License-Identifier: Apache-2.0

#if os(Linux)

    import Foundation
    import HubServices
    import LaunchHubServer
    import TestSupport
    import Testing

    /// What curl says of a server whose certificate was made for it.
    @Suite(.timeLimit(.minutes(10)))
    struct TrustedCertificateTests {
        private static let curl = "/usr/bin/curl"
        private let folder: TemporaryFolder

        init() throws {
            folder = try TemporaryFolder()
        }

        private func ask(_ words: [String]) throws -> (code: Int32, output: String) {
            let process = Process()
            let output = Pipe()
            process.executableURL = URL(fileURLWithPath: Self.curl)
            process.arguments = ["--silent", "--show-error", "--noproxy", "*", "--max-time", "20"] + words
            process.standardOutput = output
            process.standardError = FileHandle.nullDevice
            try process.run()
            let data = output.fileHandleForReading.readDataToEndOfFile()
            process.waitUntilExit()
            return (process.terminationStatus, String(decoding: data, as: UTF8.self))
        }

        /// Starts a server that is served by HTTPS alone; it stops when it is released.
        private func start(_ certificate: ServerCertificate, names: [String] = []) throws -> Server {
            var configuration = Server.Configuration(hosts: [.ipv4], port: nil, securePort: 0)
            configuration.certificate = certificate
            configuration.names = names
            let hello = Route("GET", "/hello") { request in .json(["secure": .bool(request.isSecure)]) }
            let server = Server(configuration, routes: [hello])
            try server.start()
            return server
        }

        @Test(.enabled(if: FileManager.default.isExecutableFile(atPath: curl)))
        func aClientThatTrustsTheAuthorityIsServedByHTTPS() throws {
            let certificate = try ServerCertificate.make(names: ["pings.test"])
            let authority = try folder.write(try #require(certificate.authority), to: "ca.pem")
            let server = try start(certificate, names: ["pings.test"])
            defer { server.stop() }
            let port = try #require(server.addresses.first).port
            #expect(server.addresses.first?.description == "https://127.0.0.1:\(port)/")
            let trust = ["--cacert", authority.path]
            #expect(try ask(trust + ["https://127.0.0.1:\(port)/hello"]).output == "{\"secure\":true}\n")
            let named = try ask(
                trust + ["--resolve", "pings.test:\(port):127.0.0.1", "https://pings.test:\(port)/hello"]
            )
            #expect(named.output == "{\"secure\":true}\n")
            // 60: nobody vouches for it, or for this name.
            #expect(try ask(["https://127.0.0.1:\(port)/hello"]).code == 60)
            let foreign = ["--resolve", "other.test:\(port):127.0.0.1", "https://other.test:\(port)/hello"]
            #expect(try ask(trust + foreign).code == 60)
        }
    }

#endif
