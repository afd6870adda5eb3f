// SPDX-License-Identifier: Apache-2.0

import ACPIdentity
import ACPLifecycle
import ACPSignal
import Foundation
import HubServices
import LaunchHub
import LaunchHubTesting
import Testing

@testable import ACPCore

extension ClientTests {
    /// What the facade refuses, and what it says then.
    @Suite(.timeLimit(.minutes(10)))
    struct ACPRefusalTests {
        private let fresh = FreshHost()

        private var errors: [String] { fresh.log.records.filter { $0.level == .error }.map(\.message) }

        @Test func anAppGroupThatIsNoNameIsRefusedAndOneThatCanBeUsedIsNot() {
            ACPCore.setAppGroup("../elsewhere")
            let text =
                "the app group ../elsewhere is not used: call setAppGroup before anything else, with a plain name"
            #expect(errors == [text])
            // The tests use no group, so none may be named again and again.
            ACPCore.setAppGroup(nil)
            ACPCore.setAppGroup(nil)
            #expect(errors == [text])
        }

        @Test func anExtensionThatIsRegisteredTwiceIsRefusedAndTheLogSaysSo() async {
            for register in [
                ACPIdentity.registerExtension, ACPLifecycle.registerExtension, ACPSignal.registerExtension,
            ] {
                let before = errors.count
                register()
                #expect(errors.count == before)
                register()
                #expect(errors.count == before + 1)
                #expect(errors.last?.contains("is registered already") == true)
            }
            #expect(Set(fresh.log.records.map(\.tag)).isSuperset(of: ["ACPIdentity", "ACPLifecycle", "ACPSignal"]))
        }

        @Test func errorsOfTheHubHaveTheDocumentedCodes() throws {
            func code(_ error: any Error) -> UInt {
                let translated = ACPExtensionError.error(for: error)
                #expect(translated.domain == ACPExtensionErrorDomain)
                #expect(translated.localizedDescription == String(describing: error))
                return UInt(bitPattern: translated.code)
            }
            let ofHub: [(HubError.Reason, UInt)] = [
                (.badName, 1), (.duplicateName("a"), 2), (.typeNotSupported, 3), (.sourceNotSupported, 4),
                (.badClass("A", needed: "B"), 6), (.notRegistered("a"), 0), (.shutDown, 0), (.alreadySet(at: 1), 0),
                (.initializerFailed("a", "b"), 0),
            ]
            for (reason, number) in ofHub { #expect(code(HubError(reason)) == number) }
            #expect(code(EventError(.emptyName)) == 1)
            #expect(code(EventError(.typeNotSupported(""))) == 3)
            #expect(code(EventError(.sourceNotSupported(""))) == 4)
            #expect(code(StorageError(.read, path: "/a", detail: "b")) == 0)
            do {
                try JSONObject(["n": .double(.nan)]).validate()
                Issue.record("it was accepted")
            } catch {
                #expect(code(error) == 5)
                #expect(code(EventError(.dataNotSupported(error))) == 5)
                #expect(code(HubError(.dataNotSupported(error))) == 5)
            }
            // One that is of the domain already stays as it is.
            let known = ACPExtensionError.eventNull.error("there is none")
            #expect(ACPExtensionError.error(for: known) === known)
            #expect(ACPExtensionError(known) == .eventNull)
            #expect(ACPExtensionError(StorageError(.read, path: "/a", detail: "b")) == nil)
        }

        @Test func theIdentitiesNameTheOrganizationAndEveryIdentifier() async throws {
            func identities() -> String? {
                let told = Locked<String?>(nil)
                ACPCore.getSdkIdentities { (text: String?) in told.withLock { $0 = text } }
                return told.withLock { $0 }
            }
            #expect(identities() == #"{"users":[]}"#)
            ACPCore.updateConfiguration(["experienceCloud.org": "an-org"])
            ACPCore.setAdvertisingIdentifier("an-ad")
            let ids = """
                {"namespace":"DSID_20915","type":"integrationCode","value":"an-ad"}
                """
            #expect(
                identities() == """
                    {"companyContexts":[{"namespace":"imsOrgID","value":"an-org"}],"users":[{"userIDs":[\(ids)]}]}
                    """
            )
            let told = Locked<String?>(nil)
            ACPCore.getSdkIdentities { (text: String?, error: (any Error)?) in
                told.withLock { $0 = error == nil ? text : "failed" }
            }
            #expect(told.withLock { $0 } == identities())
        }

        @Test func anEventSaysWhatItIs() throws {
            let event = try ACPExtensionEvent(name: "n", type: "t", source: "s", data: ["a": 1])
            #expect(event.eventName == "n" && event.eventType == "t" && event.eventSource == "s")
            #expect(event.description == "#0 n (t / s)")
            #expect(event.eventTimestamp > 1_600_000_000_000)
            #expect(event.eventUniqueIdentifier == event.event?.id.description)
            let empty = ACPExtensionEvent()
            #expect(empty.eventName == "" && empty.eventType == "" && empty.eventSource == "")
            #expect(empty.eventData == nil && empty.eventUniqueIdentifier == "")
            #expect(empty.description == "an event without a name")
        }

        @Test func onlyAListenerOfTheRightClassIsRegistered() {
            let api = ACPExtensionApi()
            let error = #expect(throws: NSError.self) {
                try api.registerListener(NSObject.self, eventType: "t", eventSource: "s")
            }
            #expect(error.flatMap { ACPExtensionError($0) } == .badExtensionClass)
        }

        @Test func whatAHubThatHasEndedIsGivenIsAnError() async throws {
            await fresh.hub.shutDownAndWait()
            let event = try ACPExtensionEvent(name: "n", type: "t", source: "s", data: nil)
            let calls: [() throws -> Void] = [
                { try ACPCore.dispatchEvent(event) }, { try ACPCore.dispatchResponseEvent(event, request: event) },
            ]
            for call in calls {
                let error = #expect(throws: NSError.self) { try call() }
                #expect(error.flatMap { ACPExtensionError($0) } == .unexpected)
                #expect(error?.localizedDescription == "the hub has been shut down; make a new one")
            }
        }
    }
}
