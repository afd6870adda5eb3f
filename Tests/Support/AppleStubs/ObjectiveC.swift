// SPDX-License-Identifier: Apache-2.0

// Stands in for the module of the same name where that does not exist: the documented names that the package uses, and
// nothing else. Nothing but `.ci/apple` is ever checked against it.

/// Runs a body with a pool of its own.
public func autoreleasepool<Result>(invoking body: () throws -> Result) rethrows -> Result { try body() }
