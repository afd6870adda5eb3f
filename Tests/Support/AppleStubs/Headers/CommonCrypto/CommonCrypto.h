// SPDX-License-Identifier: Apache-2.0

// Stands in for the library of the same name where that does not exist: the documented names that the package uses, and
// nothing else. Nothing but `.ci/apple` is ever checked against it.

#include <stddef.h>
#include <stdint.h>

typedef int32_t CCCryptorStatus;
typedef uint32_t CCOperation;
typedef uint32_t CCAlgorithm;
typedef uint32_t CCOptions;

enum { kCCSuccess = 0 };
enum { kCCEncrypt = 0, kCCDecrypt };
enum { kCCAlgorithmAES128 = 0 };
enum { kCCOptionPKCS7Padding = 0x0001 };

CCCryptorStatus CCCrypt(CCOperation op, CCAlgorithm alg, CCOptions options, const void *key, size_t keyLength,
                        const void *iv, const void *dataIn, size_t dataInLength, void *dataOut, size_t dataOutAvailable,
                        size_t *dataOutMoved);
