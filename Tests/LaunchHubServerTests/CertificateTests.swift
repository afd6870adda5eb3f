// SPDX-License-Identifier: Apache-2.0

#if os(Linux)

    import Foundation
    import HubServices
    import LaunchHubServer
    import TestSupport
    import Testing

    @Suite(.timeLimit(.minutes(10)))
    struct CertificateTests {
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

        private func server(_ certificate: ServerCertificate, names: [String] = []) throws -> TestServer {
            let routes = [Route("GET", "/hello") { request in .json(["secure": .bool(request.isSecure)]) }]
            return try TestServer(
                { configuration in
                    configuration.port = nil
                    configuration.securePort = 0
                    configuration.certificate = certificate
                    configuration.names = names
                },
                routes: routes
            )
        }

        @Test(.enabled(if: FileManager.default.isExecutableFile(atPath: curl)))
        func aClientThatTrustsTheAuthorityIsServedByHTTPS() throws {
            let certificate = try ServerCertificate.make(names: ["pings.test"])
            let authority = try folder.write(try #require(certificate.authority), to: "ca.pem")
            let server = try server(certificate, names: ["pings.test"])
            let port = server.address.port
            #expect(server.address.description == "https://127.0.0.1:\(port)/")
            let trust = ["--cacert", authority.path]
            for url in ["https://127.0.0.1:\(port)/hello", "https://localhost:\(port)/hello"] {
                let answer = try ask(trust + ["--resolve", "localhost:\(port):127.0.0.1", url])
                #expect(answer.code == 0)
                #expect(answer.output == "{\"secure\":true}\n")
            }
            let named = try ask(
                trust + ["--resolve", "pings.test:\(port):127.0.0.1", "https://pings.test:\(port)/hello"]
            )
            #expect(named.output == "{\"secure\":true}\n")
            // 60: nobody vouches for it, or for this name.
            #expect(try ask(["https://127.0.0.1:\(port)/hello"]).code == 60)
            let foreign = ["--resolve", "other.test:\(port):127.0.0.1", "https://other.test:\(port)/hello"]
            #expect(try ask(trust + foreign).code == 60)
            let other = try folder.write(try #require(try ServerCertificate.make().authority), to: "other.pem")
            #expect(try ask(["--cacert", other.path, "https://127.0.0.1:\(port)/hello"]).code == 60)
        }

        @Test func aGivenCertificateHasToFitItsKey() throws {
            let one = try ServerCertificate.make()
            let two = try ServerCertificate.make()
            #expect(try ServerCertificate(chain: one.chain, key: one.key).authority == nil)
            let wrong = [
                (one.chain, two.key, "the key is not the certificate's"), ("", one.key, "BEGIN CERTIFICATE"),
                (one.chain, "", "BEGIN PRIVATE KEY"), (one.chain, "-----BEGIN PRIVATE KEY-----\nx", "damaged"),
                ("-----BEGIN CERTIFICATE-----\nx\n-----END CERTIFICATE-----\n", one.key, "damaged"),
            ]
            for (chain, key, words) in wrong {
                let error = #expect(throws: ServerError.self) { try ServerCertificate(chain: chain, key: key) }
                #expect(error?.description.contains(words) == true, "\(String(describing: error))")
            }
        }

        @Test(arguments: ["", "a,b", "a b", "x\nDNS:y", "*.example", String(repeating: "a", count: 300)])
        func aNameThatIsNoneGetsNoCertificate(_ name: String) {
            #expect(throws: ServerError.self) { try ServerCertificate.make(names: [name]) }
        }

        @Test func aSecurePortNeedsACertificate() {
            let server = Server(Server.Configuration(port: nil, securePort: 0), routes: [])
            #expect(throws: ServerError.noCertificate) { try server.start() }
        }
    }

#endif
