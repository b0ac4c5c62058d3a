#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# What the laboratory needs from the machine, as Debian packages. Prints one line for each,
#   present|missing <tab> package <tab> what it is for
# for the group named as argument: `bench` (by default), what `make bench` and `make test` need; of
# that, what an installed wheel needs, `programs`; what is needed beside it for `make linux`, `linux`;
# for the page that runs programs, `browser`; to test that and an editor, `chromium`. Decides by
# trying, so that a tool installed in another way counts as well. scripts/bootstrap.sh installs what
# is missing; `isochron doctor` reports it.
set -u
cd "$(dirname "$0")/.."

# need PACKAGE PURPOSE COMMAND...: the package is there if the command succeeds
need() {
    package=$1 purpose=$2
    shift 2
    if "$@" >/dev/null 2>&1; then state=present; else state=missing; fi
    printf '%s\t%s\t%s\n' "$state" "$package" "$purpose"
}

# cocotb loads Python as a shared library
python_library() {
    scripts/python.sh -c 'import ctypes, sysconfig
variable = sysconfig.get_config_var
ctypes.CDLL(variable("LIBDIR") + "/" + variable("INSTSONAME"))'
}

# FreeRTOS comes as a crate of the 2024 edition; a given path needs no Cargo
freertos_source() {
    [ -n "${FREERTOS_KERNEL_PATH:-}" ] || cargo --version |
        awk '{ split($2, v, "."); ok = v[1] > 1 || v[2] >= 85 } END { exit !ok }'
}

c_library=/usr/lib/picolibc/riscv64-unknown-elf/include/string.h

programs() {
    need cmake "firmware by the CMake package" command -v cmake
    need ninja-build "firmware by the CMake package" command -v ninja
    need gcc-riscv64-unknown-elf "firmware" command -v riscv64-unknown-elf-gcc
    need picolibc-riscv64-unknown-elf "firmware (C library)" test -e "$c_library"
}

case ${1:-bench} in
bench) ;;
programs)
    programs
    exit
    ;;
linux)
    need linux-source-6.12 "Linux's source" test -e /usr/src/linux-source-6.12.tar.xz
    need gcc-riscv64-linux-gnu "Linux" command -v riscv64-linux-gnu-gcc
    need device-tree-compiler "description of the machine" command -v dtc
    need flex "Linux's configuration" command -v flex
    need bison "Linux's configuration" command -v bison
    need bc "Linux" command -v bc
    need xz-utils "Linux's source" command -v xz
    exit
    ;;
browser)
    need emscripten "simulator for browsers" command -v em++
    need node-acorn "its linker" test -e /usr/share/nodejs/acorn
    exit
    ;;
chromium)
    need chromium-driver "page that runs programs (tests)" command -v chromedriver
    need npm "debugger of an editor (tests)" command -v npm
    exit
    ;;
*)
    echo "unknown group '$1': bench, programs, linux, browser or chromium" >&2
    exit 2
    ;;
esac

need ca-certificates "downloads" test -e /etc/ssl/certs/ca-certificates.crt
need gcc "simulator" command -v gcc
need g++ "simulator" command -v g++
need ccache "compiling less often" command -v ccache
need make "simulator" command -v make
programs
need perl "simulator (Verilator's front end)" perl -MPod::Usage -e 1
need git "versions in the results" command -v git
need python3-venv "Python environment" scripts/python.sh -c 'import ensurepip, venv'
need libpython3-dev "hardware tests (Python as a shared library)" python_library
need cargo-web "FreeRTOS's sources (Cargo 1.85 or newer)" freertos_source
need rustc-web "kernel in Rust" test -x /usr/bin/rustc
need rust-web-src "its library core" test -e /usr/lib/rustlib/src/rust/library/core
need qemu-system-arm "boards with a GIC" command -v qemu-system-arm
need gcc-arm-none-eabi "their firmware" command -v arm-none-eabi-gcc
need picolibc-arm-none-eabi "their firmware (C library)" \
    test -e /usr/lib/picolibc/arm-none-eabi/include/string.h
need iverilog "plain Verilog (tests)" command -v iverilog
need tcl "synthesis by FuseSoC (tests)" command -v tclsh
need gdb "lists of tasks (tests)" command -v gdb
need gdb-multiarch "backtraces of tasks (tests)" command -v gdb-multiarch
need openocd "script for boards (tests)" command -v openocd
need liblz4-dev "signals of the hardware (isochron run --waves)" test -e /usr/include/lz4.h
need zlib1g-dev "signals of the hardware (isochron run --waves)" test -e /usr/include/zlib.h
need babeltrace2 "traces in CTF (tests)" command -v babeltrace2
need spin "model of the calls between cores" command -v spin
