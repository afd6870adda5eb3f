// SPDX-License-Identifier: Apache-2.0

extension NielsenMeasurementRecord {
    /// The content that an ad runs in.
    package struct Content: Sendable, Hashable {
        /// The number of its view: nil where none has begun, and 0 where it is over, as of the content before a postroll.
        package var view: Int?
        /// Its metadata, with that of its channel.
        package var metadata: [String: String]

        package init(view: Int?, metadata: [String: String]) {
            self.view = view
            self.metadata = metadata
        }
    }
}
