// SPDX-License-Identifier: Apache-2.0

import HubServices

/// The events of a file, out of whatever it wraps them in.
struct SegmentInput {
    /// A value that should be an event.
    struct Entry {
        let line: Int
        let value: JSONValue
    }

    /// The members under which the host library sends several events at once.
    private static let wrappers = ["batch", "events", "messages"]

    /// Returns the events of a value of the file: those of a batch, or the value itself.
    static func entries(of item: InputValues.Item, _ value: JSONValue) -> [Entry] {
        guard let object = value.objectValue, object["type"] == nil, object["event"] == nil else {
            return [Entry(line: item.line, value: value)]
        }
        for name in wrappers {
            guard let elements = object[name]?.arrayValue, elements.contains(where: { $0.objectValue != nil }) else {
                continue
            }
            let lines = lines(of: elements.count, under: name, item)
            return elements.enumerated().map { index, element in
                // A batch may be for some destinations as a whole.
                guard let all = object["integrations"], var event = element.objectValue, event["integrations"] == nil
                else { return Entry(line: lines[index], value: element) }
                event["integrations"] = all
                return Entry(line: lines[index], value: .object(event))
            }
        }
        return [Entry(line: item.line, value: value)]
    }

    private static func lines(of count: Int, under name: String, _ item: InputValues.Item) -> [Int] {
        guard let text = try? JSONSourceText(item.bytes) else { return Array(repeating: item.line, count: count) }
        let paths = (0..<count).map { [JSONSourceText.Step.member(name), .element($0)] }
        return text.places(of: paths).map { item.line + $0.line - 1 }
    }

    /// The time of an event, under the first of its names that has one.
    static func timestamp(of value: JSONValue) -> JSONValue? {
        for name in ["timestamp", "originalTimestamp", "original_timestamp"] {
            if let time = value[name], !time.isNull { return time }
        }
        return nil
    }
}
