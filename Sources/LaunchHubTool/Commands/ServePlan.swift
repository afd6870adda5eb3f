// SPDX-License-Identifier: Apache-2.0

#if canImport(LaunchHubServer)

    import Foundation
    import HubServices
    import LaunchHubServer

    /// The server that a command line describes.
    struct ServePlan {
        private(set) var configuration = Server.Configuration()
        private(set) var folder: FolderHost?
        private(set) var database: URL?
        private(set) var authorityFile: String?
        private(set) var tsvFlag = Collector.usualTSVFlag
        private(set) var faults: [Fault] = []
        private(set) var duration: Duration?
        /// Remarks for the user that do not prevent the start.
        private(set) var remarks: [String] = []

        init(_ arguments: ParsedArguments) throws {
            do {
                configuration.hosts = try LoopbackHost.named(arguments.value("--host") ?? "localhost")
            } catch {
                throw UsageError(description: "\(error).")
            }
            let names = arguments.value("--name")?.split(separator: ",").map(String.init) ?? []
            configuration.names = names
            try readPorts(arguments)
            try readCertificate(arguments)
            try readFolder(arguments.value("--root"))
            database = arguments.value("--database").map { URL(fileURLWithPath: $0) }
            tsvFlag = arguments.value("--tsv-flag") ?? tsvFlag
            try readFaults(arguments)
            duration = try arguments.value("--for").map { text throws(UsageError) in
                try Self.seconds("--for", text, most: 31_536_000)
            }
        }

        // MARK: - Ports

        private mutating func readPorts(_ arguments: ParsedArguments) throws(UsageError) {
            let port = try arguments.value("--port").map { text throws(UsageError) in
                try Self.port("--port", text)
            }
            configuration.port = port ?? Server.Configuration.usualPort
            switch arguments.value("--https-port") {
            case "off": configuration.securePort = nil
            case let text?: configuration.securePort = try Self.port("--https-port", text)
            case nil:
                switch port {
                case nil: configuration.securePort = Server.Configuration.usualSecurePort
                case 0: configuration.securePort = 0
                case let port?: configuration.securePort = port == .max ? nil : port + 1
                }
            }
            if let port, port > 0, port == configuration.securePort {
                throw UsageError(description: "--port and --https-port are both \(port); use two ports.")
            }
        }

        private static func port(_ option: String, _ text: String) throws(UsageError) -> UInt16 {
            guard let port = UInt16(text) else {
                throw UsageError(description: "\(option) is \"\(text)\"; use a number from 0 to 65535.")
            }
            return port
        }

        // MARK: - HTTPS

        private mutating func readCertificate(_ arguments: ParsedArguments) throws {
            let files = (arguments.value("--certificate"), arguments.value("--key"))
            authorityFile = arguments.value("--ca-file")
            guard configuration.securePort != nil else {
                let given = ["--ca-file", "--certificate", "--key"].first { arguments.value($0) != nil }
                guard let given else { return }
                throw UsageError(description: "\(given) is for HTTPS, which is off; give --https-port a number.")
            }
            if authorityFile == "-" {
                throw UsageError(description: "--ca-file needs a file; standard output has what comes in.")
            }
            switch files {
            case (let certificate?, let key?):
                guard authorityFile == nil else {
                    throw UsageError(
                        description: "--ca-file is for the authority that is made here; you have your own."
                    )
                }
                let (chain, secret) = (try Self.text(of: certificate), try Self.text(of: key))
                do {
                    configuration.certificate = try ServerCertificate(chain: chain, key: secret)
                } catch {
                    throw UsageError(description: "\(certificate), \(key): \(error).")
                }
            case (nil, nil):
                guard ServerCertificate.canBeMade else {
                    if arguments.value("--https-port") != nil { throw ServerError.noCertificate }
                    configuration.securePort = nil
                    remarks.append("no HTTPS: no certificate can be made on this system; give --certificate and --key")
                    return
                }
                configuration.certificate = try ServerCertificate.make(names: configuration.names)
                if authorityFile == nil {
                    remarks.append("HTTPS clients have to trust the authority that was made now; --ca-file writes it")
                }
            default:
                throw UsageError(description: "--certificate and --key go together; give both or none.")
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

        private mutating func readFolder(_ path: String?) throws {
            let usual = "RemoteConfig"
            if let path {
                folder = try FolderHost(root: URL(fileURLWithPath: path, isDirectory: true))
            } else if FileManager.default.fileExists(atPath: usual) {
                folder = try FolderHost(root: URL(fileURLWithPath: usual, isDirectory: true))
            } else {
                remarks.append("not serving files: there is no folder \(usual) here; use --root FOLDER")
            }
        }

        // MARK: - Faults

        private mutating func readFaults(_ arguments: ParsedArguments) throws(UsageError) {
            let delay = try arguments.value("--delay").map { text throws(UsageError) in
                try Self.seconds("--delay", text, most: 3_600)
            }
            if let text = arguments.value("--fail") {
                let parts = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
                let times = parts.count == 2 ? Int(parts[1]) : nil
                guard let status = Int(parts[0]), (200...599).contains(status), parts.count == 1 || times ?? 0 > 0
                else {
                    throw UsageError(
                        description: "--fail is \"\(text)\"; use a status from 200 to 599, and a count as in 503:3."
                    )
                }
                faults.append(Fault(status: status, delay: delay, times: times))
            }
            if arguments.has("--cut-off") { faults.append(Fault(delay: delay, cutOff: .before)) }
            // What the faults before it leave alone is held back all the same.
            if let delay { faults.append(Fault(delay: delay)) }
        }

        private static func seconds(_ option: String, _ text: String, most: Double) throws(UsageError) -> Duration {
            guard let seconds = Double(text), seconds > 0, seconds <= most else {
                throw UsageError(
                    description: "\(option) is \"\(text)\"; use seconds, more than 0 and at most \(Int(most))."
                )
            }
            return .seconds(seconds)
        }
    }

#endif
