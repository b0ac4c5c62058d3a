// SPDX-License-Identifier: Apache-2.0
//! As ../../operations/delays.c: a task delays itself while others are delayed already, and the next
//! lower one goes on; and what a tick at which nobody wakes takes from a running task.
#![no_std]
#![no_main]

#[rtic::app(device = soc, backend = H0, peripherals = false)]
mod app {
    use comparison::{bench, soc, start, stop, ticks::Ticks, window};
    use fugit::TimerDurationU32;
    use rtic_sync::signal::{Signal, SignalReader, SignalWriter};
    use rtic_time::Timebase;

    const LONG: u32 = 1000;
    const SAMPLES: u32 = 4;

    /// As in the C program: the loop behind half a tick meets exactly one.
    const TICK: u32 = 20_000;
    const ROUNDS: u32 = 4000;

    const SIZES: [u32; 4] = [0, 5, 10, 15];

    #[rustfmt::skip]
    const SLEEPERS: [fn() -> Result<(), ()>; 15] = [
        sleeper_3::spawn, sleeper_4::spawn, sleeper_5::spawn, sleeper_6::spawn, sleeper_7::spawn,
        sleeper_8::spawn, sleeper_9::spawn, sleeper_10::spawn, sleeper_11::spawn, sleeper_12::spawn,
        sleeper_13::spawn, sleeper_14::spawn, sleeper_15::spawn, sleeper_16::spawn, sleeper_17::spawn,
    ];

    static SIGNAL: Signal<()> = Signal::new();

    #[shared]
    struct Shared {}

    #[local]
    struct Local {
        reader: SignalReader<'static, ()>,
        writer: SignalWriter<'static, ()>,
        baseline: u32,
    }

    #[init]
    fn init(_: init::Context) -> (Shared, Local) {
        let (writer, reader) = SIGNAL.split();
        bench::begin();
        let baseline = bench::busy_loop_cycles(ROUNDS);
        Ticks::start(TICK);
        high::spawn().unwrap();
        low::spawn().unwrap();
        (Shared {}, Local { reader, writer, baseline })
    }

    #[task(priority = 2, local = [reader])]
    async fn high(context: high::Context) {
        loop {
            context.local.reader.wait().await;
            start!("delay_block");
            Ticks::delay(TimerDurationU32::from_ticks(2)).await;
        }
    }

    #[inline(never)]
    fn resume(writer: &mut SignalWriter<()>) -> u32 {
        writer.write(());
        stop!("delay_block")
    }

    #[inline(never)]
    fn compute() -> u32 {
        start!("tick_stolen");
        bench::busy_loop(ROUNDS);
        stop!("tick_stolen")
    }

    /// Behind a tick; the next one is far enough for an operation, and within compute().
    fn next_tick() {
        let tick = window::ticks();

        while window::ticks() == tick {}
    }

    #[task(priority = 1, local = [writer, baseline])]
    async fn low(context: low::Context) {
        let mut asleep = 0;

        for size in SIZES {
            while asleep < size {
                SLEEPERS[asleep as usize]().unwrap();
                asleep += 1;
            }

            for _ in 0..SAMPLES {
                next_tick();
                let cycles = resume(context.local.writer);
                bench::sample(c"delay-block", cycles, c"delayed=%u", size);

                for _ in 0..4 {
                    next_tick(); // the delay is of two at least, and of one more
                }

                window::wait(TICK / 2);
                let cycles = compute();
                let baseline = *context.local.baseline;
                bench::sample_stolen(c"tick-stolen", cycles, baseline, c"delayed=%u baseline=%lu", size);
            }
        }

        bench::end()
    }

    async fn sleep() {
        loop {
            Ticks::delay(TimerDurationU32::from_ticks(LONG)).await;
        }
    }

    #[task(priority = 3)] async fn sleeper_3(_: sleeper_3::Context) { sleep().await }
    #[task(priority = 4)] async fn sleeper_4(_: sleeper_4::Context) { sleep().await }
    #[task(priority = 5)] async fn sleeper_5(_: sleeper_5::Context) { sleep().await }
    #[task(priority = 6)] async fn sleeper_6(_: sleeper_6::Context) { sleep().await }
    #[task(priority = 7)] async fn sleeper_7(_: sleeper_7::Context) { sleep().await }
    #[task(priority = 8)] async fn sleeper_8(_: sleeper_8::Context) { sleep().await }
    #[task(priority = 9)] async fn sleeper_9(_: sleeper_9::Context) { sleep().await }
    #[task(priority = 10)] async fn sleeper_10(_: sleeper_10::Context) { sleep().await }
    #[task(priority = 11)] async fn sleeper_11(_: sleeper_11::Context) { sleep().await }
    #[task(priority = 12)] async fn sleeper_12(_: sleeper_12::Context) { sleep().await }
    #[task(priority = 13)] async fn sleeper_13(_: sleeper_13::Context) { sleep().await }
    #[task(priority = 14)] async fn sleeper_14(_: sleeper_14::Context) { sleep().await }
    #[task(priority = 15)] async fn sleeper_15(_: sleeper_15::Context) { sleep().await }
    #[task(priority = 16)] async fn sleeper_16(_: sleeper_16::Context) { sleep().await }
    #[task(priority = 17)] async fn sleeper_17(_: sleeper_17::Context) { sleep().await }
}
