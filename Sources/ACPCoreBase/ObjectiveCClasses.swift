// SPDX-License-Identifier: Apache-2.0

#if canImport(ObjectiveC)
    #if compiler(<6.1)
        #error("On Apple's systems this package needs Swift 6.1, which can implement classes that Objective-C declares")
    #endif
    @_exported public import ObjectiveCHeaders
#endif
