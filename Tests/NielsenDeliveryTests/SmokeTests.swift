// SPDX-License-Identifier: Apache-2.0

import HubServices
import NielsenAppApi
import Testing
