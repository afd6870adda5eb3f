// SPDX-License-Identifier: Apache-2.0

/// The reason why a server could not be started.
package enum ServerError: Error, Sendable, Hashable, CustomStringConvertible {
    /// An address that other machines could reach; the address.
    case notLoopback(String)
    /// The system does not let the server listen; where, and what the system says.
    case cannotListen(String, detail: String)
    /// The installed libmicrohttpd was built without TLS.
    case noTLS
    /// HTTPS was asked for and there is no certificate to prove who the server is.
    case noCertificate
    /// The certificate or its key cannot be used; what is wrong.
    case badCertificate(String)
    /// libmicrohttpd gave up; where.
    case libraryFailed(String)
    /// The server was started before; a server is started once.
    case startedBefore
    /// The folder to serve is not a readable folder; its path and what is wrong.
    case badFolder(String, detail: String)

    /// A description of what happened, and what would help.
    package var description: String {
        switch self {
        case .notLoopback(let host):
            "the server listens on this machine only: use 127.0.0.1, ::1 or localhost instead of \(host)"
        case .cannotListen(let place, let detail):
            "cannot listen on \(place): \(detail); another port may be free, and port 0 finds one"
        case .noTLS:
            "this libmicrohttpd was built without TLS; install one with it, or turn HTTPS off"
        case .noCertificate:
            "HTTPS needs a certificate; give one with its key, or turn HTTPS off"
        case .badCertificate(let detail):
            "the certificate cannot be used: \(detail)"
        case .libraryFailed(let place):
            "libmicrohttpd does not serve \(place); it says no reason"
        case .startedBefore:
            "this server was started before; make another one"
        case .badFolder(let path, let detail):
            "cannot serve the folder \(path): \(detail)"
        }
    }
}
