// SPDX-License-Identifier: Apache-2.0
//! What the programs of the comparison share on RTIC: docs/explanation/comparison.md.
#![no_std]

pub mod bench;
pub mod board;
pub mod soc;
pub mod ticks;
pub mod window;
