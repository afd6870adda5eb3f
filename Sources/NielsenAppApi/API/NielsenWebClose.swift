// SPDX-License-Identifier: Apache-2.0

/// The address that the opt-out page goes to when it wants to be closed.
///
/// Source: "DCR Video iOS SDK guide", "Global iOS SDK No Ad Framework Opt-out".
public let kNielsenWebClose = "nielsen://close"
