// SPDX-License-Identifier: Apache-2.0

/// The call that exceeded its budget.
enum OverrunCulprit {
    case hearing(Subscription, Event)
    case construction(Subscription)
    case work(OverrunCall)
}
