// SPDX-License-Identifier: Apache-2.0
//! comparison.h for Rust: the thesis's window of ten ticks of 1 ms at 80 MHz.

use core::ffi::{CStr, c_char};

use rtic_time::Timebase;

use crate::ticks::Ticks;

const TICKS: u32 = 10;

/// The same in cycles.
pub const CYCLES: u32 = 800_000;

/// Of each criterion in one run.
pub const WINDOWS: u32 = 3;

mod c {
    use super::c_char;

    unsafe extern "C" {
        pub fn comparison_phase() -> u32;
        pub fn comparison_wait(cycles: u32);
        pub fn comparison_count(
            metric: *const c_char,
            operations: u32,
            parameter: *const c_char,
            value: u32,
        );
    }
}

pub fn ticks() -> u32 {
    Ticks::now().as_ticks()
}

/// Waits for a random part of a tick; returns TIME_A, which is to come, and TIME_B.
pub fn open() -> (u32, u32) {
    wait_for_phase();
    let first = ticks() + 1;
    (first, first + TICKS)
}

pub fn wait_for_phase() {
    wait(unsafe { c::comparison_phase() });
}

/// Keeps the core busy until that many cycles have passed.
pub fn wait(cycles: u32) {
    unsafe { c::comparison_wait(cycles) }
}

/// Prints the operations counted in one window.
pub fn count(metric: &CStr, operations: u32, tasks: u32) {
    unsafe { c::comparison_count(metric.as_ptr(), operations, c"tasks".as_ptr(), tasks) }
}
