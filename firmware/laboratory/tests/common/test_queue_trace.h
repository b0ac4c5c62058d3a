/* SPDX-License-Identifier: Apache-2.0 */

/* Trace macros of queues, for queue_traces.c: a letter each, a capital for what failed. */
#pragma once

void test_traced( char what );

#define traceQUEUE_SEND( pxQueue )                    ( ( void ) ( pxQueue ), test_traced( 's' ) )
#define traceQUEUE_SEND_FAILED( pxQueue )             ( ( void ) ( pxQueue ), test_traced( 'S' ) )
#define traceQUEUE_RECEIVE( pxQueue )                 ( ( void ) ( pxQueue ), test_traced( 'r' ) )
#define traceQUEUE_RECEIVE_FAILED( pxQueue )          ( ( void ) ( pxQueue ), test_traced( 'R' ) )
#define traceQUEUE_PEEK( pxQueue )                    ( ( void ) ( pxQueue ), test_traced( 'p' ) )
#define traceQUEUE_PEEK_FAILED( pxQueue )             ( ( void ) ( pxQueue ), test_traced( 'P' ) )
#define traceQUEUE_SEND_FROM_ISR( pxQueue )           ( ( void ) ( pxQueue ), test_traced( 'x' ) )
#define traceQUEUE_SEND_FROM_ISR_FAILED( pxQueue )    ( ( void ) ( pxQueue ), test_traced( 'X' ) )
#define traceQUEUE_RECEIVE_FROM_ISR( pxQueue )        ( ( void ) ( pxQueue ), test_traced( 'y' ) )
#define traceQUEUE_RECEIVE_FROM_ISR_FAILED( pxQueue ) ( ( void ) ( pxQueue ), test_traced( 'Y' ) )
#define traceQUEUE_PEEK_FROM_ISR( pxQueue )           ( ( void ) ( pxQueue ), test_traced( 'z' ) )
#define traceQUEUE_PEEK_FROM_ISR_FAILED( pxQueue )    ( ( void ) ( pxQueue ), test_traced( 'Z' ) )
#define traceQUEUE_SET_SEND( pxQueue )                ( ( void ) ( pxQueue ), test_traced( 'g' ) )
#define traceCREATE_COUNTING_SEMAPHORE()              test_traced( 'c' )
#define traceCREATE_COUNTING_SEMAPHORE_FAILED()       test_traced( 'C' )
#define traceCREATE_MUTEX( pxQueue )                  ( ( void ) ( pxQueue ), test_traced( 'm' ) )
#define traceCREATE_MUTEX_FAILED()                    test_traced( 'M' )
