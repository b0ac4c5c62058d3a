/* SPDX-License-Identifier: Apache-2.0 */

/* The attachment's part of portmacro.h. */
#pragma once

/* Registers hold pointers in 32 bits: the program is linked to low addresses. */
extern void vPortCheckAddress( const void * pvTCB );
#define portSETUP_TCB( pxTCB ) vPortCheckAddress( pxTCB )

/* Each access to the hardware kernel is a point of its own. */
#undef portMEMORY_BARRIER
#undef portSOFTWARE_BARRIER
#define portMEMORY_BARRIER() __asm volatile( "" ::: "memory" )
