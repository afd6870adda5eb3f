// SPDX-License-Identifier: Apache-2.0
// S1 "iOS SDK API Reference", Retrieving ID3 Tags, Objective C
// Needs: - sendID3:
#import <NielsenAppApi/NielsenAppApi.h>
#import <AVFoundation/AVFoundation.h>
@interface Tags : NSObject { AVPlayer *player; NielsenAppApi *nielsenApi; NSArray *array; NSString *timedMetadataKey; }
- (void)handleTimedMetadata:(AVMetadataItem *)timedMetadata;
@end
static int TimedMetadataObserverContext;
@implementation Tags
- (void)observe {
        //Setting observer to track timedMetadata
        [player addObserver:self
                 forKeyPath: timedMetadataKey
                    options: (NSKeyValueObservingOptionNew)
                    context: &TimedMetadataObserverContext];
}
- (void)observeValueForKeyPath:(NSString *)keyPath
                      ofObject:(id)object // FIX: this line and the braces are missing in the document's text
                        change:(NSDictionary *)change
                       context:(void *)context
{
    if(keyPath == timedMetadataKey){
        if(context == &TimedMetadataObserverContext){
            id newMetadataArray = [change objectForKey:NSKeyValueChangeNewKey];
            if (newMetadataArray != [NSNull null])
            {
                array = newMetadataArray;
                for (AVMetadataItem *metadataItem in array)
                {
                    //Handling TimedMetadata
                    [self handleTimedMetadata: metadataItem];
                }
            }
        }
    }
}
- (void)handleTimedMetadata:(AVMetadataItem *)timedMetadata
{
    // We expect the content to contain plists encoded as timed metadata
    // AVPlayer turns these into NSDictionaries
    id extraAttributeType = [timedMetadata extraAttributes];
    NSString *extraString = nil;
    if ([extraAttributeType isKindOfClass:[NSDictionary class]])
    {
        extraString = [extraAttributeType valueForKey:@"info"];
    }
    else if ([extraAttributeType isKindOfClass:[NSString class]])
    {
        extraString = extraAttributeType;
    }
    NSString *key = [NSString stringWithFormat:@"%@", [timedMetadata key]];
    //If tag starts with "", then only sending to SDK
    if ([key isEqualToString:@"PRIV"] && [extraString rangeOfString:@""].length > 0)
    {
        dispatch_async(dispatch_get_global_queue(DISPATCH_QUEUE_PRIORITY_DEFAULT, 0), ^{
            [nielsenApi sendID3:extraString];
        });
    }
}
@end
