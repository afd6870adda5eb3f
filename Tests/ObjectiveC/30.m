// SPDX-License-Identifier: Apache-2.0
// S2 "Analytics Swift Nielsen DCR Plugin", Playback, Content and Ad Events (tables)
// Needs: - stop, - end, - loadMetadata:
#import <NielsenAppApi/NielsenAppApi.h>
static void snippet(NielsenAppApi *sdk, id metadata) {
    [sdk loadMetadata:(id)metadata]; [sdk stop]; [sdk end];
}
