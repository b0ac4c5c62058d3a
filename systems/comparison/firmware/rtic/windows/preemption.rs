// SPDX-License-Identifier: Apache-2.0
//! Task preemption as ../../windows/preemption.c: a task awaits a signal, a lower one writes it.
#![no_std]
#![no_main]

#[rtic::app(device = soc, backend = H0, peripherals = false)]
mod app {
    use comparison::{bench, soc, ticks, ticks::Ticks, window};
    use rtic_sync::signal::{Signal, SignalReader, SignalWriter};

    const TOTALS: [u32; 4] = [2, 5, 10, 15];

    /// Spawning the tasks that are ready and below both.
    #[rustfmt::skip]
    const LOADS: [fn() -> Result<(), ()>; 13] = [
        load_2::spawn, load_3::spawn, load_4::spawn, load_5::spawn, load_6::spawn, load_7::spawn, load_8::spawn,
        load_9::spawn, load_10::spawn, load_11::spawn, load_12::spawn, load_13::spawn, load_14::spawn,
    ];

    static SIGNAL: Signal<()> = Signal::new();

    #[shared]
    struct Shared {}

    #[local]
    struct Local {
        reader: SignalReader<'static, ()>,
        writer: SignalWriter<'static, ()>,
    }

    #[init]
    fn init(_: init::Context) -> (Shared, Local) {
        let (writer, reader) = SIGNAL.split();
        Ticks::start(ticks::MILLISECOND);
        first::spawn().unwrap();
        second::spawn().unwrap();
        (Shared {}, Local { reader, writer })
    }

    #[task(priority = 21, local = [reader])]
    async fn first(context: first::Context) {
        let mut created = TOTALS[0];

        for total in TOTALS {
            while created < total {
                LOADS[(created - TOTALS[0]) as usize]().unwrap();
                created += 1;
            }

            for _ in 0..window::WINDOWS {
                let mut preemptions = 0;
                let (time_a, time_b) = window::open();

                loop {
                    let time = window::ticks();

                    if time > time_a {
                        preemptions += 1;
                        context.local.reader.wait().await;
                    }

                    if time > time_b {
                        break;
                    }
                }

                window::count(c"task-preemption", preemptions, total);
            }
        }

        bench::end()
    }

    #[task(priority = 20, local = [writer])]
    async fn second(context: second::Context) {
        loop {
            context.local.writer.write(());
        }
    }

    fn spin() -> ! {
        loop {
            core::hint::spin_loop();
        }
    }

    #[task(priority = 2)] async fn load_2(_: load_2::Context) { spin() }
    #[task(priority = 3)] async fn load_3(_: load_3::Context) { spin() }
    #[task(priority = 4)] async fn load_4(_: load_4::Context) { spin() }
    #[task(priority = 5)] async fn load_5(_: load_5::Context) { spin() }
    #[task(priority = 6)] async fn load_6(_: load_6::Context) { spin() }
    #[task(priority = 7)] async fn load_7(_: load_7::Context) { spin() }
    #[task(priority = 8)] async fn load_8(_: load_8::Context) { spin() }
    #[task(priority = 9)] async fn load_9(_: load_9::Context) { spin() }
    #[task(priority = 10)] async fn load_10(_: load_10::Context) { spin() }
    #[task(priority = 11)] async fn load_11(_: load_11::Context) { spin() }
    #[task(priority = 12)] async fn load_12(_: load_12::Context) { spin() }
    #[task(priority = 13)] async fn load_13(_: load_13::Context) { spin() }
    #[task(priority = 14)] async fn load_14(_: load_14::Context) { spin() }
}
