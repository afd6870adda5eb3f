// SPDX-License-Identifier: Apache-2.0

// swift-format-ignore-file
// The snippets stand as their documents print them.

// Source: "DCR Video iOS SDK guide". The view controllers of the guide, as published, on the stand-ins beside this
// file. Left out are the imports of Apple's frameworks, `#selector`, and what the source has too much or too little:
// noted where it stands.

import Foundation
import NielsenAppApi

// snippet: "DCR Video iOS SDK guide", "ViewController.swift"
class ViewController: UIViewController, NielsenAppApiDelegate, AVPictureInPictureControllerDelegate, CLLocationManagerDelegate  {
    let avPlayerViewController = AVPlayerViewController()
    var avPlayer:AVPlayer?
    var nielsenAppApi: NielsenAppApi!
  override func viewDidLoad() {
        super.viewDidLoad()
        self.nielsenAppApi = NielsenInit.createNielsenAppApi(delegate: self)
        NSLog("Nielsen SDK initialized")
}}
// end of snippet

/// The name of this class stands in the source twice.
enum GlobalBuild {
// snippet: "DCR Video iOS SDK guide", "Sample Code for Global Build"
class OptOutVC: UIViewController, NielsenAppApiDelegate, WKNavigationDelegate {
    var nielsenApi : NielsenAppApi!
    var webView: WKWebView!
   
    override func loadView() {
        webView = WKWebView()
        webView.navigationDelegate = self
        view = webView
    }
    override func viewDidLoad() {
        super.viewDidLoad()
    if let appApi = self.nielsenApi {
            //Getting the optPut URL from SDK
            if let url = URL(string: appApi.optOutURL) {
                webView.load(URLRequest(url: url))
                webView.allowsBackForwardNavigationGestures = true
            }}}
        func closeOptOutView() {
            self.dismiss(animated: true, completion: nil)
        }}
// end of snippet
}

// snippet: "DCR Video iOS SDK guide", "Sample code for No Ad Framework Build"
class OptOutVC: UIViewController, NielsenAppApiDelegate, WKNavigationDelegate {
    var nielsenApi : NielsenAppApi!
    var webView: WKWebView!
   
    override func loadView() {
        webView = WKWebView()
        webView.navigationDelegate = self
        view = webView
    }
    override func viewDidLoad() {
        super.viewDidLoad()
        if let appApi = self.nielsenApi {
            //Getting the optPut URL from SDK
            if let url = URL(string: appApi.optOutURL) {
                webView.load(URLRequest(url: url))
                webView.allowsBackForwardNavigationGestures = true
            }}}
        func closeOptOutView() {
            self.dismiss(animated: true, completion: nil)
        }
        func webView(_ webView: WKWebView, decidePolicyFor navigationAction: WKNavigationAction, decisionHandler: 
@escaping (WKNavigationActionPolicy) -> Void) {
            print(navigationAction.request.url?.absoluteString as Any) //For debugging to check what is being passed from webpage.
            if navigationAction.request.url?.absoluteString == "nielsen://close" {
                closeOptOutView()
                decisionHandler(.cancel)
            } else {
                if let url = navigationAction.request.url?.absoluteString, url.hasPrefix("nielsen") {
                    // A full stop ends this line in the source.
                    nielsenApi?.userOptOut(url) //either nielsenappsdk://1 or nielsenappsdk://0
                    decisionHandler(.cancel)
                } else {
                    if navigationAction.navigationType == .linkActivated {
                        if let url = navigationAction.request.url?.absoluteString, url.hasSuffix("#") {
                            decisionHandler(.allow)
                        } else {
                            decisionHandler(.cancel)
                            webView.load(navigationAction.request)
                        }
                    } else {
                        decisionHandler(.allow)
                    }}}}
}
// end of snippet

/// "DCR Video iOS SDK guide", "Using the NielsenAppSDKJSHandler": the class around the example is not in the source.
class TaggedPageVC: UIViewController, WKNavigationDelegate {
  var webView: WKWebView!
  // snippet
  let jsFunctionNativeMessage = "NielsenSDKMsg"
  var jsAppSDK: NielsenAppSDKJSHandler?
    
    override func loadView() {
        webView = WKWebView()
        webView.navigationDelegate = self
        view = webView
    }
    
    override func viewDidLoad() {
        super.viewDidLoad()
        let url = URL(string: "https://nielsen.com/index.htm")!
        self.jsAppSDK=NielsenAppSDKJSHandler(apiType: "ggPM")
        if let jsAppSDK = self.jsAppSDK{
            self.webView?.configuration.userContentController.add(jsAppSDK, name: "NielsenSDKMsg")
            webView.load(URLRequest(url: url))
            webView.allowsBackForwardNavigationGestures = true
        }
}
    deinit {
        if let webView = self.webView {
            webView.configuration.userContentController.removeScriptMessageHandler(forName: jsFunctionNativeMessage)
        }
        self.jsAppSDK = nil
        if let webView = self.webView {
            webView.removeFromSuperview()
        }
        self.webView = nil
    }
  // end of snippet
}

extension Page {
    /// "DCR Video iOS SDK guide", "Use Case 1: Content has no Advertisements", row by row, with the playhead's name as
    /// it stands there.
    @available(*, deprecated, message: "The source calls what is deprecated.")
    func noAdvertisements(_ play: (_ second: (Int64) -> Void) -> Void) {
        let contentMetaDataObject = loadContentMetadata()
        // snippet
        mAppSdk.play();
        mAppSdk.loadMetadata(contentMetaDataObject);
        play { playheadPosition in
        mAppSdk.setPlayheadPosition(playheadPosition);
        }
        mAppSdk.stop();
        mAppSdk.loadMetadata(contentMetaDataObject);
        play { playheadPosition in
        mAppSdk.setPlayheadPosition(playheadPosition);
        }
        mAppSdk.end();
        // end of snippet
    }

    /// The objects that the documents show as JSON, passed as the text that they are.
    func jsonText() {
        mAppSdk.play()
        mAppSdk.loadMetadata(
            """
            {
              "type": "content",
              "assetid": "vid345-67483",
              "program": "The Big Bang Theory",
              "title": "The Pants Alternative S03E18",
              "airdate": "2022-03-21T10:05:00", 
              "isfullepisode": "Yes",
              "adloadtype": "2",
              "length": "3600"
            }
            """
        )
        mAppSdk.loadMetadata(
            """
            {
               "type": "preroll",
               "assetid": "ad123"
            }
            """
        )
    }
}
