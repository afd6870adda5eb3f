// SPDX-License-Identifier: Apache-2.0

// What of OpenSSL's libcrypto is used: digests and ciphers through its EVP interface, and certificates.
#ifndef LAUNCH_HUB_CCRYPTO_H
#define LAUNCH_HUB_CCRYPTO_H

#include <openssl/crypto.h>
#include <openssl/evp.h>
#include <openssl/ec.h>
#include <openssl/objects.h>
#include <openssl/pem.h>
#include <openssl/x509v3.h>

// A new key on the curve P-256, or NULL; EVP_PKEY_free frees it. Some versions of the library have a macro among these
// calls, which Swift cannot see.
static inline EVP_PKEY *ccrypto_make_key(void) {
    EVP_PKEY *key = NULL;
    EVP_PKEY_CTX *context = EVP_PKEY_CTX_new_id(EVP_PKEY_EC, NULL);
    if (context && EVP_PKEY_keygen_init(context) == 1 &&
        EVP_PKEY_CTX_set_ec_paramgen_curve_nid(context, NID_X9_62_prime256v1) == 1) {
        EVP_PKEY_keygen(context, &key);
    }
    EVP_PKEY_CTX_free(context);
    return key;
}

#endif
