// SPDX-License-Identifier: Apache-2.0

import Foundation

/// Makes instances of classes that are known by their types only.
///
/// Swift makes such an instance by a `required` initializer. With an Objective-C run-time clients do not write that word,
/// and the run-time finds the initializer by its name.
enum ClassFactory {
    static func make(_ type: ACPExtension.Type) -> ACPExtension {
        #if canImport(ObjectiveC)
            (type as NSObject.Type).init() as? ACPExtension ?? ACPExtension()
        #else
            type.init()
        #endif
    }

    static func make(_ type: ACPExtensionListener.Type) -> ACPExtensionListener {
        #if canImport(ObjectiveC)
            (type as NSObject.Type).init() as? ACPExtensionListener ?? ACPExtensionListener()
        #else
            type.init()
        #endif
    }
}
