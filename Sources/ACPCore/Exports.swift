// SPDX-License-Identifier: Apache-2.0

// As documented, who imports ACPCore has its companions and what its headers import. The companions stand on the core, so
// the core itself is a module of its own.
@_exported public import ACPCoreBase
@_exported public import ACPIdentity
@_exported public import ACPLifecycle
@_exported public import ACPSignal
@_exported public import Foundation

#if canImport(UIKit)
    @_exported public import UIKit
#endif
