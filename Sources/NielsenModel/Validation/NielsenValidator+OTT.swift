// SPDX-License-Identifier: Apache-2.0

/// Validation of the state of a connected device.
///
/// Source: "DCR Video iOS SDK guide", "AirPlay"; "DCR & DTVR iOS Adobe Launch Extension", "ottData".
extension NielsenValidator {
    static let deviceKeys = [
        "ottStatus", "ottType", "ottDevice", "ottDeviceName", "ottDeviceID", "ottDeviceManufacturer", "ottDeviceModel",
        "ottDeviceVersion",
    ]
    private static let undocumentedDeviceKeys = UndocumentedKeys(documented: deviceKeys)

    func checkOTT(_ values: [String: String], _ reported: Set<String>) -> [NielsenValidationIssue] {
        let subject = "updateOTT"
        var issues: [NielsenValidationIssue] = []
        let status = values["ottStatus"]
        switch status {
        case nil where reported.contains("ottStatus"): break
        case nil: issues.append(NielsenValidationIssue(.missing, key: "ottStatus", subject: subject))
        case "1", "0": break
        case let text?:
            let rule = NielsenText.isBlank(text) ? Rule.empty : .ottStatusValue
            issues.append(NielsenValidationIssue(rule, key: "ottStatus", value: text, subject: subject))
        }
        for key in Self.deviceKeys.dropFirst() {
            guard let value = values[key] else {
                let isNeeded = key == "ottType" || key == "ottDevice"
                if status == "1", isNeeded, !reported.contains(key) {
                    issues.append(NielsenValidationIssue(.ottIncomplete, key: key, subject: subject))
                }
                continue
            }
            if status == "0" {
                issues.append(NielsenValidationIssue(.ottSuperfluous, key: key, subject: subject))
            } else if NielsenText.isBlank(value) {
                issues.append(NielsenValidationIssue(.optionalEmpty, key: key, subject: subject))
            }
        }
        return issues + Self.undocumentedDeviceKeys.issues(in: values.keys, subject: subject)
    }
}
