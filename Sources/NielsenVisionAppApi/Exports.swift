// SPDX-License-Identifier: Apache-2.0

// The name under which sources for visionOS import the SDK.
@_exported public import NielsenAppApi
