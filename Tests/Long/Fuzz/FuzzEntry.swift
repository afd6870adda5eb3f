// SPDX-License-Identifier: Apache-2.0

import Foundation
import HubServices

/// The target that the environment variable `FUZZ_TARGET` names.
private let target: Locked<any FuzzTarget> = {
    let name = ProcessInfo.processInfo.environment["FUZZ_TARGET"] ?? ""
    guard let target = FuzzTargets.named(name) else { fail("there is no target \"\(name)\"") }
    return Locked(target)
}()

/// What libFuzzer calls with each input, on one thread.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzOneInput(_ bytes: UnsafePointer<UInt8>?, _ count: Int) -> Int32 {
    let input = Data(UnsafeBufferPointer(start: bytes, count: count))
    target.withLock { $0.run(input) }
    return 0
}

/// What libFuzzer's function for comparisons of a byte with a constant is replaced by.
///
/// Readers compare each byte with many constants, so that it took up to a fifth of the time. It would only find which byte
/// is compared with, which the branch behind the comparison shows too.
@_cdecl("__wrap___sanitizer_cov_trace_const_cmp1")
public func ignoreComparison(_ constant: UInt8, _ value: UInt8) {}
