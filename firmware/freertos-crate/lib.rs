// SPDX-License-Identifier: Apache-2.0
// Empty: Cargo wants a target, this project only names a dependency.
