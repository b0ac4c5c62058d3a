// SPDX-License-Identifier: Apache-2.0
//! The tick: a monotonic of rtic-time that counts interrupts of the CLINT's timer.
//!
//! Times are ticks, 32 bits, whatever a tick's cycles; its unit's name, 1 ms, is for fugit. A run of
//! 2^32 cycles is longer than any.

use portable_atomic::{AtomicU32, Ordering::Relaxed};
use riscv::register::mie;
use rtic_time::monotonic::TimerQueueBasedMonotonic;
use rtic_time::timer_queue::{TimerQueue, TimerQueueBackend};

use crate::soc::{CLINT, interrupt::CoreInterrupt, interrupt::Hart, registers};

/// 1 ms at 80 MHz.
pub const MILLISECOND: u32 = 80_000;

static PERIOD: AtomicU32 = AtomicU32::new(0);
static NEXT: AtomicU32 = AtomicU32::new(0);
static COUNT: AtomicU32 = AtomicU32::new(0);
static QUEUE: TimerQueue<Backend> = TimerQueue::new();

pub struct Ticks;

impl Ticks {
    /// The first tick comes after that many cycles, and then one in each `period`.
    pub fn start(period: u32) {
        QUEUE.initialize(Backend);
        PERIOD.store(period, Relaxed);
        set_next(time() + period);
        unsafe { mie::set_mtimer() }
    }
}

impl TimerQueueBasedMonotonic for Ticks {
    type Backend = Backend;
    type Instant = fugit::MonotonicTimerInstantU32<1000>;
    type Duration = fugit::TimerDurationU32<1000>;
}

pub struct Backend;

impl TimerQueueBackend for Backend {
    type Ticks = u32;

    fn now() -> u32 {
        COUNT.load(Relaxed)
    }

    /// Every tick looks at the queue.
    fn set_compare(_: u32) {}

    /// The interrupt may also have been pended.
    fn on_interrupt() {
        let next = NEXT.load(Relaxed);

        if time() >= next {
            COUNT.store(COUNT.load(Relaxed) + 1, Relaxed);
            set_next(next + PERIOD.load(Relaxed));
        } else {
            set_next(next);
        }
    }

    fn clear_compare_flag() {}

    fn pend_interrupt() {
        compare(0);
    }

    fn timer_queue() -> &'static TimerQueue<Self> {
        &QUEUE
    }
}

fn time() -> u32 {
    registers::read(registers::CLINT_MTIME_OFFSET)
}

fn set_next(time: u32) {
    NEXT.store(time, Relaxed);
    compare(time);
}

fn compare(time: u32) {
    CLINT::mtimer().mtimecmp(Hart::H0).write(u64::from(time));
}

#[riscv_rt::core_interrupt(CoreInterrupt::MachineTimer)]
fn tick() {
    unsafe { QUEUE.on_monotonic_interrupt() }
}
