// SPDX-License-Identifier: Apache-2.0
//! A task measures every ten ticks and sends what it has through a queue; another one prints it. Both
//! count in a variable that a mutex guards. All calls are FreeRTOS's, by the crate freertos-next.

#![no_std]
#![no_main]

extern crate alloc;

mod sync;

use alloc::{format, sync::Arc};
use core::panic::PanicInfo;

use freertos_next::{
    CurrentTask, Duration, FreeRtosAllocator, FreeRtosUtils, Mutex, Queue, Task, TaskPriority,
};

#[global_allocator]
static MEMORY: FreeRtosAllocator = FreeRtosAllocator; // FreeRTOS's heap

// of the board, and of the C library
unsafe extern "C" {
    safe fn board_exit(code: i32) -> !;
    safe fn putchar(character: i32) -> i32;
}

fn print(text: &str) {
    for byte in text.bytes() {
        putchar(byte.into());
    }
}

#[panic_handler]
fn panic(why: &PanicInfo) -> ! {
    print(&format!("{why}\n"));
    board_exit(1)
}

#[unsafe(no_mangle)]
extern "C" fn main() -> i32 {
    let queue = Arc::new(Queue::<(u32, u32)>::new(2).expect("a queue"));
    let counted = Arc::new(Mutex::new(0).expect("a mutex"));

    let (to, count) = (queue.clone(), counted.clone());
    Task::new()
        .name("sensor")
        .stack_size(400)
        .priority(TaskPriority(1))
        .start(move |_| {
            for value in 1.. {
                CurrentTask::delay(Duration::ticks(10));
                *count.lock(Duration::infinite()).expect("the mutex") += 1;
                to.send((value, value * value), Duration::infinite()).ok().expect("room");
            }
        })
        .expect("a task");

    Task::new()
        .name("display")
        .stack_size(400)
        .priority(TaskPriority(2))
        .start(move |_| {
            for _ in 0..3 {
                let (value, square) = queue.receive(Duration::infinite()).expect("an item");
                let tick = FreeRtosUtils::get_tick_count();
                print(&format!("tick {tick}: the square of {value} is {square}\n"));
            }
            let count = *counted.lock(Duration::infinite()).expect("the mutex");
            print(&format!("{count} were measured\n"));
            board_exit(0)
        })
        .expect("a task");

    FreeRtosUtils::start_scheduler()
}
