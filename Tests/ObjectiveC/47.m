// SPDX-License-Identifier: Apache-2.0
// S4 "Template:iOS Configure Metadata", Metadata Example, Objective-C
// Needs: - loadMetadata:
#import <NielsenAppApi/NielsenAppApi.h>
static void snippet(NielsenAppApi *nielsenApi) {
NSDictionary * contentMetadata = @ {
    @ "type": @ "content",
    @ "assetid": @ "C77664",
    @ "program": @ "The Big Bang Theory",
    @ "title": @ "The Pants Alternative S03E18", //Formats accepted: S01E03, S1E3, S1 E3
    @ "crossId1": @ "EP009311820061", //optional
    @ "crossId2": @ "Content Originator", //optional
    @ "length": @ "3600",
    @ "airdate": @ "2022-03-21T10:05:00",
    @ "isfullepisode": @ "y",  
    @ "adloadtype": @ "2",
    @ "segB": @ "CustomSegmentValueB", //optional
    @ "segC": @ "CustomSegmentValueC" //optional
}
; // the document ends without the semicolon
[nielsenApi loadMetadata:contentMetadata];
}
