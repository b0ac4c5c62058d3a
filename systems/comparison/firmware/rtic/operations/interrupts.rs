// SPDX-License-Identifier: Apache-2.0
//! As ../../operations/interrupts.c, with a signal in place of the semaphore: a rising interrupt line
//! at a random moment, to its handler, to a higher task that the handler's signal lets go on, and
//! what an interrupt takes from the running task whose handler writes a signal nobody waits for.
#![no_std]
#![no_main]

#[rtic::app(device = soc, backend = H0, peripherals = false)]
mod app {
    use comparison::{bench, board, line_starts, soc, start, stop, stop_line};
    use portable_atomic::{AtomicU32, Ordering::Relaxed};
    use rtic_sync::signal::{Signal, SignalReader};

    const DELAY: u32 = 400;
    const PHASES: u32 = 64;
    const ROUNDS: u32 = 1000;
    const SAMPLES: u32 = 32;

    // Lines: of the handler, of the task, of nobody.
    const LATENCY: u32 = 0;
    const DISPATCH: u32 = 1;
    const RETURN: u32 = 2;

    line_starts!(0, "interrupt_handler");
    line_starts!(1, "interrupt_dispatch");

    static SIGNAL: Signal<()> = Signal::new();
    static NOBODYS: Signal<()> = Signal::new();
    static CYCLES: AtomicU32 = AtomicU32::new(0);

    #[shared]
    struct Shared {}

    #[local]
    struct Local {
        reader: SignalReader<'static, ()>,
        baseline: u32,
    }

    #[init]
    fn init(_: init::Context) -> (Shared, Local) {
        bench::begin();
        let baseline = bench::busy_loop_cycles(ROUNDS);
        board::set_interrupt_handler(LATENCY, latency);
        board::set_interrupt_handler(DISPATCH, dispatch);
        board::set_interrupt_handler(RETURN, to_nobody);
        high::spawn().unwrap();
        low::spawn().unwrap();
        (Shared {}, Local { reader: SIGNAL.take_reader(), baseline })
    }

    extern "C" fn latency(line: u32) {
        CYCLES.store(stop_line!("interrupt_handler"), Relaxed);
        board::acknowledge_interrupt(line);
    }

    extern "C" fn dispatch(line: u32) {
        board::acknowledge_interrupt(line);
        SIGNAL.writer().write(());
    }

    extern "C" fn to_nobody(line: u32) {
        board::acknowledge_interrupt(line);
        NOBODYS.writer().write(());
    }

    #[task(priority = 2, local = [reader])]
    async fn high(context: high::Context) {
        loop {
            context.local.reader.wait().await;
            CYCLES.store(stop_line!("interrupt_dispatch"), Relaxed);
        }
    }

    fn timed(line: u32) -> u32 {
        CYCLES.store(0, Relaxed);
        bench::start_at_line(line);
        board::arm_interrupt(line, DELAY, PHASES - 1);
        bench::busy_loop(ROUNDS);
        let cycles = CYCLES.load(Relaxed);
        assert!(cycles != 0);
        cycles
    }

    #[inline(never)]
    fn compute() -> u32 {
        start!("interrupt_return");
        bench::busy_loop(ROUNDS);
        stop!("interrupt_return")
    }

    #[task(priority = 1, local = [baseline])]
    async fn low(context: low::Context) {
        let baseline = *context.local.baseline;

        for sample in 0..SAMPLES {
            bench::sample(c"interrupt-handler", timed(LATENCY), c"sample=%u", sample);
            bench::sample(c"interrupt-dispatch", timed(DISPATCH), c"sample=%u", sample);
            board::arm_interrupt(RETURN, DELAY, PHASES - 1);
            let taken = compute();
            bench::sample_stolen(
                c"interrupt-return",
                taken,
                baseline,
                c"sample=%u baseline=%lu",
                sample,
            );
        }

        bench::end()
    }
}
