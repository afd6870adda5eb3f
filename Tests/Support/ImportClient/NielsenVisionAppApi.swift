// SPDX-License-Identifier: Apache-2.0

import NielsenVisionAppApi

/// The SDK under its name on visionOS.
enum MeasuredAppOnVision {
    static func version() -> String? { NielsenAppApi().meterVersion }
}
