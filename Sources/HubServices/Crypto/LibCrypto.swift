// SPDX-License-Identifier: Apache-2.0

#if os(Linux)
    import CCrypto

    /// The preparation before the first use of libcrypto.
    enum LibCrypto {
        /// Lets libcrypto free nothing when the process ends.
        ///
        /// Its clean-up runs while other threads still work with it, so a process that ended in the middle of a request would
        /// crash. The first use in a process decides, so every use of ours asks for this.
        static let outlivesMain: Void = { _ = OPENSSL_init_crypto(UInt64(OPENSSL_INIT_NO_ATEXIT), nil) }()
    }
#endif
