// SPDX-License-Identifier: Apache-2.0

// Stands in for the framework of the same name where that does not exist: the documented names that the documents'
// Objective-C uses, and nothing else. Swift has its own stand-in.

#pragma once
#import <Foundation/Foundation.h>

typedef struct {
    int64_t value;
    int32_t timescale;
    uint32_t flags;
    int64_t epoch;
} CMTime;
FOUNDATION_EXPORT CMTime CMTimeMakeWithSeconds(double seconds, int32_t preferredTimescale);
FOUNDATION_EXPORT double CMTimeGetSeconds(CMTime time);

NS_ASSUME_NONNULL_BEGIN

FOUNDATION_EXPORT NSNotificationName const AVAudioSessionRouteChangeNotification;
FOUNDATION_EXPORT NSString *const AVAudioSessionPortAirPlay;

@interface AVAudioSessionPortDescription : NSObject
@property(readonly) NSString *portType;
@property(readonly) NSString *portName;
@property(readonly) NSString *UID;
@end

@interface AVAudioSessionRouteDescription : NSObject
@property(readonly) NSArray<AVAudioSessionPortDescription *> *outputs;
@end

@interface AVAudioSession : NSObject
+ (AVAudioSession *)sharedInstance;
@property(readonly) AVAudioSessionRouteDescription *currentRoute;
@end

@interface AVMetadataItem : NSObject
@property(nonatomic, readonly, copy, nullable) id key;
@property(nonatomic, readonly, copy, nullable) NSDictionary<NSString *, id> *extraAttributes;
@end

@interface AVPlayer : NSObject
- (id)addPeriodicTimeObserverForInterval:(CMTime)interval
                                   queue:(nullable dispatch_queue_t)queue
                              usingBlock:(void (^)(CMTime time))block;
@end

NS_ASSUME_NONNULL_END
