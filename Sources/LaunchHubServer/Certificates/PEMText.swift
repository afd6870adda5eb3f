// SPDX-License-Identifier: Apache-2.0

#if canImport(CCrypto)
    import CCrypto

    /// Reads and writes PEM text with libcrypto.
    enum PEMText {
        /// Passes a text to a reading function of libcrypto.
        ///
        /// - Parameters:
        ///   - text: The text.
        ///   - read: Reads the text. It must not keep the reader, which is valid during the call only.
        /// - Returns: What `read` returns, or nil if the text is too long or memory is short.
        static func read<Result>(_ text: String, _ read: (OpaquePointer) -> Result?) -> Result? {
            var text = text
            return text.withUTF8 { bytes in
                // The reader only looks at the bytes, and they outlive it.
                guard let count = Int32(exactly: bytes.count), let bio = BIO_new_mem_buf(bytes.baseAddress, count)
                else {
                    return nil
                }
                defer { BIO_free(bio) }
                return read(bio)
            }
        }

        /// Collects the text that a writing function of libcrypto writes.
        ///
        /// - Parameter write: Writes the text, and returns 1 if it succeeded, as libcrypto's functions do.
        /// - Returns: The text, or nil if it could not be written.
        static func written(_ write: (OpaquePointer) -> Int32) -> String? {
            guard let bio = BIO_new(BIO_s_mem()) else { return nil }
            defer { BIO_free(bio) }
            guard write(bio) == 1 else { return nil }
            var text: [UInt8] = []
            var buffer = [UInt8](repeating: 0, count: 4_096)
            while true {
                let count = BIO_read(bio, &buffer, Int32(buffer.count))
                guard count > 0 else { break }
                text += buffer.prefix(Int(count))
            }
            return String(decoding: text, as: UTF8.self)
        }
    }
#endif
