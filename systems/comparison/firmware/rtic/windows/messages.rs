// SPDX-License-Identifier: Apache-2.0
//! As ../../windows/messages.c, passing and receiving of messages of 32 bits, but in batches as in
//! ../../windows/memory.c: a channel of rtic-sync has room for 255 messages.
#![no_std]
#![no_main]

#[rtic::app(device = soc, backend = H0, peripherals = false)]
mod app {
    use comparison::soc::{self, registers, registers::write};
    use comparison::ticks::{self, Ticks};
    use comparison::{bench, window};
    use rtic_sync::channel::{Receiver, Sender};
    use rtic_sync::make_channel;

    const BATCH: usize = 255;

    pub struct Ends {
        sender: Sender<'static, u32, BATCH>,
        receiver: Receiver<'static, u32, BATCH>,
    }

    #[shared]
    struct Shared {}

    #[local]
    struct Local {
        ends: Ends,
    }

    #[init]
    fn init(_: init::Context) -> (Shared, Local) {
        let (sender, receiver) = make_channel!(u32, BATCH);
        Ticks::start(ticks::MILLISECOND);
        only::spawn().unwrap();
        (Shared {}, Local { ends: Ends { sender, receiver } })
    }

    fn pass_batch(ends: &mut Ends) {
        let time_a = window::ticks();

        for _ in 0..BATCH {
            if window::ticks() >= time_a {
                ends.sender.try_send(0).unwrap();
            }
        }
    }

    fn receive_batch(ends: &mut Ends) {
        let time_a = window::ticks();

        for _ in 0..BATCH {
            if window::ticks() >= time_a {
                ends.receiver.try_recv().unwrap();
            }
        }
    }

    /// Alternates between the two until the first has had 10 ms; returns how many of it these held.
    fn measure(ends: &mut Ends, counted: fn(&mut Ends), other: fn(&mut Ends)) -> u32 {
        let mut operations = 0;

        window::wait_for_phase();
        write(registers::STOPWATCH_RESET_OFFSET, 0);

        loop {
            write(registers::STOPWATCH_START_OFFSET, 0);
            counted(ends);
            write(registers::STOPWATCH_PAUSE_OFFSET, 0);
            other(ends);
            operations += BATCH as u64;
            let cycles = registers::read(registers::STOPWATCH_COUNT_OFFSET);

            if cycles >= window::CYCLES {
                return (operations * u64::from(window::CYCLES) / u64::from(cycles)) as u32;
            }
        }
    }

    #[task(priority = 1, local = [ends])]
    async fn only(context: only::Context) {
        let ends = context.local.ends;

        for _ in 0..window::WINDOWS {
            window::count(c"pass-message", measure(ends, pass_batch, receive_batch), 1);
            pass_batch(ends);
            window::count(c"receive-message", measure(ends, receive_batch, pass_batch), 1);
            receive_batch(ends);
        }

        bench::end()
    }
}
