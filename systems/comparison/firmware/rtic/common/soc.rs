// SPDX-License-Identifier: Apache-2.0
//! The reference SoC as RTIC wants a device: its interrupts and its CLINT (docs/reference/soc.md).

use riscv_peripheral::aclint::{Clint, mswi::MSWI, mtimer::MTIMER};

pub mod interrupt {
    #[riscv::pac_enum(unsafe HartIdNumber)]
    #[derive(Clone, Copy, Debug, Eq, PartialEq)]
    pub enum Hart {
        H0 = 0,
    }

    /// By their mcause.
    #[riscv::pac_enum(unsafe CoreInterruptNumber)]
    #[derive(Clone, Copy, Debug, Eq, PartialEq)]
    pub enum CoreInterrupt {
        MachineSoft = 3,
        MachineTimer = 7,
        MachineExternal = 11,
        Uart = 16,
    }
}

/// Addresses of registers, with the names of soc_constants.h without their `SOC_`.
pub mod registers {
    const BASE: usize = 0x9000_0000;

    include!(concat!(env!("OUT_DIR"), "/registers.rs"));

    pub fn read(address: usize) -> u32 {
        unsafe { (address as *const u32).read_volatile() }
    }

    pub fn write(address: usize, value: u32) {
        unsafe { (address as *mut u32).write_volatile(value) }
    }
}

#[derive(Clone, Copy)]
pub struct CLINT;

unsafe impl Clint for CLINT {
    const BASE: usize = registers::CLINT_MSIP_OFFSET;
    const MTIME_FREQ: usize = 80_000_000;
}

impl CLINT {
    #[inline]
    pub const fn mswi() -> MSWI<Self> {
        MSWI::new()
    }

    #[inline]
    pub const fn mtimer() -> MTIMER<Self> {
        MTIMER::new()
    }
}
