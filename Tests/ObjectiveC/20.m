// SPDX-License-Identifier: Apache-2.0
// S1 "iOS SDK API Reference", Handling JSON Metadata, Objective C
// Needs: - loadMetadata:
#import <NielsenAppApi/NielsenAppApi.h>
static void snippet(NielsenAppApi *sdk) {
NSDictionary * contentMetadata = @ {
    @ "type": @ "content",
        @ "assetid": @ "C77664",
        @ "title": @ "S2,E3",
        @ "isfullepisode": @ "y",  
        @ "program": @ "Program Name",
        @ "length": @ "3600",
        @ "airdate": @ "20180120 10:00:00",
        @ "adloadtype": @ "2",
        @ "segB": @ "CustomSegmentValueB", //optional
        @ "segC": @ "CustomSegmentValueC", //optional
}; // the document ends before the brace
[sdk loadMetadata:contentMetadata];
}
