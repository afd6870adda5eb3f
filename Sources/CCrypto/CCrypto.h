// SPDX-License-Identifier: Apache-2.0

// What of OpenSSL's libcrypto is used: digests and ciphers through its EVP interface.
#ifndef LAUNCH_HUB_CCRYPTO_H
#define LAUNCH_HUB_CCRYPTO_H

#include <openssl/evp.h>

#endif
