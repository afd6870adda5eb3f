// SPDX-License-Identifier: Apache-2.0

#if os(Linux)
    import CCurl

    /// The requests that libcurl works on.
    ///
    /// Used on the thread of ``CurlLoop`` alone.
    struct CurlRequests {
        private let multi: UnsafeMutableRawPointer
        private var requests: [HTTPHop: CurlRequest] = [:]
        private var hops: [UnsafeMutableRawPointer: HTTPHop] = [:]

        init(_ multi: UnsafeMutableRawPointer) {
            self.multi = multi
        }

        var isEmpty: Bool { requests.isEmpty }

        mutating func add(_ start: CurlLoop.Start) {
            guard let request = CurlRequest(start) else {
                return start.exchange.fail(.connection("libcurl refuses the request"))
            }
            let code = ccurl_multi_add(multi, request.easy)
            guard code == 0 else { return start.exchange.fail(.connection("libcurl refuses the request (\(code))")) }
            requests[start.hop] = request
            hops[request.easy] = start.hop
        }

        mutating func remove(_ hop: HTTPHop) {
            guard let request = requests.removeValue(forKey: hop) else { return }
            hops[request.easy] = nil
            _ = ccurl_multi_remove(multi, request.easy)
        }

        /// Reports to the exchanges what is over.
        mutating func settle() {
            var code: Int32 = 0
            while let easy = ccurl_multi_next_ended(multi, &code) {
                guard let hop = hops[easy], let request = requests[hop] else {
                    // Every handle that was added is in the table until it is removed.
                    _ = ccurl_multi_remove(multi, easy)
                    continue
                }
                remove(hop)
                request.ended(code)
            }
        }
    }
#endif
