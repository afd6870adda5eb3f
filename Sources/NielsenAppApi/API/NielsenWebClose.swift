// SPDX-License-Identifier: Apache-2.0

/// The address to which the opt-out page navigates to be closed.
///
/// Source: "DCR Video iOS SDK guide", "Global iOS SDK No Ad Framework Opt-out".
public let kNielsenWebClose = "nielsen://close"
