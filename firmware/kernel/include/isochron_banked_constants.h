/* Generated from hardware/registers/banked.rdl by `isochron registers`. Do not edit. */
/* SPDX-License-Identifier: Apache-2.0 */
#ifndef ISOCHRON_BANKED_CONSTANTS_H
#define ISOCHRON_BANKED_CONSTANTS_H

/* Plain constants, for C and for assembler. Offsets are bytes from the base address. */
#define ISOCHRON_BANKED_CONTEXTS_STRIDE 0x100
#define ISOCHRON_BANKED_CONTEXTS_REGISTER_OFFSET 0x00000
#define ISOCHRON_BANKED_CONTEXTS_PC_OFFSET 0x00080
#define ISOCHRON_BANKED_CONTROL_TARGET_OFFSET 0x10000
#define ISOCHRON_BANKED_CONTROL_VECTORS_OFFSET 0x10004
#define ISOCHRON_BANKED_CONTROL_RESUMED_OFFSET 0x10008

#endif
