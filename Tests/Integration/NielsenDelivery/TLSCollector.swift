// SPDX-License-Identifier: Apache-2.0

#if os(Linux)

    import Foundation

    /// An HTTPS collector that answers every GET with 200, under a certificate of an authority that nobody knows.
    ///
    /// All of it is done by the shell that starts the app, so that it ends with it.
    enum TLSCollector {
        /// Runs `PingChild` against such a collector.
        ///
        /// - Parameters:
        ///   - isTrusted: Whether the app's system trusts the authority.
        ///   - names: The names that the certificate is issued for.
        ///   - folder: The folder for the app's pings and the keys.
        ///   - count: The number of pings in addition to that of the session.
        ///   - goal: The condition at which the app ends.
        /// - Returns: The running app.
        /// - Throws: An error if the app cannot be started.
        static func app(
            isTrusted: Bool,
            for names: String,
            in folder: URL,
            _ count: Int,
            until goal: String
        ) throws -> ChildProcess {
            let trust = "mount --bind \"$0/authority.pem\" /etc/ssl/certs/ca-certificates.crt"
            let script = """
                cd "$0" || exit 90
                {
                    openssl req -x509 -newkey rsa:2048 -nodes -days 2 -subj "/CN=Authority of the tests" \\
                        -keyout authority.key -out authority.pem &&
                    openssl req -newkey rsa:2048 -nodes -subj "/CN=collector" -addext "subjectAltName=\(names)" \\
                        -keyout server.key -out server.csr &&
                    openssl x509 -req -in server.csr -CA authority.pem -CAkey authority.key -CAcreateserial \\
                        -copy_extensions copy -days 2 -out server.pem
                } > /dev/null 2>&1 || exit 91
                openssl s_server -www -accept 127.0.0.1:0 -cert server.pem -key server.key > log 2>&1 < /dev/null &
                server=$!
                for _ in $(seq 200); do grep -q ACCEPT log && break; sleep 0.05; done
                port=$(sed -n 's/^ACCEPT .*://p' log | head -n 1)
                \(isTrusted ? trust : "true") || exit 92
                "$1" "$0" "https://127.0.0.1:$port/gn" "$2" "$3"
                code=$?
                kill $server
                exit $code
                """
            return try ChildProcess.shell(script, folder.path, try ChildProcess.child.path, String(count), goal)
        }
    }

#endif
