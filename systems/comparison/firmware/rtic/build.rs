// SPDX-License-Identifier: Apache-2.0
//! Links the programs with the C files that all kernels share, whose objects the laboratory names,
//! and makes constants of the SoC's offsets.

use std::{env, fs, path::Path};

const SOC: &str = "../../../../firmware/board/include/soc_constants.h";

fn main() {
    println!("cargo::rerun-if-env-changed=COMPARISON_OBJECTS");
    println!("cargo::rerun-if-changed=memory.x");
    println!("cargo::rerun-if-changed={SOC}");
    println!("cargo::rustc-link-arg-bins=--defsym=vfprintf=__i_vfprintf"); // no floating point in printf

    for object in env::var("COMPARISON_OBJECTS").unwrap_or_default().split_whitespace() {
        println!("cargo::rerun-if-changed={object}");
        println!("cargo::rustc-link-arg-bins={object}");
    }

    println!("cargo::rustc-link-arg-bins=-Tmemory.x");
    println!("cargo::rustc-link-arg-bins=-Tlink.x"); // riscv-rt's

    let constants: String = fs::read_to_string(SOC)
        .expect("the board's header")
        .lines()
        .filter_map(|line| line.strip_prefix("#define SOC_")?.split_once(' '))
        .filter(|(name, _)| name.ends_with("_OFFSET"))
        .map(|(name, value)| format!("pub const {name}: usize = BASE + {value};\n"))
        .collect();
    let out = env::var("OUT_DIR").expect("Cargo's");
    fs::write(Path::new(&out).join("registers.rs"), constants).expect("Cargo's folder");
}
