// SPDX-License-Identifier: Apache-2.0
//! Builds FreeRTOS on the hardware kernel, and the board's files, by the crate freertos-build.

use std::{fs, path::Path};

/// What `isochron export overlay FreeRTOS-Kernel` has made.
const OVERLAY: &str = "FreeRTOS-Kernel";

fn main() {
    let include_path = fs::read_to_string(Path::new(OVERLAY).join("include_path.txt"))
        .expect("no folder FreeRTOS-Kernel: make it by `isochron export overlay FreeRTOS-Kernel`");
    let folders: Vec<&Path> = include_path.lines().map(Path::new).collect();
    let firmware = folders[0].ancestors().nth(2).expect("firmware/kernel/include");
    let board = firmware.join("board");

    let mut freertos = freertos_build::Builder::new();
    freertos.freertos_kernel(OVERLAY);
    freertos.freertos_port("GCC/RISC-V");
    freertos.freertos_config_dir(".");
    freertos.heap_size(64 * 1024);
    freertos.minimal_stack_size(160);
    freertos.max_task_priorities(8);
    freertos.get_cc().include(".").includes(&folders).include(board.join("include"));
    for flag in ["-march=rv32im", "-mabi=ilp32", "-misa-spec=2.2", "--specs=picolibc.specs"] {
        freertos.get_cc().flag(flag);
    }
    for entry in fs::read_dir(&board).expect("the board's folder") {
        let file = entry.expect("a file").path();
        if file.extension().is_some_and(|end| end == "c" || end == "S") {
            freertos.add_build_file(file);
        }
    }
    freertos.compile().expect("the C compiler");

    println!("cargo::rustc-link-arg-bins=-T{}", board.join("link.ld").display());
    // the linker takes from the archive what is asked for: console, and handlers in place of weak ones
    for symbol in ["stdout", "board_set_interrupt_handler", "board_assertion_failed"] {
        println!("cargo::rustc-link-arg-bins=-Wl,--undefined={symbol}");
    }
    println!("cargo::rustc-link-arg-bins=-Wl,--defsym=vfprintf=__i_vfprintf"); // no floating point in printf
}
