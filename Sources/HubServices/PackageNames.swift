// SPDX-License-Identifier: Apache-2.0

// What apps import beside this package has these names too (Segment's HTTP client, the log and the privacy status of
// AEPCore), so the public ones begin with `Hub`. Inside the package, where nothing collides, the short ones will do.

package typealias HTTPClient = HubHTTPClient
package typealias Log = HubLog
package typealias LogLevel = HubLogLevel
package typealias PrivacyStatus = HubPrivacyStatus
