// SPDX-License-Identifier: Apache-2.0
//! As ../../operations/messages.c: pass and receive of a message by one task, over its length.
#![no_std]
#![no_main]

#[rtic::app(device = soc, backend = H0, peripherals = false)]
mod app {
    use comparison::{bench, soc, start, stop};
    use rtic_sync::channel::{Receiver, Sender};
    use rtic_sync::make_channel;

    const LENGTH: usize = 2;

    pub struct Ends<const BYTES: usize> {
        sender: Sender<'static, [u8; BYTES], LENGTH>,
        receiver: Receiver<'static, [u8; BYTES], LENGTH>,
    }

    #[shared]
    struct Shared {}

    #[local]
    struct Local {
        bytes_4: Ends<4>,
        bytes_16: Ends<16>,
        bytes_64: Ends<64>,
        bytes_256: Ends<256>,
    }

    #[init]
    fn init(_: init::Context) -> (Shared, Local) {
        let ends = Local {
            bytes_4: make_channel!([u8; 4], LENGTH).into(),
            bytes_16: make_channel!([u8; 16], LENGTH).into(),
            bytes_64: make_channel!([u8; 64], LENGTH).into(),
            bytes_256: make_channel!([u8; 256], LENGTH).into(),
        };

        bench::begin();
        only::spawn().unwrap();
        (Shared {}, ends)
    }

    type Pair<const BYTES: usize> =
        (Sender<'static, [u8; BYTES], LENGTH>, Receiver<'static, [u8; BYTES], LENGTH>);

    impl<const BYTES: usize> From<Pair<BYTES>> for Ends<BYTES> {
        fn from((sender, receiver): Pair<BYTES>) -> Self {
            Self { sender, receiver }
        }
    }

    impl<const BYTES: usize> Ends<BYTES> {
        #[inline(never)]
        fn pass(&mut self, message: &[u8; BYTES]) -> u32 {
            start!("pass_message", BYTES);
            let _ = self.sender.try_send(*message);
            stop!("pass_message", BYTES)
        }

        #[inline(never)]
        fn receive(&mut self, message: &mut [u8; BYTES]) -> u32 {
            start!("receive_message", BYTES);
            if let Ok(received) = self.receiver.try_recv() {
                *message = received;
            }
            stop!("receive_message", BYTES)
        }

        fn measure(&mut self) {
            let mut message = core::hint::black_box([0; BYTES]);

            for _ in 0..bench::SAMPLES {
                bench::sample(c"pass-message", self.pass(&message), c"bytes=%u", BYTES as u32);
                let cycles = self.receive(&mut message);
                bench::sample(c"receive-message", cycles, c"bytes=%u", BYTES as u32);
            }
        }
    }

    #[task(priority = 1, local = [bytes_4, bytes_16, bytes_64, bytes_256])]
    async fn only(context: only::Context) {
        context.local.bytes_4.measure();
        context.local.bytes_16.measure();
        context.local.bytes_64.measure();
        context.local.bytes_256.measure();
        bench::end()
    }
}
