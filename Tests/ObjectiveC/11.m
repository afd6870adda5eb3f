// SPDX-License-Identifier: Apache-2.0
// S0 "DCR Thailand Video iOS SDK", playheadPosition, Objective C
// Needs: - playheadPosition: (long long)
#import <NielsenAppApi/NielsenAppApi.h>
#import <AVFoundation/AVFoundation.h>
@interface Player : NSObject { AVPlayer *player; NielsenAppApi *nielsenApi; }
@end
@implementation Player
-(void) setPlayHeadPosition {
    
    //Setting play head position
    CMTime timeInterval = CMTimeMakeWithSeconds(1, 1);
    [player addPeriodicTimeObserverForInterval:(timeInterval) queue:dispatch_get_main_queue() usingBlock:^(CMTime time){
        NSTimeInterval seconds = CMTimeGetSeconds(time);
        NSInteger intSec = seconds;
        
        //Sending data dictionary to SDK with updated playHead position.
        [nielsenApi playheadPosition:(intSec)];
    }];
}
@end
