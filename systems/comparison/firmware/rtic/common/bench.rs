// SPDX-License-Identifier: Apache-2.0
//! bench.h for Rust: the same instructions at the same labels, and its C functions.

use core::ffi::{CStr, c_char};

use crate::soc::registers;

/// Samples of one point.
pub const SAMPLES: u32 = 8;

mod c {
    use super::c_char;

    unsafe extern "C" {
        pub static bench_overhead: u32;
        pub fn bench_begin();
        pub fn bench_sample(metric: *const c_char, cycles: u32, parameters: *const c_char, ...);
        pub fn bench_end() -> !;
        pub fn bench_busy_loop(rounds: u32);
        pub fn bench_busy_loop_cycles(rounds: u32) -> u32;
    }
}

pub fn begin() {
    unsafe { c::bench_begin() }
}

pub fn end() -> ! {
    unsafe { c::bench_end() }
}

pub fn busy_loop(rounds: u32) {
    unsafe { c::bench_busy_loop(rounds) }
}

pub fn busy_loop_cycles(rounds: u32) -> u32 {
    unsafe { c::bench_busy_loop_cycles(rounds) }
}

/// Prints one sample; `parameter` as `c"tasks=%u"`.
pub fn sample(metric: &CStr, cycles: u32, parameter: &CStr, value: u32) {
    unsafe { c::bench_sample(metric.as_ptr(), cycles, parameter.as_ptr(), value) }
}

/// Prints a sample of what was stolen from a loop; `parameters` as `c"tasks=%u baseline=%lu"`.
pub fn sample_stolen(metric: &CStr, cycles: u32, baseline: u32, parameters: &CStr, value: u32) {
    let stolen = cycles.wrapping_sub(baseline);
    unsafe { c::bench_sample(metric.as_ptr(), stolen, parameters.as_ptr(), value, baseline) }
}

/// The cycles since `start!`.
pub fn cycles() -> u32 {
    registers::read(registers::STOPWATCH_COUNT_OFFSET) - unsafe { c::bench_overhead }
}

/// The cycles since a line rose: see bench.h.
pub fn cycles_since_line() -> u32 {
    registers::read(registers::STOPWATCH_COUNT_OFFSET) - 1
}

/// Lets the line's next rising edge start the stopwatch.
pub fn start_at_line(line: u32) {
    const ENABLE: u32 = 1 << 31;

    registers::write(registers::STOPWATCH_RESET_OFFSET, 0);
    registers::write(registers::STOPWATCH_TRIGGER_OFFSET, ENABLE | line);
}

/// BENCH_START: what follows is measured. A label exists once; what follows a dot tells several of
/// a metric apart.
#[macro_export]
macro_rules! start {
    ($metric:literal) => {
        $crate::start!($metric, 0)
    };
    ($metric:literal, $point:expr) => {
        unsafe {
            core::arch::asm!(
                "lui  t0, %hi({reset})",
                "sw   zero, %lo({reset})(t0)",
                "sw   zero, %lo({start})(t0)",
                concat!(".global probe_start_", $metric, ".{point}"),
                concat!("probe_start_", $metric, ".{point}:"),
                "mv   {argument}, {argument}",
                reset = const $crate::soc::registers::STOPWATCH_RESET_OFFSET,
                start = const $crate::soc::registers::STOPWATCH_START_OFFSET,
                point = const $point,
                argument = inout(reg) 0 => _,
                out("t0") _,
            )
        }
    };
}

/// The label and the stop of BENCH_STOP.
#[macro_export]
macro_rules! stop_at {
    ($metric:literal, $point:expr) => {
        unsafe {
            core::arch::asm!(
                concat!(".global probe_stop_", $metric, ".{point}"),
                concat!("probe_stop_", $metric, ".{point}:"),
                "lui  t0, %hi({pause})",
                "sw   zero, %lo({pause})(t0)",
                pause = const $crate::soc::registers::STOPWATCH_PAUSE_OFFSET,
                point = const $point,
                out("t0") _,
            )
        }
    };
}

/// BENCH_STOP: the cycles since `start!`.
#[macro_export]
macro_rules! stop {
    ($metric:literal) => {
        $crate::stop!($metric, 0)
    };
    ($metric:literal, $point:expr) => {{
        $crate::stop_at!($metric, $point);
        $crate::bench::cycles()
    }};
}

/// BENCH_STOP_LINE: the cycles since the line rose.
#[macro_export]
macro_rules! stop_line {
    ($metric:literal) => {{
        $crate::stop_at!($metric, 0);
        $crate::bench::cycles_since_line()
    }};
}

/// BENCH_LINE_STARTS: from a rising interrupt line to a `stop_line!`.
#[macro_export]
macro_rules! line_starts {
    ($line:literal, $metric:literal) => {
        core::arch::global_asm!(
            concat!(".global probe_pin", $line, "_start_", $metric),
            concat!(".set probe_pin", $line, "_start_", $metric, ", 0"),
        );
    };
}
