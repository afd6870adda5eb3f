// SPDX-License-Identifier: Apache-2.0
//
// What only a run-time of Objective-C shows, for whoever has a Mac.

#import <ACPCore/ACPCore.h>
#import <NielsenAppApi/NielsenAppApi.h>
@import XCTest;

@interface GreeterTests : XCTestCase
@end

@implementation GreeterTests

- (void)testAnExtensionInObjectiveCIsMadeAndAnswers {
    NSError *error = nil;
    XCTAssertTrue([ACPCore registerExtension:NSClassFromString(@"Greeter") error:&error], @"%@", error);
    [ACPCore start:^{}];
    ACPExtensionEvent *question = [ACPExtensionEvent extensionEventWithName:@"Greeting"
                                                                       type:@"com.example.greeting"
                                                                     source:@"app"
                                                                       data:@{@"number": @1, @"is": @YES, @"text": @"a"}
                                                                      error:&error];
    XCTAssertEqualObjects(question.eventData[@"number"], @1);
    XCTAssertEqualObjects(question.eventData[@"is"], @YES);
    XCTestExpectation *answered = [self expectationWithDescription:@"an answer"];
    XCTAssertTrue([ACPCore dispatchEventWithResponseCallback:question
                                            responseCallback:^(ACPExtensionEvent *answer) { [answered fulfill]; }
                                                       error:&error]);
    [self waitForExpectations:@[answered] timeout:5];
}

- (void)testErrorsCrossWithTheirDomain {
    NSError *error = nil;
    XCTAssertNil([ACPExtensionEvent extensionEventWithName:nil type:@"t" source:@"s" data:nil error:&error]);
    XCTAssertEqualObjects(error.domain, ACPExtensionErrorDomain);
    XCTAssertEqual(error.code, ADBBadExtensionNameExtensionError);
}

- (void)testTheClassesHaveTheirDocumentedNames {
    for (NSString *name in @[@"ACPCore", @"ACPExtension", @"ACPIdentity", @"NielsenAppApi", @"NielsenEventTracker"]) {
        XCTAssertNotNil(NSClassFromString(name), @"%@", name);
    }
}

@end
