// SPDX-License-Identifier: Apache-2.0

#if os(Linux)
    import CCurl
    import Foundation

    /// One request of libcurl, with the response so far.
    ///
    /// Used on the thread of ``CurlLoop`` alone.
    final class CurlRequest {
        /// libcurl's handle; it lives as long as this object.
        let easy: UnsafeMutableRawPointer

        private let hop: HTTPHop
        private let exchange: HTTPExchange
        private let url: URL
        private var head = HTTPHeadReader()
        private var fields: UnsafeMutablePointer<curl_slist>?

        /// Makes a request, or nil where libcurl cannot.
        init?(_ start: CurlLoop.Start) {
            guard let easy = ccurl_easy_make() else { return nil }
            self.easy = easy
            hop = start.hop
            exchange = start.exchange
            url = start.request.url
            guard setUp(start.request, start.settings) else { return nil }
        }

        deinit {
            ccurl_easy_free(easy)
            curl_slist_free_all(fields)
        }

        /// Reports to the exchange how it ended.
        func ended(_ code: Int32) {
            let error = code == 0 ? nil : CurlRequest.error(code)
            let isHeadComplete = head.isComplete
            exchange.advance(by: hop) { transfer in
                // libcurl takes a connection that ends within the header fields for the end of an answer.
                let cut = HTTPError.malformedAnswer("it ended within its header fields")
                return transfer.ended(error ?? (isHeadComplete ? nil : cut), late: nil)
            }
        }

        // MARK: - What arrives

        private func received(line: UnsafeBufferPointer<UInt8>) -> Bool {
            switch head.read(line) {
            case .more:
                return true
            case .complete(let status, let headers):
                let head = HTTPResponse(status: status, headers: headers, url: url)
                return exchange.advance(by: hop) { $0.received(head: head) }
            case .refused(let error):
                return exchange.advance(by: hop) { _ in .finish(.failure(error)) }
            }
        }

        private func received(body: UnsafeBufferPointer<UInt8>) -> Bool {
            exchange.advance(by: hop) { $0.received(body: Data(body)) }
        }

        /// The return value of a callback that ends the request; it is fewer bytes than it received.
        private static let refusal = 0

        private static func receive(
            _ bytes: UnsafeMutablePointer<CChar>?,
            _ count: Int,
            _ context: UnsafeMutableRawPointer?,
            _ handle: (CurlRequest, UnsafeBufferPointer<UInt8>) -> Bool
        ) -> Int {
            guard let bytes, let context, count > 0 else { return count }
            let request: CurlRequest = ObjectPointer.object(context)
            return bytes.withMemoryRebound(to: UInt8.self, capacity: count) { bytes in
                handle(request, UnsafeBufferPointer(start: bytes, count: count)) ? count : refusal
            }
        }

        // MARK: - What is asked

        private func setUp(_ request: HTTPRequest, _ settings: CurlTransport.Settings) -> Bool {
            // The object outlives its handle, so the callbacks never see another one in its place.
            let context = ObjectPointer.unretained(self)
            var codes = [
                ccurl_set_receivers(
                    easy,
                    { bytes, _, count, context in
                        CurlRequest.receive(bytes, count, context) { $0.received(line: $1) }
                    },
                    { bytes, _, count, context in
                        CurlRequest.receive(bytes, count, context) { $0.received(body: $1) }
                    },
                    context
                ),
                ccurl_speak_http_only(easy),
                // One version of the protocol, and none without a header.
                ccurl_set_number(easy, CURLOPT_HTTP_VERSION, Int(CURL_HTTP_VERSION_1_1)),
                ccurl_set_number(easy, CURLOPT_HTTP09_ALLOWED, 0),
                // The transfer follows redirects, and the client's clock times the exchange.
                ccurl_set_number(easy, CURLOPT_FOLLOWLOCATION, 0),
                ccurl_set_number(easy, CURLOPT_NOSIGNAL, 1),
                ccurl_set_number(easy, CURLOPT_SUPPRESS_CONNECT_HEADERS, 1),
                ccurl_set_number(easy, CURLOPT_PATH_AS_IS, 1),
                ccurl_set_text(easy, CURLOPT_URL, request.url.absoluteString),
            ]
            ccurl_leave_lookups(easy)
            if request.method == .post {
                let body = request.body ?? Data()
                codes.append(ccurl_set_number(easy, CURLOPT_POST, 1))
                codes.append(
                    body.withUnsafeBytes { ccurl_set_body(easy, $0.baseAddress ?? UnsafeRawPointer(easy), $0.count) }
                )
            }
            if let longest = CurlLoop.shared.longestConnection {
                let option = longest > 0 ? CURLOPT_MAXLIFETIME_CONN : CURLOPT_FRESH_CONNECT
                codes.append(ccurl_set_number(easy, option, max(1, longest)))
            }
            if ignoresProxies(request.url) { codes.append(ccurl_set_text(easy, CURLOPT_PROXY, "")) }
            if let userAgent = settings.userAgent { codes.append(ccurl_set_text(easy, CURLOPT_USERAGENT, userAgent)) }
            if let authorities = settings.authorities {
                codes.append(
                    authorities.withUnsafeBytes { ccurl_set_authorities(easy, $0.baseAddress, $0.count) }
                )
            }
            guard setFields(of: request) else { return false }
            codes.append(ccurl_set_fields(easy, fields))
            return codes.allSatisfy { $0 == 0 }
        }

        private func setFields(of request: HTTPRequest) -> Bool {
            // An empty one keeps libcurl from sending a field of its own making.
            var lines = ["Expect:"]
            if request.headers["Accept-Encoding"] == nil { lines.append("Accept-Encoding: identity") }
            if request.method == .post, request.headers["Content-Type"] == nil { lines.append("Content-Type:") }
            for field in request.headers.fields {
                lines.append(field.value.isEmpty ? "\(field.name);" : "\(field.name): \(field.value)")
            }
            for line in lines {
                guard let longer = curl_slist_append(fields, line) else { return false }
                fields = longer
            }
            return true
        }

        /// Whether the proxies that the environment names are left out: they have no way to this machine, and a program
        /// that runs with another user's rights does not take orders from who started it.
        private func ignoresProxies(_ url: URL) -> Bool {
            ProcessRights.areBorrowed || url.isLoopback
        }

        // MARK: - What goes wrong

        private static func error(_ code: Int32) -> HTTPError {
            let code = CURLcode(rawValue: UInt32(bitPattern: code))
            return switch code {
            case CURLE_COULDNT_CONNECT: .connection("the server refuses connections")
            case CURLE_COULDNT_RESOLVE_HOST: .connection("the server's name is not known")
            case CURLE_COULDNT_RESOLVE_PROXY: .connection("the proxy's name is not known")
            case CURLE_GOT_NOTHING, CURLE_RECV_ERROR, CURLE_SEND_ERROR: .connection("the connection was lost")
            case CURLE_PEER_FAILED_VERIFICATION: .connection("the server's certificate is not trusted")
            case CURLE_SSL_CONNECT_ERROR: .connection("no secure connection could be made")
            case CURLE_URL_MALFORMAT: .invalidRequest("its address is not one that libcurl knows how to ask")
            case CURLE_UNSUPPORTED_PROTOCOL, CURLE_WEIRD_SERVER_REPLY, CURLE_BAD_CONTENT_ENCODING:
                .malformedAnswer(String(cString: curl_easy_strerror(code)))
            case CURLE_PARTIAL_FILE: .malformedAnswer("it ended before its body was complete")
            default: .connection("\(String(cString: curl_easy_strerror(code))) (\(code.rawValue))")
            }
        }
    }
#endif
