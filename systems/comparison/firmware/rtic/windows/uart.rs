// SPDX-License-Identifier: Apache-2.0
//! As ../../windows/uart.c: a task sends a byte, the handler of the transmitter's interrupt lets it
//! send the next one.
#![no_std]
#![no_main]

#[rtic::app(device = soc, backend = H0, peripherals = false)]
mod app {
    use comparison::soc::{self, registers, registers::write};
    use comparison::ticks::{self, Ticks};
    use comparison::{bench, board, window};
    use portable_atomic::{AtomicBool, AtomicU32, Ordering::Relaxed};

    const IER_TRANSMITTER: u32 = 2;
    const LCR_DIVISOR: u32 = 0x80;
    const MCR_LOOPBACK: u32 = 0x10;
    const DIVISOR: u32 = 43;

    static SERVED: AtomicU32 = AtomicU32::new(0);
    static SEND_MESSAGE: AtomicBool = AtomicBool::new(false);

    #[shared]
    struct Shared {}

    #[local]
    struct Local {}

    #[init]
    fn init(_: init::Context) -> (Shared, Local) {
        Ticks::start(ticks::MILLISECOND);
        board::set_uart_handler(handler);
        only::spawn().unwrap();
        (Shared {}, Local {})
    }

    extern "C" fn handler() {
        registers::read(registers::UART_IIR_OFFSET); // acknowledges
        SERVED.store(SERVED.load(Relaxed) + 1, Relaxed);
        SEND_MESSAGE.store(true, Relaxed);
    }

    fn set_divisor(divisor: u32) {
        write(registers::UART_LCR_OFFSET, LCR_DIVISOR);
        write(registers::UART_DATA_OFFSET, divisor & 0xFF);
        write(registers::UART_IER_OFFSET, divisor >> 8);
        write(registers::UART_LCR_OFFSET, 0);
    }

    fn serve() -> u32 {
        let (time_a, time_b) = window::open();

        set_divisor(DIVISOR);
        write(registers::UART_MCR_OFFSET, MCR_LOOPBACK);
        write(registers::UART_IER_OFFSET, IER_TRANSMITTER);
        SERVED.store(0, Relaxed);

        loop {
            let time = window::ticks();

            if time > time_a && SEND_MESSAGE.load(Relaxed) {
                SEND_MESSAGE.store(false, Relaxed);
                write(registers::UART_DATA_OFFSET, u32::from(b'x'));
            }

            if time > time_b {
                break;
            }
        }

        let served = SERVED.load(Relaxed);

        // What is still on its way ends first.
        window::wait(160 * DIVISOR);
        write(registers::UART_IER_OFFSET, 0);
        write(registers::UART_MCR_OFFSET, 0);
        set_divisor(1);
        served
    }

    #[task(priority = 1)]
    async fn only(_: only::Context) {
        for _ in 0..window::WINDOWS {
            window::count(c"uart-interrupt", serve(), 1);
        }

        bench::end()
    }
}
