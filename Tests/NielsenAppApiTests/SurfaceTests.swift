// SPDX-License-Identifier: Apache-2.0

import Foundation
import NielsenAppApi
import Testing

/// Code as apps write it after the documents; that it compiles is most of the test.
struct SurfaceTests {
    class NielsenInit: NSObject {
        class func createNielsenAppApi(delegate: any NielsenAppApiDelegate, _ environment: NielsenEnvironment)
            -> NielsenAppApi?
        {
            let appInformation: [String: String] = [
                "appid": "PE392366B-F2C1-4BC4-AB62-A7DAFDCXXXXX",
                "nol_devDebug": "DEBUG",
            ]
            return NielsenAppApi(appInfo: appInformation, delegate: delegate, environment: environment)
        }
    }

    class ViewController: NSObject, NielsenAppApiDelegate {
        var nielsenAppApi: NielsenAppApi?

        func run(_ environment: NielsenEnvironment) {
            nielsenAppApi = NielsenInit.createNielsenAppApi(delegate: self, environment)
            let contentMetadata = ["type": "content", "assetid": "C77664"]
            nielsenAppApi?.play()
            self.nielsenAppApi?.loadMetadata(contentMetadata)
            let time: Float64 = 12.5
            let position = Int64(time)
            self.nielsenAppApi?.playheadPosition(position)
            self.nielsenAppApi?.updateOTT(["ottStatus": "0"])
            nielsenAppApi?.userOptOut("nielsenappsdk://1")
            let viewabilityData: [String: Any] = [
                "viewTag": "1", "viewContainer": self, "friendlyObstructions": ["2", "3"],
            ]
            nielsenAppApi?.trackViewability(viewabilityData)
            nielsenAppApi?.stop()
            nielsenAppApi?.end()
            nielsenAppApi?.staticEnd()
        }
    }

    @Test func documentedCodeRuns() throws {
        let bench = Bench()
        let controller = ViewController()
        controller.run(bench.environment())
        let api = try #require(controller.nielsenAppApi)
        #expect(URL(string: api.optOutURL) != nil)
        #expect(bench.records == ["view content C77664#1 []", "end content C77664#1 []"])
        #expect(api.optOutStatus)
        #expect(kNielsenWebClose == "nielsen://close")
    }

    @Test func codesAreTheDocumentedOnes() {
        #expect(AppApiEventCode.allCases.map(\.rawValue) == [2001, 2002])
        #expect(LogCode.allCases.map(\.rawValue) == Array(1...19))
        #expect(AppApiErrorCode.allCases.map(\.rawValue) == Array(1001...1009))
        #expect(LogCode.failedParseMetadata.documentedName == "LogCodeFailedParseMetadata")
        #expect(LogCode.exception.documentedName == "LogCodeException")
        #expect(AppApiErrorCode.anExceptionOccured.documentedName == "AppApiAnExceptionOccured")
        #expect(AppApiEventCode.startup.documentedName == "AppApiStartup")
        #expect(NielsenError(.longAd, "x").description == "16 LogCodeLongAd: x")
    }
}
