// SPDX-License-Identifier: Apache-2.0

// swift-format-ignore-file
// The snippets stand as their documents print them.

// Source: "DCR Video iOS SDK guide" and "iOS SDK API Reference". Everything between the marks of a snippet stands as
// published. The view controllers are in PageSnippets.swift. Left out is the reference's example of reading ID3 tags,
// which lacks arguments and closing braces in its source.

import Foundation
// snippet: "DCR Video iOS SDK guide", "Import Framework"
import NielsenAppApi
// end of snippet

// snippet: "DCR Video iOS SDK guide", "NielsenInit.swift"
class NielsenInit: NSObject {
    class func createNielsenAppApi(delegate: NielsenAppApiDelegate) -> NielsenAppApi? {
    let appInformation:[String: String] = [
           "appid": "PE392366B-F2C1-4BC4-AB62-A7DAFDCXXXX",
           "nol_devDebug": "DEBUG"
        ]
        return NielsenAppApi(appInfo:appInformation, delegate:delegate)}}
// end of snippet

/// What the page of an app keeps around the snippets.
class Page: NSObject, NielsenAppApiDelegate {
    var nielsenAppApi: NielsenAppApi!
    var nielsenMeter: NielsenAppApi!
    var mAppSdk: NielsenAppApi!
    var nielsenApi: NielsenAppApi!
    var nielsenSdk: NielsenAppApi!
    var sdkInstance: NielsenAppApi!
    var data: [String: String] = [:]
    var currentStatus: [String: String] = [:]
    let avPlayerViewController = AVPlayerViewController()
    var jsAppSDK: NielsenAppSDKJSHandler?
    var webView: WKWebView? = WKWebView()

    init(_ api: NielsenAppApi) {
        nielsenAppApi = api
        nielsenMeter = api
        mAppSdk = api
        nielsenApi = api
        nielsenSdk = api
        sdkInstance = api
    }

    func loadStaticMetadata() -> [String: String] {
        // snippet: "DCR Video iOS SDK guide", "Example Static Object"
        let staticData =
            [
                "type": "static",
                "section": "Section Name",
                "segA": "segmentA",
                "segB": "segmentB",
                "segC": "en-us"
        ]
        // end of snippet
        return staticData
    }

    func loadContentMetadata() -> [String: String] {
        // snippet: "DCR Video iOS SDK guide" and "iOS Configure Metadata", "Metadata Example"
        let contentMetadata = [
            "type": "content",
            "assetid": "C77664",
            "program": "The Big Bang Theory",
            "title": "The Pants Alternative S03E18",  //Formats accepted: S01E03, S1E3, S1 E3
            "crossId1": "EP009311820061", //optional
            "crossId2": "Content Originator", //optional
            "length": "3600",
            "airdate": "2022-03-21T10:05:00", 
            "isfullepisode": "Yes",
            "adloadtype": "2",
            "segB": "CustomSegmentValueB", //optional
            "segC": "CustomSegmentValueC" //optional
        ];
        // end of snippet
        return contentMetadata
    }

    /// "iOS SDK API Reference", "Handling JSON Metadata"; the closing bracket is missing in the source.
    func loadOtherContentMetadata() -> [String: String] {
        // snippet
        let contentMetadata = [
            "type": "content",
            "assetid": "C77664",
            "title": "Program S2, E3",
            "isfullepisode": "Yes",
            "program": "Program Name",
            "length": "3600",
            "airdate": "20171020 10:05:00",
            "adloadtype": "2",
            "segB": "CustomSegmentValueB", //optional
            "segC": "CustomSegmentValueC", //optional
        // end of snippet
        ]
        return contentMetadata
    }

    /// "DCR Video iOS SDK guide", "Sample API Sequence".
    func sampleSequence(_ pos: Int64) {
        let contentMetadata = loadContentMetadata()
        // snippet
        self.data = loadStaticMetadata()
        self.nielsenMeter .loadMetadata(self.data)

        nielsenMeter.play()
        nielsenMeter.loadMetadata(contentMetadata)
        nielsenMeter.playheadPosition(pos);
        nielsenMeter.end()
        // end of snippet
    }

    /// "DCR Video iOS SDK guide", "Use Case 2: Content has Advertisements", row by row.
    func advertisements(_ play: (_ second: (Int64) -> Void) -> Void) {
        let contentMetaDataObject = loadContentMetadata()
        let prerollMetadataObject = ["type": "preroll", "assetid": "ad123"]
        let midrollMetaDataObject = ["type": "midroll", "assetid": "ad124"]
        let postrollMetaDataObject = ["type": "postroll", "assetid": "ad125"]
        // snippet
        mAppSdk.play();
        mAppSdk.loadMetadata(contentMetaDataObject);
        mAppSdk.loadMetadata(prerollMetadataObject);
        play { playheadPosition in
        mAppSdk.playheadPosition(playheadPosition);
        }
        mAppSdk.stop();
        mAppSdk.loadMetadata(contentMetaDataObject);
        play { playheadPosition in
        mAppSdk.playheadPosition(playheadPosition);
        }
        mAppSdk.loadMetadata(midrollMetaDataObject);
        play { playheadPosition in
        mAppSdk.playheadPosition(playheadPosition);
        }
        mAppSdk.stop();
        mAppSdk.loadMetadata(contentMetaDataObject);
        play { playheadPosition in
        mAppSdk.playheadPosition(playheadPosition);
        }
        mAppSdk.end();
        mAppSdk.loadMetadata(postrollMetaDataObject);
        play { playheadPosition in
        mAppSdk.playheadPosition(playheadPosition);
        }
        mAppSdk.stop();
        // end of snippet
    }

