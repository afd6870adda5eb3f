// SPDX-License-Identifier: Apache-2.0

import LaunchHub

/// A job that has nothing to do.
final class EmptyJob: HubJob {
    func run() -> (any HubJob)? { nil }
    var progress: UInt64 { 0 }
}
