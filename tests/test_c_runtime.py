# SPDX-License-Identifier: Apache-2.0
"""C and C++ programs outside of the checkout, with a FreeRTOSConfig.h of their own."""

import re
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest
from elftools.elf.elffile import ELFFile
from test_cmake import EVERY, HARDWARE, built, choice

from isochron.building import firmware, package, symbols
from isochron.paths import ROOT
from isochron.running import simulator

CONFIGURATION = """
#define configCPU_CLOCK_HZ 50000000
#define configTICK_RATE_HZ 2500
#define configTICK_TYPE_WIDTH_IN_BITS TICK_TYPE_WIDTH_32_BITS
#define configMAX_PRIORITIES 5
#define configMINIMAL_STACK_SIZE 200
#define configTOTAL_HEAP_SIZE 32768
#define configUSE_PREEMPTION 1
#define configUSE_IDLE_HOOK 0
#define configUSE_TICK_HOOK 0
#define configMTIME_BASE_ADDRESS 0x9200BFF8
#define configMTIMECMP_BASE_ADDRESS 0x92004000
#define configHW_ACCELERATION_BASE_ADDRESS 0xA0000000UL
#define configISOCHRON_BANKS_BASE_ADDRESS 0xA0100000
#define configISOCHRON_CALLS_BASE_ADDRESS 0xA0300000
#define configMAX_HW_ACCELERATION_TASKS 32
#define configMAX_HW_ACCELERATION_SEMAPHORES 64
#define INCLUDE_vTaskDelay 1
#define INCLUDE_vTaskDelete 1
#ifdef __cplusplus
extern "C"
#endif
void assertion_failed( const char * file, int line );
#define configASSERT( x ) do { if( !( x ) ) assertion_failed( __FILE__, __LINE__ ); } while( 0 )
"""

PROJECT = """
cmake_minimum_required(VERSION 3.21)
project(plant LANGUAGES C CXX ASM)
add_library(freertos_config INTERFACE)
target_include_directories(freertos_config SYSTEM INTERFACE ${CMAKE_CURRENT_SOURCE_DIR}/own)
find_package(isochron REQUIRED)
add_executable(plant main.cpp)
target_compile_options(plant PRIVATE -Wall -Wextra -Werror)
target_link_libraries(plant PRIVATE isochron::kernel isochron::board)
"""

PROGRAM = """
#include <errno.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "FreeRTOS.h"
#include "queue.h"
#include "task.h"
#include "board.h"

extern "C" void assertion_failed( const char * file, int line )
{
    printf( "assertion failed: %s:%d\\n", file, line );
    abort();
}

struct Log
{
    int magic;
    char * text;
    Log() : magic( 4711 ), text( static_cast<char *>( malloc( 20 ) ) ) { strcpy( text, "made" ); }
    ~Log() { printf( "%s, ended\\n", text ); }
};

struct Shape
{
    virtual int area() const = 0;
    virtual ~Shape() {}
};

struct Square : Shape
{
    int side;
    explicit Square( int n ) : side( n ) { vTaskDelay( 2 ); }
    int area() const override { return side * side; }
};

struct alignas( 64 ) Block
{
    char bytes[ 64 ];
};

static Log the_log;
static thread_local int own = 5;
static QueueHandle_t results;

/* Made once, though the second task comes while the first one makes it. */
static Square & shared( int side )
{
    static Square square( side );
    return square;
}

static void worker( void * parameter )
{
    int me = static_cast<int>( reinterpret_cast<intptr_t>( parameter ) );
    int sum = shared( 7 ).area();

    for( int round = 0; round < 5; round++ )
    {
        Shape * shape = new Square( me );
        int * numbers = new int[ 50 ];

        numbers[ 49 ] = shape->area();
        sum += numbers[ 49 ];
        delete[] numbers;
        delete shape;
    }

    xQueueSend( results, &sum, portMAX_DELAY );
    vTaskDelete( nullptr );
}

static void last( void * )
{
    int sum = 0, part;

    for( int count = 0; count < 3; count++ )
    {
        xQueueReceive( results, &part, portMAX_DELAY );
        sum += part;
    }

    Block * block = new Block();
    errno = 0;
    long most = strtol( "99999999999", nullptr, 10 );
    int range = errno == ERANGE;
    int misaligned = reinterpret_cast<uintptr_t>( block ) % 64;

    printf( "sum %d magic %d own %d misaligned %d\\n", sum, the_log.magic, own, misaligned );
    printf( "strtol %ld range %d\\n", most, range );
    printf( "%llu %lld %5.2f\\n", 5000000000ULL, -5000000000LL, 2.25 );
    exit( 0 );
}

int main()
{
    results = xQueueCreate( 3, sizeof( int ) );

    for( intptr_t number = 1; number <= 3; number++ )
    {
        xTaskCreate( worker, "worker", 300, reinterpret_cast<void *>( number ), 2, nullptr );
    }

    xTaskCreate( last, "last", 600, nullptr, 1, nullptr );
    vTaskStartScheduler();
}
"""

OUTPUT = """\
sum 217 magic 4711 own 5 misaligned 0
strtol 2147483647 range 1
5000000000 -5000000000  2.25
made, ended
"""

MORE = [("hardware", "bus", "vexriscv", "isochron"), ("stock", "", "vexriscv", "isochron")]
AT_ONCE = [("hardware", "bus", "ibex", "isochron"), ("stock", "", "ibex", "isochron")]


