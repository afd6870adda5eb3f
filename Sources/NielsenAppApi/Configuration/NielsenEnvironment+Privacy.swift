// SPDX-License-Identifier: Apache-2.0

extension NielsenPrivacy {
    /// Makes the settings of an environment for a user who has not chosen.
    init(_ environment: NielsenEnvironment, _ device: NielsenDevice) {
        self.init(flavor: environment.flavor, isForKids: environment.isForKids, device: device)
    }
}
