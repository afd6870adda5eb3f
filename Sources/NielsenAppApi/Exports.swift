// SPDX-License-Identifier: Apache-2.0

// The parts of this product are modules of their own; who imports the product has what is public in all of them.
// Foundation is there because the documented header imports it.
@_exported public import Foundation
@_exported public import NielsenDelivery
@_exported public import NielsenMeasurement
@_exported public import NielsenModel
@_exported public import NielsenPings
