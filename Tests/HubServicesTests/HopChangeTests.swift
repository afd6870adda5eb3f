// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

@testable import HubServices

/// What of an answer is forgotten where it leads to another one, and lines of heads in odd forms.
struct HopChangeTests {
    private func url(_ text: String) throws -> URL { try #require(URL(string: text)) }

    /// A transfer that was led on by an answer with a body and its length.
    private func ledOn() throws -> HTTPTransfer {
        var transfer = HTTPTransfer(.get(try url("https://a.example/x")))
        let headers: HTTPHeaders = ["Location": "/y", "Content-Length": "5"]
        let head = HTTPResponse(status: 302, headers: headers, url: try url("https://a.example/x"))
        #expect(transfer.received(head: head) == .wait)
        #expect(transfer.received(body: Data("moved".utf8)) == .wait)
        guard case .follow(let next) = transfer.ended(nil, late: nil) else {
            Issue.record("it is not followed")
            return transfer
        }
        #expect(next.url.absoluteString == "https://a.example/y")
        #expect(transfer.request == next)
        return transfer
    }

    @Test func theAnswerBeforeIsNotTheAnswer() throws {
        var failed = try ledOn()
        #expect(failed.ended(.cancelled, late: nil) == .finish(.failure(.cancelled)))
        var silent = try ledOn()
        #expect(silent.ended(nil, late: nil) == .finish(.failure(.connection("it ended without an answer"))))
    }

    @Test func theBodyAndTheLengthBeforeAreForgotten() throws {
        let head = HTTPResponse(status: 200, url: try url("https://a.example/y"))
        var late = try ledOn()
        #expect(late.ended(nil, late: head) == .finish(.success(head)))
        var other = try ledOn()
        #expect(other.received(head: head) == .wait)
        #expect(other.received(body: Data("new".utf8)) == .wait)
        var whole = head
        whole.body = Data("new".utf8)
        #expect(other.ended(nil, late: nil) == .finish(.success(whole)))
    }

    @Test func anErrorBehindAWholeAnswerIsTheEnd() throws {
        var transfer = HTTPTransfer(.get(try url("https://a.example/x")))
        let head = HTTPResponse(status: 200, headers: ["Content-Length": "1"], url: try url("https://a.example/x"))
        #expect(transfer.received(head: head) == .wait)
        #expect(transfer.received(body: Data("x".utf8)) == .wait)
        #expect(transfer.ended(.connection("reset"), late: nil) == .finish(.failure(.connection("reset"))))
    }

    // MARK: - Heads

    private func steps(_ lines: [String]) -> [HTTPHeadReader.Step] {
        var reader = HTTPHeadReader()
        return lines.map { line in
            var text = line
            return text.withUTF8 { reader.read($0) }
        }
    }

    @Test func eightyCharactersOfAFirstLineAreShown() {
        let line = String(repeating: "a", count: 79)
        for (more, shown) in [("", ""), ("b", "b"), ("bc", "b")] {
            let error = HTTPError.malformedAnswer("its first line is \"\(line)\(shown)\"")
            #expect(steps([line + more + "\r\n"]) == [.refused(error)])
        }
    }

    @Test(arguments: ["\n", "\r\n", "\r\r\n", ""])
    func aLineEndsInOddWays(_ end: String) {
        let lines = ["HTTP/1.0 404 Not Found at all", "A : 1", "b:x:y", "\tz", "A:2", ""].map { $0 + end }
        let complete = HTTPHeadReader.Step.complete(status: 404, ["A": "1, 2", "b": "x:y z"])
        #expect(steps(lines) == [.more, .more, .more, .more, .more, complete])
    }

    @Test func anAnswerThatChangesTheProtocolIsRefused() {
        #expect(
            steps(["HTTP/1.1 101 Switching\r\n"]) == [.refused(.malformedAnswer("it changes to another protocol"))]
        )
        #expect(steps(["HTTP/1.1 102 Processing\r\n", "\r\n", "\r\n"]) == [.more, .more, .more])
    }
}
