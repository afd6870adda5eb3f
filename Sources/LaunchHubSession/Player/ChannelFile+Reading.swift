// SPDX-License-Identifier: Apache-2.0

package import Foundation
import HubServices

extension ChannelFile {
    /// The channels that come with the tool.
    ///
    /// - Throws: ``InputFileError``, which the tests show not to happen.
    package static func builtIn() throws(InputFileError) -> ChannelFile {
        try ChannelFile(Data(PackageResources.channels_json), file: "channels.json")
    }

    /// The session that `launchhub demo` plays.
    ///
    /// - Throws: ``InputFileError``, which the tests show not to happen.
    package static func demo() throws(InputFileError) -> ChannelFile {
        try ChannelFile(Data(PackageResources.demo_json), file: "demo.json")
    }

    /// Reads a channel file.
    ///
    /// - Parameters:
    ///   - data: JSON text in UTF-8.
    ///   - file: The file's name, for messages.
    /// - Throws: ``InputFileError`` with the place in the file and what was expected.
    package init(_ data: Data, file: String) throws(InputFileError) {
        let root: JSONValue
        do {
            root = try JSONValue(jsonData: data)
        } catch {
            let place = JSONFault.first(in: data).map { "the text is not well-formed JSON, \($0)" }
            throw InputFileError(file: file, place ?? "\(error)")
        }
        let node = ChannelNode(file: file, path: "", value: root)
        title = try node.optional("title")?.text() ?? file
        appInfo = try node.required("appInfo", "the app information, with at least \"appid\"").object()
        configuration = try node.optional("configuration")?.object() ?? [:]
        channels = try node.required("channels", "a list of channels").elements()
            .map { node throws(InputFileError) in try Channel(node) }
        guard !channels.isEmpty else {
            throw InputFileError(file: file, place: "at channels", "the list is empty; at least one channel is needed")
        }
        for (index, channel) in channels.enumerated() {
            for (number, action) in channel.script.enumerated() {
                guard case .channel(let name) = action.kind else { continue }
                do throws(ChannelError) {
                    _ = try self.channel(named: name)
                } catch {
                    let place = "at channels[\(index)].script[\(number)].name"
                    throw InputFileError(file: file, place: place, "\(error)")
                }
            }
        }
    }
}

extension Channel {
    fileprivate init(_ node: ChannelNode) throws(InputFileError) {
        name = try node.required("name", "the channel's name").text()
        let kind = try node.optional("stream")
        let text = try kind?.text() ?? Stream.vod.rawValue
        guard let stream = Stream(rawValue: text) else {
            let names = Stream.allCases.map { "\"\($0.rawValue)\"" }.joined(separator: ", ")
            throw (kind ?? node).failure("the stream \"\(text)\" is unknown; expected one of \(names)")
        }
        self.stream = stream
        metadata = try node.required("metadata", "the metadata of the content or the page").object()
        let given = metadata["length"]?.stringValue.flatMap(Int64.init)
        length =
            try node.optional("length")?.seconds()
            ?? (stream == .vod ? given.flatMap { $0 > 0 && $0 <= ChannelNode.longest ? $0 : nil } : nil)
        ads = try (node.optional("ads")?.elements() ?? [])
            .map { node throws(InputFileError) in try Ad(node) }
            .enumerated().sorted { ($0.element.order, $0.offset) < ($1.element.order, $1.offset) }.map(\.element)
        tags = try (node.optional("id3")?.elements() ?? [])
            .map { node throws(InputFileError) in
                try Tag(node)
            }
            .sorted { $0.position < $1.position }
        var script: [UserAction] = []
        var last: Int64?
        for node in try node.required("script", "a list of what the user does").elements() {
            let (action, end) = try UserAction.read(node)
            if let last, action.time < last {
                throw node.failure("\"at\" is \(action.time), but the action before is at \(last)")
            }
            last = action.time
            script += [action] + (end.map { [$0] } ?? [])
        }
        self.script = script.enumerated().sorted { left, right in
            (left.element.time, left.offset) < (right.element.time, right.offset)
        }.map(\.element)
        faults =
            try node.optional("faults").map { node throws(InputFileError) in try PlayerFaults(node) }
            ?? PlayerFaults()
    }
}

extension Channel.Tag {
    fileprivate init(_ node: ChannelNode) throws(InputFileError) {
        position = try node.required("position", "a second of the stream").seconds()
        payload = try node.required("payload", "the payload of a tag").text()
        let step = try node.optional("every")
        every = try step?.seconds()
        guard let step, let every else {
            until = position
            return
        }
        guard every > 0 else { throw step.failure("the seconds between two tags were expected, at least 1") }
        until = try node.required("until", "the second after which no more tags come").seconds()
    }
}

extension Channel.Ad {
    fileprivate init(_ node: ChannelNode) throws(InputFileError) {
        let place = try node.required("position", "a second of the content, or \"end\"")
        position = place.value == "end" ? nil : try place.seconds()
        length = try node.required("length", "the seconds that the ad has").seconds()
        metadata = try node.required("metadata", "the ad's metadata").object()
    }

    fileprivate var order: Int64 { position ?? .max }
}