def tiers() -> list[Any]:
    return [
        pytest.param(*case, marks=() if case in AT_ONCE else pytest.mark.wide)
        for case in [*EVERY, *MORE]
    ]


@pytest.fixture
def project(tmp_path: Path) -> Path:
    folder = tmp_path / "a project"
    (folder / "own").mkdir(parents=True)
    (folder / "own/FreeRTOSConfig.h").write_text(CONFIGURATION)
    (folder / "CMakeLists.txt").write_text(PROJECT)
    (folder / "main.cpp").write_text(PROGRAM)
    return folder


@pytest.mark.parametrize(("kernel", "attachment", "platform", "hardware"), tiers())
def test_a_cxx_program_with_its_own_configuration_runs(
    project: Path, kernel: str, attachment: str, platform: str, hardware: str
):
    core = f"-DISOCHRON_BOARD_CORE={platform}"
    program = built(project, *choice(kernel, attachment), core, target="plant")
    result = simulator.run(program, platform, hardware=hardware)
    assert (result.output, result.exit_code) == (OUTPUT, 0)


@pytest.mark.wide
@pytest.mark.parametrize("kernel", package.words("KERNELS"))
def test_the_template_runs_it_too(project: Path, kernel: str):
    template = project / "template"
    shutil.copytree(ROOT / "firmware/template", template)
    made = (template / "CMakeLists.txt").read_text().replace("main.c", "../main.cpp")
    (template / "CMakeLists.txt").write_text(made.replace("LANGUAGES C ", "LANGUAGES C CXX "))
    program = built(template, *choice(kernel, ""), target="template")
    result = simulator.run(program, hardware=HARDWARE[kernel])
    assert (result.output, result.exit_code) == (OUTPUT, 0)


ENDS = """
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include "FreeRTOS.h"
#include "task.h"
#include "board.h"

static void farewell( void ) { printf( "farewell\\n" ); }
__attribute__( ( destructor ) ) static void ended( void ) { printf( "ended\\n" ); }

static void user( void * parameters )
{
    ( void ) parameters;
    END
    vTaskDelete( NULL );
}

int main( void )
{
    BEGIN
    xTaskCreate( user, "user", 400, NULL, 1, NULL );
    vTaskStartScheduler();
    return 0;
}
"""


@pytest.mark.parametrize("kernel", ["freertos", "isochron"])
@pytest.mark.parametrize(
    ("begin", "end", "output", "code"),
    [
        ("", "exit( 3 );", "ended\n", 3),
        ("atexit( farewell );", "exit( 4 );", "farewell\nended\n", 4),
        ("return 5;", "", "ended\n", 5),
        ("atexit( farewell ); return 6;", "", "farewell\nended\n", 6),
        ("", "abort();", "", 134),
        ("", "assert( parameters != NULL );", 'assertion "parameters != NULL" failed', 134),
        ("", "board_exit( 7 );", "", 7),
    ],
)
def test_a_program_ends_as_c_says(
    tmp_path: Path, begin: str, end: str, output: str, code: int, kernel: str
):
    program = tmp_path / "user.c"
    program.write_text(ENDS.replace("BEGIN", begin).replace("END", end))
    result = simulator.run(firmware.build(program, kernel))
    assert (result.output.partition(": file")[0], result.exit_code) == (output, code)


def names(elf: Path) -> dict[str, int]:
    with elf.open("rb") as stream:
        return {symbol.name: symbol["st_value"] for symbol in symbols.symbols_of(ELFFile(stream))}


@pytest.mark.parametrize(
    "kernel", ["freertos", "isochron", "isochron-contexts", *firmware.OF_SYSTEMS]
)
def test_a_program_without_use_for_it_has_nothing_of_it(kernel: str):
    found = names(firmware.build("firmware/laboratory/tests/delays.c", kernel))
    assert found["board_main"] == found["main"]
    absent = {"exit", "malloc", "__retarget_lock_acquire_recursive", "_Znwj", "kill", "get"}
    assert not absent & set(found)


@pytest.mark.parametrize("size", [1, 2, 3, 4])
@pytest.mark.parametrize("board", ["board", "template"])
def test_constants_of_any_size_leave_no_thread_local_data(tmp_path: Path, board: str, size: int):
    """Where it begins is aligned: it had a byte or three in between, which start-up copied."""
    source, elf = tmp_path / "constants.S", tmp_path / "constants.elf"
    source.write_text(
        f""".section .vectors, "ax"
        .space 0x80
        .global _start
        _start: la a0, constants
        .section .rodata
        constants: .space {size}
        """
    )
    script = ROOT / "firmware" / board / "link.ld"
    subprocess.run(
        [
            firmware.compiler(),
            "-nostdlib",
            "-Wl,--fatal-warnings",
            f"-T{script}",
            source,
            "-o",
            elf,
        ],
        check=True,
    )
    assert names(elf)["__tdata_size"] == 0


_WIDE = re.compile(r'"[^"\n]*%[-+ #0-9.*]*(?:(?:ll|j|L)[a-zA-Z]|[aAeEfFgG])\b')


def test_programs_of_the_checkout_print_what_the_small_printf_can():
    """They are linked with it (``firmware._is_own``), all but the examples."""
    programs = [
        path
        for folder in (firmware.LABORATORY, firmware.SYSTEMS, firmware.KERNEL)
        for path in folder.rglob("*.[ch]")
        if not {"host", "differential", "native"} & set(path.parts)
    ]
    assert len(programs) > 100
    assert not [str(path) for path in programs if _WIDE.search(path.read_text())]
