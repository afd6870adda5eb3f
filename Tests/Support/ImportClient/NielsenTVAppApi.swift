// SPDX-License-Identifier: Apache-2.0

import NielsenTVAppApi

/// The SDK under its name on tvOS.
enum MeasuredAppOnTV {
    static func version() -> String? { NielsenAppApi().meterVersion }
}
