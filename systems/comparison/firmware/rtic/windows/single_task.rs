// SPDX-License-Identifier: Apache-2.0
//! As ../../windows/single_task.c: the first instruction of the only task ends the simulation.
#![no_std]
#![no_main]

#[rtic::app(device = soc, backend = H0, peripherals = false)]
mod app {
    use comparison::soc::{self, registers};
    use comparison::ticks::{self, Ticks};
    use portable_atomic::AtomicU32;

    /// 64 KB, as the others' heaps: start-up clears it.
    static MEMORY: [AtomicU32; 16384] = [const { AtomicU32::new(0) }; 16384];

    #[shared]
    struct Shared {}

    #[local]
    struct Local {}

    #[init]
    fn init(_: init::Context) -> (Shared, Local) {
        core::hint::black_box(&MEMORY);
        Ticks::start(ticks::MILLISECOND);
        only::spawn().unwrap();
        (Shared {}, Local {})
    }

    #[task(priority = 1)]
    async fn only(_: only::Context) {
        loop {
            registers::write(registers::SIMULATION_EXIT_OFFSET, 0);
        }
    }
}
