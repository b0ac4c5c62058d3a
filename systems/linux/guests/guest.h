/* SPDX-License-Identifier: Apache-2.0 */

/* What guests have: the firmware by SBI, its console, what it shows of itself, and checks. */
#pragma once

#include <stdint.h>

#include "goes_on.h"
#include "machine.h"
#include "print.h"

#define SBI_TIME    0x54494D45U
#define SBI_BASE    0x10U
#define SBI_IPI     0x735049U
#define SBI_FENCE   0x52464E43U
#define SBI_HSM     0x48534DU
#define SBI_RESET   0x53525354U
#define SBI_CONSOLE 0x4442434EU
#define SBI_PMU     0x504D55U
#define SBI_STA     0x535441U

#define TIME_PAGE ( ( volatile const uint32_t * ) 0xF0031000U )
#define SHARED    ( ( volatile struct shared * ) SHARED_ADDRESS )

/* The device tree, as the firmware names it at the start. */
extern uint32_t guest_tree;

/* An SBI call's error; `value` becomes its value, unless it is a null pointer. */
int32_t sbi( uint32_t extension, uint32_t function, uint32_t first, uint32_t second, uint32_t * value );

/* The timer interrupt comes after so many cycles. */
void set_timer( uint32_t cycles );

/* A line that says, in two parts, whether something is as it should be. */
void check_of( const char * about, const char * what, int good );

/* Whether nothing was found by an attack, and the firmware's tasks go on; a line. */
void check_attack( const char * what, uint32_t found );

/* Keeps core, caches and firmware busy for a moment, as Linux does. */
void work( void );

/* run_with.S; in a mode. */
uint32_t run_with( const uint32_t * registers, uint32_t address, uint32_t mode );
#define MODE_S 0x100U /* sstatus.SPP */
#define MODE_U 0U

/* call_with_registers.S */
uint32_t call_with_registers( uint32_t seed );

/* Says PASS unless a check failed, and switches the machine off. */
void guest_end( int failures ) __attribute__( ( noreturn ) );

/* A guest's: the number of failures beside those of checks. */
int main( void );
