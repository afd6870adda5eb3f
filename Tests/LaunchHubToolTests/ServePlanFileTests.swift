// SPDX-License-Identifier: Apache-2.0

#if os(macOS) || os(Linux)
    import Foundation
    import HubCommandLine
    import LaunchHubServer
    import TestSupport
    import Testing

    @testable import LaunchHubTool

    /// The files and folders that a server is started with, and what is said of those that are none.
    struct ServePlanFileTests {
        private let folder: TemporaryFolder

        init() throws { folder = try TemporaryFolder() }

        private func plan(_ words: String...) throws -> ServePlan {
            try ServePlan(ServeCommand.syntax.parse(["--root", folder.url.path] + words))
        }

        private func failure(_ words: [String]) -> String {
            do {
                _ = try ServePlan(ServeCommand.syntax.parse(["--root", folder.url.path] + words))
                return ""
            } catch {
                return "\(error)"
            }
        }

        // MARK: - Folders

        @Test func sessionsAreKeptInAFolderThatIsThere() throws {
            let sessions = folder.file("sessions")
            let reason = "cannot use \(sessions.path): it is not a folder; make it, or name another one"
            #expect(failure(["--sessions", sessions.path]) == reason)
            try folder.write("a file", to: "sessions")
            #expect(failure(["--sessions", sessions.path]) == reason)
            try FileManager.default.removeItem(at: sessions)
            try FileManager.default.createDirectory(at: sessions, withIntermediateDirectories: false)
            #expect(try plan("--sessions", sessions.path).sessions?.path == sessions.path)
            #expect(try plan().sessions == nil)
        }

        @Test func namesAreDividedByCommas() throws {
            let named = try plan("--https-port", "off", "--name", "a.test,b.test")
            #expect(named.configuration.names == ["a.test", "b.test"])
            #expect(try plan("--https-port", "off").configuration.names == [])
        }

        #if os(Linux)
            // MARK: - Certificates

            @Test func aCertificateOfOnesOwnIsTakenAsItIs() throws {
                let made = try ServerCertificate.make()
                let chain = try folder.write(made.chain, to: "chain.pem").path
                let key = try folder.write(made.key, to: "key.pem").path
                let plan = try plan("--certificate", chain, "--key", key)
                #expect(plan.configuration.certificate == (try ServerCertificate(chain: made.chain, key: made.key)))
                #expect(plan.configuration.securePort == 8643 && plan.authorityFile == nil && plan.remarks.isEmpty)
                // Another one is made where none is given, and its authority is for those who trust it.
                let other = try self.plan("--ca-file", "ca.pem")
                #expect(other.configuration.certificate?.authority != nil && other.authorityFile == "ca.pem")
            }

            @Test func whoHasToTrustACertificateOfThisRunIsToldOnce() throws {
                let remark =
                    "HTTPS uses a certificate authority made for this run; save it with --ca-file FILE and trust it in "
                    + "your client"
                #expect(try plan().remarks == [remark])
                #expect(try plan("--ca-file", "ca.pem").remarks == [])
                #expect(try plan("--https-port", "off").remarks == [])
            }

            @Test func eachOptionOfHTTPSIsNamedWhereHTTPSIsOff() {
                for option in ["--ca-file", "--certificate", "--key"] {
                    #expect(
                        failure(["--https-port", "off", option, "x"])
                            == "\(option) is for HTTPS, which is off; give --https-port a number."
                    )
                }
                #expect(failure(["--key", "x"]) == "--certificate and --key go together; give both or none.")
            }
        #endif

        // MARK: - Files of PEM text

        @Test func whatIsNotUTF8IsNoPEMText() throws {
            let file = folder.file("key.pem")
            try Data([0x2D, 0xFF]).write(to: file)
            let reason = "cannot read \(file.path): it is not UTF-8; give PEM text"
            #expect(failure(["--certificate", file.path, "--key", file.path]) == reason)
            let text = try folder.write("text", to: "text.pem").path
            #expect(failure(["--certificate", text, "--key", file.path]) == reason)
        }

        /// A mebibyte is read, and a byte more is not.
        @Test(arguments: [(1 << 20, true), (1 << 20 + 1, false), (2 << 20, false)])
        func aLongFileIsNotReadToItsEnd(_ count: Int, _ isRead: Bool) throws {
            let file = try folder.write(String(repeating: "x", count: count), to: "long.pem").path
            let says = failure(["--certificate", file, "--key", file])
            #expect(says.contains("there is no \"BEGIN CERTIFICATE\" in it") == isRead)
            #expect(says.hasPrefix("cannot read \(file): ") != isRead)
        }
    }
#endif
