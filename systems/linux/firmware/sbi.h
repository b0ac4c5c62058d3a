/* SPDX-License-Identifier: Apache-2.0 */

/* The supervisor binary interface: what Linux asks M mode for, and what its core does not have. */
#pragma once

/* Errors of calls. */
enum sbi_error
{
    SBI_OK = 0,
    SBI_NOT_SUPPORTED = -2,
    SBI_INVALID_PARAM = -3,
    SBI_INVALID_ADDRESS = -5,
    SBI_ALREADY_AVAILABLE = -6,
};

/* The RAM that Linux may name in a call: the shared part and its own. */
#define RAM_BEGIN 0x80300000U
#define RAM_END   0x81000000U

/* What Linux handles itself is delegated, and its registers in xIsochronGuest are those of its start. */
void sbi_initialise( void );

/* linux_task.c: Linux wants the machine to be off. Does not return. */
void sbi_off( void ) __attribute__( ( noreturn ) );
