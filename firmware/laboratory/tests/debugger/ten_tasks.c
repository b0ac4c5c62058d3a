/* SPDX-License-Identifier: Apache-2.0 */

/* Ten tasks, each in another state or waiting for something else, for a debugger to find them
 * (tests/test_debugger.py). */
#include "FreeRTOS.h"
#include "task.h"
#include "queue.h"
#include "semphr.h"

#include "board.h"

#define STACK     300
#define DIRECTING 5
#define WAITING   4
#define WANTING   3
#define HOLDING   2
#define BUSY      1

#ifndef SLEEP
    #define SLEEP 10 /* ticks */
#endif
#define LAP       "10000" /* turns */
#define SENT      0x5E47
#define EXIT_CODE 7

uint32_t storage[ 4 ];
volatile uint32_t laps;
static StaticQueue_t queue_structure;
static QueueHandle_t queue;
static SemaphoreHandle_t semaphore, mutex;

/* What several tasks call. */
__attribute__( ( noipa ) ) void lap( void )
{
    laps++;
}

/* What a debugger calls; the program never does. */
__attribute__( ( noipa ) ) static uint32_t twice( uint32_t number )
{
    lap();
    return 2 * number;
}

__attribute__( ( noipa ) ) static uint32_t inner( void )
{
    uint32_t item = 0;

    ( void ) xQueueReceive( queue, &item, portMAX_DELAY );
    return item + laps;
}

__attribute__( ( noipa, used ) ) static uint32_t outer( void )
{
    return inner() + 1;
}

/* Marks the registers that a call keeps, and waits several functions deep. */
__attribute__( ( naked ) ) static void receiver( void * parameters )
{
    __asm__ volatile( "li s0, 0x500 ; li s1, 0x501 ; li s2, 0x502 ; li s3, 0x503 \n"
                      "li s4, 0x504 ; li s5, 0x505 ; li s6, 0x506 ; li s7, 0x507 \n"
                      "li s8, 0x508 ; li s9, 0x509 ; li s10, 0x50A ; li s11, 0x50B \n"
                      "1: call outer \n"
                      "j 1b" );
}

static void taker( void * parameters )
{
    ( void ) xSemaphoreTake( semaphore, portMAX_DELAY );
    vTaskSuspend( NULL );
}

static void sleeper( void * parameters )
{
    for( ;; )
    {
        vTaskDelay( SLEEP );
        lap();
    }
}

static void notified( void * parameters )
{
    ( void ) ulTaskNotifyTake( pdTRUE, portMAX_DELAY );
    vTaskSuspend( NULL );
}

static void quiet( void * parameters )
{
    vTaskSuspend( NULL );
    laps = twice( 0 );
}

static void named( TaskFunction_t function, const char * name, UBaseType_t priority )
{
    configASSERT( xTaskCreate( function, name, STACK, NULL, priority, NULL ) == pdPASS );
}

static void wanting( void * parameters )
{
    ( void ) xSemaphoreTake( mutex, portMAX_DELAY );
    vTaskSuspend( NULL );
}

/* Marks the registers that a call may change, and never ends. */
__attribute__( ( naked, noipa ) ) static void spin( void )
{
    __asm__ volatile( "addi sp, sp, -16 \n"
                      ".cfi_def_cfa_offset 16 \n"
                      "sw ra, 12(sp) \n"
                      ".cfi_offset ra, -4 \n"
                      "1: li a0, 0xA00 ; li a1, 0xA01 ; li a2, 0xA02 ; li a3, 0xA03 \n"
                      "li a4, 0xA04 ; li a5, 0xA05 ; li a6, 0xA06 ; li a7, 0xA07 \n"
                      "li t1, 0x701 ; li t2, 0x702 ; li t3, 0x703 \n"
                      "li t4, 0x704 ; li t5, 0x705 ; li t6, 0x706 \n"
                      "li t0, " LAP " \n"
                      "2: addi t0, t0, -1 \n"
                      "bnez t0, 2b \n"
                      "call lap \n"
                      "j 1b" );
}

static void holder( void * parameters )
{
    ( void ) xSemaphoreTake( mutex, portMAX_DELAY );
    named( wanting, "wanting", WANTING );
    spin();
    laps = 0;
}

static void busy( void * parameters )
{
    spin();
    laps = 0;
}

__attribute__( ( noipa ) ) void stop_here( void )
{
    laps = laps;
}

static void director( void * parameters )
{
    const uint32_t item = SENT;

    queue = xQueueCreateStatic( 4, sizeof( uint32_t ), ( uint8_t * ) storage, &queue_structure );
    semaphore = xSemaphoreCreateBinary();
    mutex = xSemaphoreCreateMutex();
    named( receiver, "receiver", WAITING );
    named( taker, "taker", WAITING );
    named( sleeper, "sleeper", WAITING );
    named( notified, "notified", WAITING );
    named( quiet, "quiet", WAITING );
    named( holder, "holder", HOLDING );
    named( busy, "busy", BUSY );
    vTaskDelay( 2 );
    stop_here();
    ( void ) xQueueSend( queue, &item, 0 );
    vTaskDelay( 2 * SLEEP );
    board_exit( EXIT_CODE );
}

int main( void )
{
    named( director, "director", DIRECTING );
    vTaskStartScheduler();
    return 1;
}
