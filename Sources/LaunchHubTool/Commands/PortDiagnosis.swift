// SPDX-License-Identifier: Apache-2.0

#if canImport(LaunchHubServer)
    import Foundation
    import HubServices
    import LaunchHubServer

    /// Whether `launchhub serve` can listen at its port, or does so already.
    struct PortDiagnosis {
        private static let subject = "port"

        let port: UInt16

        func findings() async -> [Diagnosis] {
            guard let obstacle = LoopbackPort.obstacle(port) else {
                return [.good(Self.subject, "\(port) is free for launchhub serve")]
            }
            if await isOurs() { return [.good(Self.subject, "launchhub serve listens at \(port)")] }
            return [
                .problem(
                    Self.subject,
                    "launchhub serve \(obstacle)",
                    cure: "end the program that uses the port, or name another one with --port"
                )
            ]
        }

        /// Whether the page of a server of ours is there.
        private func isOurs() async -> Bool {
            guard let url = URL(string: "http://127.0.0.1:\(port)/") else { return false }
            var request = HTTPRequest(
                .get,
                url,
                limits: HTTPRequest.Limits(timeout: .seconds(2), bodyBytes: 1 << 20, redirects: 0)
            )
            request.allowsInsecure = true
            let client = SystemHTTPClient()
            let result = await withCheckedContinuation { continuation in
                _ = client.send(request) { continuation.resume(returning: $0) }
            }
            guard case .success(let response) = result else { return false }
            return String(decoding: response.body, as: UTF8.self).contains("<title>launchhub serve</title>")
        }
    }
#endif