    /// "DCR Video iOS SDK guide", "Sequence of Calls".
    func sequenceOfCalls() {
        let contentMetadata = loadContentMetadata()
        // snippet
        nielsenAppApi?.play();
        self.nielsenAppApi?.loadMetadata(contentMetadata)
        //Monitor the Playhead position of the AVPlayer
        let timeInterval: CMTime = CMTimeMakeWithSeconds(1.0,10)
        self.avPlayerViewController.player?.addPeriodicTimeObserver(forInterval: timeInterval, queue: DispatchQueue.main) {(elapsedTime: CMTime) -> Void in
            if self.avPlayerViewController.player!.currentItem?.status == .readyToPlay {
                let time : Float64 = self.avPlayerViewController.player!.currentTime().seconds;
                let pos = Int64(time);
                NSLog("New Elapse Time = \(time)");
                self.nielsenAppApi?.playheadPosition(pos);
            }
        }
        nielsenApi.stop()
        nielsenApi.end()
        // end of snippet
    }

    /// "DCR Video iOS SDK guide", "Global iOS SDK No ID Opt-out": there the variable has the class's name.
    func optOut() {
        let NielsenAppApi = nielsenAppApi
        // snippet
        NielsenAppApi?.userOptOut("nielsenappsdk://1"); // User opt-out
        // end of snippet
    }

    func optOutPage() -> URL? {
        var page: URL?
        // snippet: "DCR Video iOS SDK guide", "Sample Code for Global Build"
        if let appApi = self.nielsenApi {
            //Getting the optPut URL from SDK
            if let url = URL(string: appApi.optOutURL) {
                // end of snippet
                page = url
            }}
        return page
    }

    /// "DCR Video iOS SDK guide", "Calling trackViewability for player view".
    func viewability(_ targetView: PlayerView, _ controlsView: PlayerView, _ activityIndicatorView: PlayerView) {
        let controlsViewTag = controlsView
        // snippet
        let targetViewTag = targetView.tag
        // The document uses `controlsViewTag` in its own definition; the tag is taken from the view here.
        let activityIndicatorViewTag = activityIndicatorView.tag
        let viewabilityData: [String:Any] = ["viewTag": "\(targetViewTag)",
                                             "viewContainer": targetView.window!,
                                             "friendlyObstructions": ["\(controlsViewTag)", "\(activityIndicatorViewTag)"]]
        sdkInstance.trackViewability(viewabilityData)
        // end of snippet
    }

    // snippet: "DCR Video iOS SDK guide", "AirPlay"
    func handleRouteChanged(_ notification: Notification) {
    var currentStatus: [String: String] = ["ottStatus": "0"]
    let session = AVAudioSession.sharedInstance()
    let currentRoute = session.currentRoute
    for outputPort in currentRoute.outputs {
    if outputPort.portType == AVAudioSessionPortAirPlay {
    currentStatus["ottStatus"] = "1"
    currentStatus["ottDeviceModel"] = outputPort.portName
    currentStatus["ottDeviceID"] = outputPort.uid
    if outputPort.portName == "AirPlay" {
    currentStatus["ottDevice"] = "airplay"
    currentStatus["ottType"] = "airplay"
    }
    else {
    if outputPort.portName.contains("Apple TV") {
    currentStatus["ottDevice"] = "appleTV"
    }
    else {
    currentStatus["ottDevice"] = "other"
    }
    if outputPort.uid.hasSuffix("airplay") {
    currentStatus["ottType"] = "airplay"
    }
    else if outputPort.uid.hasSuffix("screen") {
    currentStatus["ottType"] = "mirroring"
    }
    else {
    currentStatus["ottType"] = "other"
    }
    }
    }
    }
    // report OTT status update to Nielsen SDK
    self.reportOTTUpdate(currentStatus)
    }
    func reportOTTUpdate(_ ottDict: [String: String]) {
    if let nielsenSdk = self.nielsenAppApi {
    nielsenSdk.updateOTT(currentStatus)
    }
    }
    // end of snippet

    /// "DCR Video iOS SDK guide", "Using the NielsenAppSDKJSHandler"; the closing brace is missing in the source.
    func measureWebView() {
        // snippet
        self.jsAppSDK=NielsenAppSDKJSHandler(apiType: "ggPM")
        if let jsAppSDK = self.jsAppSDK{
           self.webView?.configuration.userContentController.add(jsAppSDK, name: "NielsenSDKMsg")
        // end of snippet
        }
    }
}
