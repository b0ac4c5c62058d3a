/* SPDX-License-Identifier: Apache-2.0 */

/* A program's director: the task of the layer, at priority HIGH, that drives the others. */
#pragma once

#include <errno.h>

#include "alchemy/task.h"
#include "check.h"

#define MS   ( ( RTIME ) 1000000 )
#define HIGH 8
#define LOW  4

static RT_TASK director;

/* Stands before the body of the director: the program passes at its end. A task of FreeRTOS, which is none
 * of the layer's, makes the call `foreign` before. */
#define TEST_OF_LAYER( foreign )                                                               \
    static void tests( void );                                                                 \
    static void direct( void * arg )                                                           \
    {                                                                                          \
        ( void ) arg;                                                                          \
        tests();                                                                               \
        test_passed();                                                                         \
    }                                                                                          \
    static void begin( void * parameters )                                                     \
    {                                                                                          \
        ( void ) parameters;                                                                   \
        foreign;                                                                               \
        CHECK_EQUAL( rt_task_spawn( &director, "director", 4096, HIGH, 0, direct, NULL ), 0 ); \
        vTaskDelete( NULL );                                                                   \
    }                                                                                          \
    int main( void )                                                                           \
    {                                                                                          \
        test_start( begin, LOW );                                                              \
    }                                                                                          \
    static void tests( void )
