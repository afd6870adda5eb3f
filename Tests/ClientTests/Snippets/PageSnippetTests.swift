// SPDX-License-Identifier: Apache-2.0

import HubServices
import NielsenAppApi
import Testing

extension ClientTests {
    /// The view controllers of the documents compile for a client and do what the text beside them says.
    struct PageSnippetTests {
        @Test func aViewControllerMakesItsSDK() {
            let controller = ViewController()
            controller.load()
            #expect(controller.nielsenAppApi.meterVersion != nil)
        }

        @Test func theOptOutPageIsShown() throws {
            let controller = GlobalBuild.OptOutVC()
            controller.nielsenApi = try NielsenAppApi.forSnippets()
            controller.load()
            #expect(controller.webView.loaded.map { $0?.absoluteString } == [controller.nielsenApi.optOutURL])
            controller.closeOptOutView()
            #expect(!controller.isShown)
        }

        @Test func theChoiceOnTheOptOutPageIsTakenAndThePageCloses() throws {
            let controller = OptOutVC()
            let api = try NielsenAppApi.forSnippets()
            controller.nielsenApi = api
            controller.load()
            let page = try #require(controller.webView)
            #expect(page.go(to: api.optOutURL) == .allow)
            #expect(page.go(to: "https://example.com/more", .linkActivated) == .cancel)
            #expect(page.loaded.last??.absoluteString == "https://example.com/more")
            #expect(page.go(to: "https://example.com/more#", .linkActivated) == .allow)
            #expect(page.go(to: "nielsenappsdk://1") == .cancel)
            #expect(api.optOutStatus)
            #expect(page.go(to: "nielsenappsdk://0") == .cancel)
            #expect(!api.optOutStatus)
            #expect(controller.isShown)
            #expect(page.go(to: kNielsenWebClose) == .cancel)
            #expect(!controller.isShown)
        }

        @Test func theSDKDecidesAboutAddressesAsTheSnippetDoes() throws {
            let controller = OptOutVC()
            let api = try NielsenAppApi.forSnippets()
            controller.nielsenApi = api
            controller.load()
            let page = try #require(controller.webView)
            let addresses = [
                api.optOutURL, kNielsenWebClose, "nielsenappsdk://1", "nielsen://other", "https://example.com/#",
                "https://example.com/", "about:blank",
            ]
            for address in addresses {
                for isLink in [true, false] {
                    let policy = page.go(to: address, isLink ? .linkActivated : .other)
                    let decision = NielsenOptOutNavigation(url: address, isLink: isLink)
                    #expect((policy == .allow) == decision.isAllowed, "\(address), \(isLink)")
                }
            }
        }

        @Test func aTaggedPageIsHeardUntilItsViewControllerIsGone() throws {
            var controller: TaggedPageVC? = TaggedPageVC()
            controller?.load()
            let page = try #require(controller?.webView)
            let handlers = page.configuration.userContentController
            #expect(handlers.handlers["NielsenSDKMsg"] is NielsenAppSDKJSHandler)
            #expect(page.loaded.count == 1)
            controller = nil
            #expect(handlers.handlers.isEmpty)
            #expect(!page.isInWindow)
        }

        @available(*, deprecated, message: "It runs a snippet that calls what is deprecated.")
        @Test func contentWithoutAdvertisementsIsOneView() throws {
            let clock = ManualClock()
            let page = Page(try NielsenAppApi.forSnippets(clock: clock))
            var next: Int64 = 0
            page.noAdvertisements { second in
                for position in next..<next + 40 {
                    second(position)
                    clock.advance(by: .seconds(1))
                }
                next += 40
            }
            #expect(page.nielsenAppApi.creditSummary.map(\.assetid) == ["C77664"])
            #expect(page.nielsenAppApi.creditSummary.map(\.seconds) == [80])
        }

        @Test func metadataIsTakenAsTheTextThatTheDocumentsShow() throws {
            let page = Page(try NielsenAppApi.forSnippets())
            page.jsonText()
            page.nielsenAppApi.playheadPosition(0)
            #expect(page.nielsenAppApi.creditSummary.contains { $0.assetid == "ad123" && $0.lane == .ad })
            #expect(page.nielsenAppApi.lastErrorDict == nil)
        }
    }
}
