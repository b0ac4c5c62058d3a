// SPDX-License-Identifier: Apache-2.0
//! What atomic instructions do, for a single core that has none: with interrupts masked.

use core::arch::asm;

/// Runs a function with interrupts masked, wherever it is called from.
fn masked<T>(run: impl FnOnce() -> T) -> T {
    let before: usize;
    unsafe { asm!("csrrci {}, mstatus, 8", out(reg) before) };
    let result = run();
    unsafe { asm!("csrs mstatus, {}", in(reg) before & 8) };
    result
}

/// Defines a function that changes a word to a value made of the old one, which it returns.
macro_rules! exchange {
    ($name:ident, |$old:ident, $operand:ident| $new:expr) => {
        #[unsafe(no_mangle)]
        unsafe extern "C" fn $name(word: *mut u32, $operand: u32) -> u32 {
            masked(|| unsafe {
                let $old = *word;
                *word = $new;
                $old
            })
        }
    };
}

exchange!(__sync_fetch_and_add_4, |old, operand| old.wrapping_add(operand));
exchange!(__sync_fetch_and_sub_4, |old, operand| old.wrapping_sub(operand));
exchange!(__sync_lock_test_and_set_4, |_old, operand| operand);

/// Changes a word that has the expected value; returns what it had.
#[unsafe(no_mangle)]
unsafe extern "C" fn __sync_val_compare_and_swap_4(word: *mut u32, expected: u32, new: u32) -> u32 {
    masked(|| unsafe {
        let old = *word;
        if old == expected {
            *word = new;
        }
        old
    })
}
