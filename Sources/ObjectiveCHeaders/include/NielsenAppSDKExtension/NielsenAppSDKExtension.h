// SPDX-License-Identifier: Apache-2.0

#import <ACPCore/ACPCore.h>
@import NielsenAppSDKExtension;
