/* SPDX-License-Identifier: Apache-2.0 */

/* Messages to the hybrid (docs/reference/hybrid-registers.md). One of a single word without a reply may be
 * sent anywhere; the others with interrupts masked, so that no other message comes in between. Part of
 * kernel.h. */
#pragma once

#include "isochron_link.h"

/* Fields of a header, of a message to the timers, and of replies. */
#define messageFIELD( FIELD, ulValue ) \
    ( ( ( uint32_t ) ( ulValue ) ) << ISOCHRON_HYBRID_LINK_SCHEDULER_##FIELD##_SHIFT )
#define messageSTATUS( ulStatus, FIELD ) \
    ( ( ( ulStatus ) & ISOCHRON_HYBRID_REPLIES_STATUS_##FIELD##_MASK ) != 0U )
#define messageTASK( ulTask, FIELD ) ( ( ( ulTask ) & ISOCHRON_HYBRID_REPLIES_TASK_##FIELD##_MASK ) != 0U )

/* Longest delay of one message. */
#define messageMOST_TICKS ( ( TickType_t ) ISOCHRON_HYBRID_LINK_TIMERS_TICKS_MASK )

/* States that WRITE puts a task into. Delays are the timers'. */
#define messageREADY     messageFIELD( READY, 1U )
#define messageBLOCKED   messageFIELD( BLOCKED, 1U )
#define messageSUSPENDED messageFIELD( SUSPENDED, 1U )
#define messageFINISHED  messageFIELD( FINISHED, 1U )

/* A message of a command alone: SUSPEND, RESUME, YIELD or HOOK. */
#define vMessageSend( COMMAND ) vIsochronLinkPut( isochronLINK_SCHEDULER, ISOCHRON_HYBRID_COMMAND_##COMMAND )

static portFORCE_INLINE uint32_t ulMessageHeader( const TCB_t * pxTCB, uint32_t ulCommand )
{
    return ulCommand | messageFIELD( ID, pxTCB->uxIdentifier ) | messageFIELD( PRIORITY, pxTCB->uxPriority );
}

/* Puts a task into a state, whatever it was in; a ready one comes last in its ready list. */
static portFORCE_INLINE void vMessageWrite( const TCB_t * pxTCB, uint32_t ulState )
{
    vIsochronLinkPut( isochronLINK_SCHEDULER,
                      ulMessageHeader( pxTCB, ISOCHRON_HYBRID_COMMAND_WRITE ) | ulState );
}

/* A new task, ready. */
static portFORCE_INLINE void vMessageCreate( const TCB_t * pxTCB )
{
    vIsochronLinkPut( isochronLINK_SCHEDULER_MORE,
                      ulMessageHeader( pxTCB, ISOCHRON_HYBRID_COMMAND_WRITE ) | messageREADY );
    vIsochronLinkPut( isochronLINK_SCHEDULER, ( uint32_t ) ( uintptr_t ) pxTCB );
}

/* A task has a new priority, or is to go last in its ready list if it is ready. One that was deleted is in no
 * list. */
static portFORCE_INLINE void vMessagePriority( const TCB_t * pxTCB )
{
    if( __builtin_expect( kernelHAS_TASK( pxTCB ), 1 ) )
    {
        vIsochronLinkPut( isochronLINK_SCHEDULER,
                          ulMessageHeader( pxTCB, ISOCHRON_HYBRID_COMMAND_PRIORITY ) );
    }
}

/* Delays a task from the visible tick on. With ulEvent 1 the end is reported, for software to do the
 * rest. */
static portFORCE_INLINE void vMessageDelay( const TCB_t * pxTCB, TickType_t xTicks, uint32_t ulEvent )
{
    vIsochronLinkPut( isochronLINK_TIMERS,
                      ( ulEvent << ISOCHRON_HYBRID_LINK_TIMERS_EVENT_SHIFT ) |
                          ( ( uint32_t ) pxTCB->uxIdentifier << ISOCHRON_HYBRID_LINK_TIMERS_ID_SHIFT ) |
                          xTicks );
}

/* The end of a delay that is reported: the task is ready. */
static portFORCE_INLINE void vMessageRelease( const TCB_t * pxTCB )
{
    vIsochronLinkPut( isochronLINK_SCHEDULER, ulMessageHeader( pxTCB, ISOCHRON_HYBRID_COMMAND_RELEASE ) );
}

/* ADJUST and PERIOD: a header and a word. */
static portFORCE_INLINE void vMessageTwoWords( uint32_t ulHeader, uint32_t ulWord )
{
    vIsochronLinkPut( isochronLINK_SCHEDULER_MORE, ulHeader );
    vIsochronLinkPut( isochronLINK_SCHEDULER, ulWord );
}

#define vMessageAdjust( ADJUST_WHAT, xTicks )                                           \
    vMessageTwoWords( ISOCHRON_HYBRID_COMMAND_ADJUST |                                  \
                          messageFIELD( ADJUST, ISOCHRON_HYBRID_ADJUST_##ADJUST_WHAT ), \
                      ( xTicks ) )

/* The next task, which runs from now on; NULL when none is ready. While the scheduler is suspended, the
 * running one, and a yield is pending. */
static portFORCE_INLINE TCB_t * pxMessageRead( void )
{
    vIsochronLinkPut( isochronLINK_SCHEDULER, ISOCHRON_HYBRID_COMMAND_READ );

    return ( TCB_t * ) ( uintptr_t ) ulIsochronLinkGet();
}

/* A task's state (messageTASK()). */
static portFORCE_INLINE uint32_t ulMessageGet( const TCB_t * pxTCB )
{
    vIsochronLinkPut( isochronLINK_SCHEDULER, ulMessageHeader( pxTCB, ISOCHRON_HYBRID_COMMAND_GET ) );

    return ulIsochronLinkGet();
}

/* 1 if an interrupt line has risen since this was last 1; else 0, and a task, which is ready, waits for it so
 * many ticks, or for ever. */
static portFORCE_INLINE uint32_t ulMessageLine( const TCB_t * pxTCB, uint32_t ulEndless, UBaseType_t uxLine,
                                                TickType_t xTicks )
{
    vMessageTwoWords( ulMessageHeader( pxTCB, ISOCHRON_HYBRID_COMMAND_LINE ),
                      ( ulEndless << ISOCHRON_HYBRID_REPLIES_LINE_ENDLESS_SHIFT ) |
                          ( ( uint32_t ) uxLine << ISOCHRON_HYBRID_REPLIES_LINE_LINE_SHIFT ) | xTicks );

    return ulIsochronLinkGet();
}

/* A report; of TICK the second word is still to be got. */
#define ulMessageReport( WHAT ) ulMessageAsk( messageFIELD( REPORT, ISOCHRON_HYBRID_REPORT_##WHAT ) )

static portFORCE_INLINE uint32_t ulMessageAsk( uint32_t ulReport )
{
    vIsochronLinkPut( isochronLINK_SCHEDULER, ISOCHRON_HYBRID_COMMAND_REPORT | ulReport );

    return ulIsochronLinkGet();
}
