// SPDX-License-Identifier: Apache-2.0

// The package manager builds no target without a source file.
