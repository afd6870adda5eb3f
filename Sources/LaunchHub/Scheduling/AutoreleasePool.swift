// SPDX-License-Identifier: Apache-2.0

#if canImport(ObjectiveC)
    import ObjectiveC
#endif

/// Runs a body inside an autorelease pool of its own where there is an Objective-C run-time: a thread of the hub has
/// none.
@inline(__always)
func withAutoreleasePool<Result>(_ body: () -> Result) -> Result {
    #if canImport(ObjectiveC)
        return autoreleasepool(invoking: body)
    #else
        return body()
    #endif
}
