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
