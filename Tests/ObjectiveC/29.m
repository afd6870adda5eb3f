// SPDX-License-Identifier: Apache-2.0
// S2 "Analytics Swift Nielsen DCR Plugin", Playback Events
// Needs: - play: (id)
#import <NielsenAppApi/NielsenAppApi.h>
static void snippet(NielsenAppApi *sdk, NSDictionary *options) {
NSDictionary *channelInfo = @{
// channelName is optional for DCR, if not present Nielsen asks to set default
@"channelName" : options[@"channelName"] ?: @"defaultChannelName",
// if mediaURL is not available, Nielsen expects an empty value
@"mediaURL" : options[@"mediaUrl"] ?: @""
};
[sdk play: (id) channelInfo];
}
