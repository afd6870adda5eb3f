// SPDX-License-Identifier: Apache-2.0

import Testing

/// Tests of the process-wide facades, as a client of the products sees them.
///
/// There is one `ACPCore` in a process, so these run one after the other.
@Suite(.serialized)
enum ClientTests {}
