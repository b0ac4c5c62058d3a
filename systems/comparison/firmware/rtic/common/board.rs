// SPDX-License-Identifier: Apache-2.0
//! The board: board.h for Rust, and what traps come to.

use core::ffi::{CStr, c_char, c_int};
use core::panic::PanicInfo;

use riscv::register::{mcause, mie};

use crate::soc::interrupt::CoreInterrupt;

const EXIT_FAILURE: c_int = 1;

mod c {
    use super::{c_char, c_int};

    unsafe extern "C" {
        pub fn board_exit(code: c_int) -> !;
        pub fn board_set_interrupt_handler(line: u32, handler: extern "C" fn(u32));
        pub fn board_set_uart_handler(handler: extern "C" fn());
        pub fn board_arm_interrupt(line: u32, delay: u32, mask: u32);
        pub fn board_acknowledge_interrupt(line: u32);
        pub fn freertos_risc_v_application_interrupt_handler(mcause: usize);
        pub fn freertos_risc_v_application_exception_handler(mcause: usize) -> !;
        pub fn printf(format: *const c_char, ...) -> c_int;
    }
}

pub fn set_interrupt_handler(line: u32, handler: extern "C" fn(u32)) {
    unsafe {
        c::board_set_interrupt_handler(line, handler);
        mie::set_mext();
    }
}

pub fn set_uart_handler(handler: extern "C" fn()) {
    unsafe { c::board_set_uart_handler(handler) }
}

pub fn arm_interrupt(line: u32, delay: u32, mask: u32) {
    unsafe { c::board_arm_interrupt(line, delay, mask) }
}

pub fn acknowledge_interrupt(line: u32) {
    unsafe { c::board_acknowledge_interrupt(line) }
}

/// Ends the program when something the benchmark rests on did not work.
pub fn failed(why: &CStr) -> ! {
    unsafe {
        c::printf(c"the benchmark cannot go on: %s\n".as_ptr(), why.as_ptr());
        c::board_exit(EXIT_FAILURE)
    }
}

#[panic_handler]
fn panicked(_: &PanicInfo) -> ! {
    failed(c"Rust panicked")
}

#[riscv_rt::core_interrupt(CoreInterrupt::MachineExternal)]
fn external() {
    unsafe { c::freertos_risc_v_application_interrupt_handler(mcause::read().bits()) }
}

#[riscv_rt::core_interrupt(CoreInterrupt::Uart)]
fn uart() {
    unsafe { c::freertos_risc_v_application_interrupt_handler(mcause::read().bits()) }
}

/// riscv-rt's name for what every trap that is no interrupt comes to.
#[unsafe(export_name = "ExceptionHandler")]
fn exception() -> ! {
    unsafe { c::freertos_risc_v_application_exception_handler(mcause::read().bits()) }
}
