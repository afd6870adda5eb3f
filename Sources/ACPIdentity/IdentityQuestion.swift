// SPDX-License-Identifier: Apache-2.0

import ACPCoreBase
import Foundation
import HubServices
import LaunchHub

/// A question of the app to the extension, asked as a request of the hub.
struct IdentityQuestion {
    /// The answer to a question.
    struct Answer<Value: Sendable>: Sendable {
        var value: Value?
        var error: (any Error)?
    }

    private static let tag = "ACPIdentity"

    let name: String
    let data: JSONObject

    static let identifiers = IdentityQuestion(name: "Identity Request Identifiers", data: [:])
    static let urlVariables = IdentityQuestion(
        name: "Identity Request URL Variables",
        data: [IdentityKey.urlVariables: true]
    )

    /// Asks the extension.
    ///
    /// - Parameter completion: Receives the response's data or an error, once, on a thread of the hub.
    func ask(_ completion: @escaping @Sendable (Answer<JSONObject>) -> Void) {
        let event: Event
        do throws(EventError) {
            event = try Event(name: name, type: IdentityAddress.type, source: IdentityAddress.request, data: data)
        } catch {
            return completion(Answer(error: ACPError.unexpected.error("\(error)")))
        }
        ACPCoreHost.hub.request(event) { outcome in
            switch outcome {
            case .response(let response): completion(Answer(value: response.data))
            case .timeout: completion(Answer(error: ACPError.callbackTimeout.error("no response came in time")))
            case .noListener:
                let why = "the extension is not registered; call ACPIdentity.registerExtension() before the start"
                completion(Answer(error: ACPError.extensionNotInitialized.error(why)))
            case .cancelled, .hubShutDown:
                completion(Answer(error: ACPError.unexpected.error("the request was cancelled")))
            }
        }
    }

    /// Asks the extension and waits for the answer.
    ///
    /// - Returns: The response's data.
    /// - Throws: An `NSError` of `ACPErrorDomain` if there is no answer.
    func answer() async throws -> JSONObject {
        try await Self.value { ask($0) } ?? [:]
    }

    /// Waits for an answer and returns its value.
    static func value<Value: Sendable>(
        of question: (@escaping @Sendable (Answer<Value>) -> Void) -> Void
    ) async throws -> Value? {
        let answer = await awaitedValue { question($0) }
        if let error = answer.error { throw error }
        return answer.value
    }

    /// Asks for a link with the visitor in it.
    static func append(to url: URL?, _ completion: @escaping @Sendable (Answer<URL>) -> Void) {
        // As documented: what cannot carry the visitor is returned as it is.
        guard let url, !url.absoluteString.isEmpty else { return completion(Answer(value: url)) }
        let data: JSONObject = [IdentityKey.baseURL: .string(url.absoluteString)]
        IdentityQuestion(name: "Identity Append To URL", data: data).ask { answer in
            if let error = answer.error { return completion(Answer(error: error)) }
            guard let text = answer.value?[IdentityKey.updatedURL]?.stringValue, let updated = URL(string: text) else {
                return completion(Answer(error: ACPError.unexpected.error("the response has no URL")))
            }
            completion(Answer(value: updated))
        }
    }

    /// Dispatches identifiers for the extension to keep.
    static func dispatchSync(of identifiers: [AnyHashable: Any], _ state: ACPMobileVisitorAuthenticationState) {
        let hub = ACPCoreHost.hub
        var texts: [String: JSONValue] = [:]
        for (type, identifier) in identifiers {
            guard let type = type as? String, !type.isEmpty, let identifier = identifier as? String else {
                hub.log.error(tag, "an identifier is ignored: its type is text that is not empty, and it is text")
                continue
            }
            texts[type] = .string(identifier)
        }
        guard !texts.isEmpty else { return }
        do throws(EventError) {
            let event = try Event(
                name: "Identity Sync Identifiers",
                type: IdentityAddress.type,
                source: IdentityAddress.request,
                data: [
                    IdentityKey.isSync: true, IdentityKey.syncedIDs: .object(JSONObject(texts)),
                    IdentityKey.authenticationState: .int(Int64(state.rawValue)),
                ]
            )
            hub.dispatch(event)
        } catch {
            hub.log.error(tag, "identifiers are not synchronised: \(error)")
        }
    }
}
