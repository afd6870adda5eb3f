// SPDX-License-Identifier: Apache-2.0

// The name under which sources for tvOS import the SDK.
@_exported public import NielsenAppApi
