// SPDX-License-Identifier: Apache-2.0
// S0 "DCR Thailand Video iOS SDK", loadMetadata, Objective C
// Needs: - loadMetadata:
#import <NielsenAppApi/NielsenAppApi.h>
static void snippet(NielsenAppApi *nielsenApi, NSDictionary *contentMetadata) {
[nielsenApi loadMetadata:(contentMetadata)];
}
