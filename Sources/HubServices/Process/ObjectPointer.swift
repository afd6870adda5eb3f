// SPDX-License-Identifier: Apache-2.0

/// An object as a C library keeps it: a pointer that the library hands back to callbacks.
///
/// Whoever retains an object for a library releases it once, when no callback can come any more. The type that is asked for
/// has to be that of the object.
package enum ObjectPointer {
    /// Returns a pointer to an object that stays until ``release(_:)``.
    package static func retained(_ object: AnyObject) -> UnsafeMutableRawPointer {
        Unmanaged.passRetained(object).toOpaque()
    }

    /// Returns a pointer to an object that outlives the use of the pointer.
    package static func unretained(_ object: AnyObject) -> UnsafeMutableRawPointer {
        Unmanaged.passUnretained(object).toOpaque()
    }

    /// Returns the object behind a pointer.
    package static func object<Object: AnyObject>(_ pointer: UnsafeMutableRawPointer) -> Object {
        Unmanaged<Object>.fromOpaque(pointer).takeUnretainedValue()
    }

    /// Gives up an object that was retained.
    package static func release(_ pointer: UnsafeMutableRawPointer) {
        Unmanaged<AnyObject>.fromOpaque(pointer).release()
    }
}
