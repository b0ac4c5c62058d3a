/* SPDX-License-Identifier: Apache-2.0 */

/* An operating system in S mode, the guest, as the context of one FreeRTOS task, whose stack in M mode
 * serves what the guest asks M mode for. With configISOCHRON_GUEST. For C and for assembler.
 *
 * Every task and interrupt of a higher priority than that task's interrupts the guest wherever it is,
 * whether it has masked its interrupts or not. The timer of the CLINT is the guest's: it is enabled while
 * the guest runs only, and becomes its supervisor timer interrupt. */
#pragma once

/* Offsets in xIsochronGuest: x1 to x31 have the places of their numbers. */
#define guestMEPC    0
#define guestX( n )  ( 4 * ( n ) )
#define guestMSTATUS 128
#define guestTIMER   132
#define guestSTACK   136

/* In the control block of the guest's task, while that does not run in M mode: the guest's address and this.
 */
#define guestTAG 3

#ifndef __ASSEMBLER__

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

struct isochron_guest
{
    uint32_t mepc;      /* where it goes on */
    uint32_t x[ 31 ];   /* x1 is x[ 0 ] */
    uint32_t mstatus;   /* of which MPP is the mode in which it goes on */
    uint32_t timer;     /* guestTIMER_INTERRUPT: the guest waits for its timer; or 0 */
    uint32_t stack;     /* the task's, in M mode */
};

#define guestTIMER_INTERRUPT 0x80U /* MTIE */
#define guestMPP_M           0x1800U

/* The guest. Its address must have the bit of mstatus.MPRV, 17, and none of mstatus's others: the guest
 * can set MPRV on this core, with which every store of M mode would go where the guest wants it, and the
 * trap's second instruction clears that bit by this address, before the first store. */
extern struct isochron_guest xIsochronGuest;

/* Makes the calling task the guest's: the guest goes on as xIsochronGuest says. Does not return. */
void vIsochronEnterGuest( void );

#define guestSTOPPED 11U   /* of an exception's causes: an environment call of M mode */

/* Where the guest is made to go on, in M mode: it does nothing but that call. */
extern const uint32_t ulIsochronGuestStopped[];

/* The guest does nothing more: vIsochronGuestException() is called with guestSTOPPED as soon as it would go
 * on, at whichever instruction it is, or its task for it. For who interrupts that task. If it has interrupted
 * vIsochronGuestException() itself, this may be overwritten there: who calls it lets it know. */
static inline void vIsochronStopGuest( void )
{
    xIsochronGuest.mepc = ( uint32_t ) ( uintptr_t ) ulIsochronGuestStopped;
    xIsochronGuest.mstatus = guestMPP_M;
}

/* The application's: an exception of the guest that is not delegated to it. Called by the guest's task,
 * with interrupts enabled, so it may use what a task may. What it changes in xIsochronGuest is what the
 * guest finds; mcause and mtval are handed over, since they are others' by now. */
void vIsochronGuestException( uint32_t ulCause, uint32_t ulValue );

#ifdef __cplusplus
}
#endif

#endif /* __ASSEMBLER__ */
