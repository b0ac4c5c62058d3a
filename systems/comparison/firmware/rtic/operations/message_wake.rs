// SPDX-License-Identifier: Apache-2.0
//! As ../../operations/message_wake.c: a task waits for a message of 32 bits; a lower one passes it,
//! and the receiver goes on.
#![no_std]
#![no_main]

#[rtic::app(device = soc, backend = H0, peripherals = false)]
mod app {
    use comparison::{bench, soc, start, stop};
    use portable_atomic::{AtomicU32, Ordering::Relaxed};
    use rtic_sync::channel::{Receiver, Sender};
    use rtic_sync::make_channel;

    const LENGTH: usize = 2;

    static PASS_CYCLES: AtomicU32 = AtomicU32::new(0);
    static RECEIVED: AtomicU32 = AtomicU32::new(0);

    #[shared]
    struct Shared {}

    #[local]
    struct Local {
        receiver: Receiver<'static, u32, LENGTH>,
        sender: Sender<'static, u32, LENGTH>,
    }

    #[init]
    fn init(_: init::Context) -> (Shared, Local) {
        let (sender, receiver) = make_channel!(u32, LENGTH);
        bench::begin();
        high::spawn().unwrap();
        low::spawn().unwrap();
        (Shared {}, Local { receiver, sender })
    }

    #[task(priority = 2, local = [receiver])]
    async fn high(context: high::Context) {
        loop {
            start!("receive_block");
            if let Ok(message) = context.local.receiver.recv().await {
                RECEIVED.store(message, Relaxed);
            }
            PASS_CYCLES.store(stop!("pass_unblock"), Relaxed);
        }
    }

    #[inline(never)]
    fn pass(sender: &mut Sender<'static, u32, LENGTH>, message: u32) -> u32 {
        start!("pass_unblock");
        let _ = sender.try_send(message);
        stop!("receive_block")
    }

    #[task(priority = 1, local = [sender])]
    async fn low(context: low::Context) {
        for sample in 0..bench::SAMPLES {
            let receive_cycles = pass(context.local.sender, sample);

            assert!(RECEIVED.load(Relaxed) == sample);
            bench::sample(c"pass-unblock", PASS_CYCLES.load(Relaxed), c"sample=%u", sample);
            bench::sample(c"receive-block", receive_cycles, c"sample=%u", sample);
        }

        bench::end()
    }
}
