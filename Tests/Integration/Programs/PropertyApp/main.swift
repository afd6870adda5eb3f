// SPDX-License-Identifier: Apache-2.0

// The app of the article "Publish a property": it asks for its configuration at its start, and again with each line of
// input, and makes an instance from each one that arrives.

import ACPCore
import Foundation
import LaunchHub
import NielsenAppSDKExtension

let key = "player/launch-EN-player-development"
try ACPCore.registerExtension(NielsenAppSDKExtension.self)
EventHub.shared.listen(type: .configuration, source: .responseContent) { event in
    let made = NielsenAppSDKExtension.instantiateSDKWithRemoteConfiguration()
    let name = event.data["nielsen.ios"]?["appname"]?.stringValue ?? "no name"
    FileHandle.standardOutput.write(Data("\(made["code"] ?? 0) \(name)\n".utf8))
}
ACPCore.configure(withAppId: key)
ACPCore.start {}
while readLine() != nil { ACPCore.configure(withAppId: key) }
