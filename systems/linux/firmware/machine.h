/* SPDX-License-Identifier: Apache-2.0 */

/* The machine of systems/linux/hardware/below_soc.sv as M mode sees it. */
#pragma once

#include <stdint.h>

#define REGISTER( address ) ( *( volatile uint32_t * ) ( uintptr_t ) ( address ) )

#define UART_DATA             REGISTER( 0xF0000000U )
#define MACHINE_OFF           REGISTER( 0xF0010000U ) /* the value is the exit code */
#define MTIMECMP              REGISTER( 0xF0024000U )
#define MTIMECMP_HIGH         REGISTER( 0xF0024004U )
#define MTIME                 REGISTER( 0xF002BFF8U )
#define MTIME_HIGH            REGISTER( 0xF002BFFCU )
#define TIME_MANAGER          0xF0030000U
#define GENERATOR_ACKNOWLEDGE REGISTER( 0xF0040008U )
#define GENERATOR_DELAY( n )  REGISTER( 0xF0040020U + 4U * ( n ) )
#define GENERATOR_MASK( n )   REGISTER( 0xF0040040U + 4U * ( n ) )
#define DOORBELLS_PENDING     REGISTER( 0xF0061000U ) /* a store clears the bits that it has */
#define PENDING_AT_LINUX      REGISTER( 0xF0060000U ) /* the same of Linux's page */
#define DOORBELLS_RING        REGISTER( 0xF0061004U ) /* rings Linux's */
#define DOORBELLS_ALL         7U

/* Lines of the hardware kernel. */
#define LINE_OF_GENERATOR    0U /* and the three above */
#define LINE_OF_DOORBELLS    4U /* and the two above */
#define LINE_OF_TIME_MANAGER 7U

/* Where Linux and its device tree are; systems/linux/lab says so, too. */
#define LINUX_ENTRY       0x80400000U
#define LINUX_DEVICE_TREE 0x80E00000U

/* Bits of mstatus, mip and mie. */
#define MSTATUS_SIE   0x2U
#define MSTATUS_SPIE  0x20U
#define MSTATUS_SPP   0x100U
#define MSTATUS_MPP   0x1800U
#define MSTATUS_MPP_S 0x800U
#define MIP_SSIP      0x2U
#define MIP_STIP      0x20U
#define MIP_SEIP      0x200U

/* The register by its name or number. */
#define READ_CSR( csr )                                      \
    ( {                                                      \
        uint32_t value_;                                     \
        __asm volatile( "csrr %0, " #csr : "=r"( value_ ) ); \
        value_;                                              \
    } )
#define WRITE_CSR( csr, value ) __asm volatile( "csrw " #csr ", %0" : : "r"( value ) : "memory" )
#define SET_CSR( csr, bits )    __asm volatile( "csrs " #csr ", %0" : : "r"( bits ) : "memory" )
#define CLEAR_CSR( csr, bits )  __asm volatile( "csrc " #csr ", %0" : : "r"( bits ) : "memory" )

/* VexRiscv's own instruction: the data cache forgets all it has; it holds nothing that is not in the RAM. */
#define INVALIDATE_DATA_CACHE() __asm volatile( ".word 0x500F" : : : "memory" )
