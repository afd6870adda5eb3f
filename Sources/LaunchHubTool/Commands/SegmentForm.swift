// SPDX-License-Identifier: Apache-2.0

import LaunchHubCertification

/// The form of the output of `launchhub segment`.
enum SegmentForm: Sendable, Hashable {
    /// A timeline for people.
    case text
    /// The calls alone, one a line of JSON.
    case calls
    /// A line of JSON for each event, with its calls, credit and findings.
    case events
    /// The findings alone, in a form that other programs show.
    case findings(CheckForm)
}
