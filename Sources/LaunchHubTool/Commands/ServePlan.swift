// SPDX-License-Identifier: Apache-2.0

#if canImport(LaunchHubServer)

    import Foundation
    import HubCommandLine
    import HubServices
    import LaunchHubServer

    /// The server that a command line describes.
    struct ServePlan {
        private(set) var configuration = Server.Configuration()
        private(set) var folder: FolderHost?
        let database: URL?
        /// The folder of recorded sessions; nil keeps them in memory.
        let sessions: URL?
        private(set) var faults: [Fault] = []
        /// Remarks for the user that do not prevent the start.
        private(set) var remarks: [String] = []

        init(_ command: ServeCommand) throws {
            database = command.database.map { URL(fileURLWithPath: $0) }
            sessions = command.sessions.map { URL(fileURLWithPath: $0, isDirectory: true) }
            do {
                configuration.hosts = try LoopbackHost.named(command.host)
            } catch {
                throw UsageError("\(error).")
            }
            configuration.names = command.names.split(separator: ",").map(String.init)
            try choosePorts(command)
            try readCertificate(command)
            try findFolder(command.root)
            if let sessions { try Self.check(sessions) }
            addFaults(command)
        }

        // MARK: - Ports

        private mutating func choosePorts(_ command: ServeCommand) throws(UsageError) {
            configuration.port = command.port ?? Server.Configuration.usualPort
            switch command.securePort {
            case .off: configuration.securePort = nil
            case .number(let port): configuration.securePort = port
            case nil:
                switch command.port {
                case nil: configuration.securePort = Server.Configuration.usualSecurePort
                case 0: configuration.securePort = 0
                case let port?: configuration.securePort = port == .max ? nil : port + 1
                }
            }
            if let port = command.port, port > 0, port == configuration.securePort {
                throw UsageError("--port and --https-port are both \(port); use two ports.")
            }
        }

        // MARK: - HTTPS

        private mutating func readCertificate(_ command: ServeCommand) throws {
            guard configuration.securePort != nil else {
                let files = [
                    ("--ca-file", command.authorityFile), ("--certificate", command.certificate),
                    ("--key", command.key),
                ]
                guard let (given, _) = files.first(where: { $0.1 != nil }) else { return }
                throw UsageError("\(given) is for HTTPS, which is off; give --https-port a number.")
            }
            if command.authorityFile == "-" {
                throw UsageError("--ca-file needs a file; standard output has what comes in.")
            }
            switch (command.certificate, command.key) {
            case (let certificate?, let key?):
                guard command.authorityFile == nil else {
                    throw UsageError("--ca-file is for the authority that is made here; you have your own.")
                }
                let (chain, secret) = (try Self.text(of: certificate), try Self.text(of: key))
                do {
                    configuration.certificate = try ServerCertificate(chain: chain, key: secret)
                } catch {
                    throw UsageError("\(certificate), \(key): \(error).")
                }
            case (nil, nil):
                guard ServerCertificate.canBeMade else {
                    if command.securePort != nil { throw ServerError.noCertificate }
                    configuration.securePort = nil
                    remarks.append("no HTTPS: no certificate can be made on this system; give --certificate and --key")
                    return
                }
                configuration.certificate = try ServerCertificate.make(names: configuration.names)
                if command.authorityFile == nil {
                    remarks.append(
                        "HTTPS uses a certificate authority made for this run; save it with --ca-file FILE and trust it in your client"
                    )
                }
            default:
                throw UsageError("--certificate and --key go together; give both or none.")
            }
        }

        private static func text(of path: String) throws(FileFailure) -> String {
            do {
                let data = try LimitedFile.read(URL(fileURLWithPath: path), limit: 1 << 20)
                guard let text = String(data: data, encoding: .utf8) else {
                    throw FileFailure("read", path, reason: "it is not UTF-8; give PEM text")
                }
                return text
            } catch let failure as FileFailure {
                throw failure
            } catch {
                throw FileFailure("read", path, error)
            }
        }

        // MARK: - Files

        private mutating func findFolder(_ path: String?) throws {
            let usual = "RemoteConfig"
            if let path {
                folder = try FolderHost(root: URL(fileURLWithPath: path, isDirectory: true))
            } else if FileManager.default.fileExists(atPath: usual) {
                folder = try FolderHost(root: URL(fileURLWithPath: usual, isDirectory: true))
            } else {
                remarks.append("not serving files: there is no folder \(usual) here; use --root FOLDER")
            }
        }

        private static func check(_ sessions: URL) throws(FileFailure) {
            guard FileManager.default.isFolder(sessions.path) == true else {
                throw FileFailure("use", sessions.path, reason: "it is not a folder; make it, or name another one")
            }
        }

        // MARK: - Faults

        private mutating func addFaults(_ command: ServeCommand) {
            if let failure = command.failure {
                faults.append(Fault(status: failure.status, delay: command.delay, times: failure.times))
            }
            if command.cutsOff { faults.append(Fault(delay: command.delay, cutOff: .before)) }
            // What the faults before it leave alone is held back all the same.
            if let delay = command.delay { faults.append(Fault(delay: delay)) }
        }
    }

#endif
