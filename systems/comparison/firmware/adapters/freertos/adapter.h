/* SPDX-License-Identifier: Apache-2.0 */

/* FreeRTOS's API, for every kernel that has it. docs/explanation/comparison.md says what each macro is. */
#pragma once

#include "FreeRTOS.h"
#include "queue.h"
#include "semphr.h"
#include "task.h"
#include "timers.h"

typedef TaskHandle_t kernel_task_t;
typedef SemaphoreHandle_t kernel_semaphore_t;
typedef SemaphoreHandle_t kernel_mutex_t;
typedef QueueHandle_t kernel_queue_t;
typedef int kernel_memory_t; /* one heap for all */
typedef TimerHandle_t kernel_timer_t;
typedef uint32_t kernel_message_t;

#define KERNEL_TASK( name ) static void name( void * parameters )
#define KERNEL_MAIN( setup )   \
    int main( void )           \
    {                          \
        setup();               \
        vTaskStartScheduler(); \
    }

#define KERNEL_CREATE( task, function, rank ) \
    ( xTaskCreate( function, "", COMPARISON_STACK, NULL, rank, &( task ) ) == pdPASS )
#define KERNEL_SUSPEND_SELF( task ) vTaskSuspend( task )
#define KERNEL_RESUME( task )       vTaskResume( task )
#define KERNEL_YIELD()              taskYIELD()
#define KERNEL_DELAY( ticks )       vTaskDelay( ticks )
#define KERNEL_TICKS()              xTaskGetTickCount()

#define KERNEL_SEMAPHORE_CREATE( semaphore, count ) \
    ( ( semaphore = xSemaphoreCreateCounting( 0xFFFF, count ) ) != NULL )
#define KERNEL_SEMAPHORE_GET( semaphore )     ( xSemaphoreTake( semaphore, 0 ) == pdTRUE )
#define KERNEL_SEMAPHORE_RELEASE( semaphore ) ( xSemaphoreGive( semaphore ) == pdTRUE )
#define KERNEL_SEMAPHORE_RELEASE_TO_HIGHEST   KERNEL_SEMAPHORE_RELEASE
#define KERNEL_SEMAPHORE_WAIT( semaphore )    xSemaphoreTake( semaphore, portMAX_DELAY )

#define KERNEL_MUTEX_CREATE( mutex, ceiling ) ( ( mutex = xSemaphoreCreateMutex() ) != NULL )
#define KERNEL_MUTEX_LOCK( mutex )            xSemaphoreTake( mutex, portMAX_DELAY )
#define KERNEL_MUTEX_UNLOCK( mutex )          xSemaphoreGive( mutex )

#define KERNEL_QUEUE_CREATE( queue, length, bytes ) ( ( queue = xQueueCreate( length, bytes ) ) != NULL )
#define KERNEL_QUEUE_PASS( queue, message )         ( xQueueSend( queue, message, 0 ) == pdTRUE )
#define KERNEL_QUEUE_RECEIVE( queue, message )      ( xQueueReceive( queue, message, 0 ) == pdTRUE )
#define KERNEL_QUEUE_WAIT( queue, message )         xQueueReceive( queue, message, portMAX_DELAY )
/* A message is copied, so its length matters. */
#define KERNEL_QUEUE_COPIES                         256U

#define KERNEL_MEMORY_CREATE( memory, blocks, bytes ) ( ( memory = ( bytes ) ) != 0 )
#define KERNEL_MEMORY_GET( memory )                   pvPortMalloc( memory )
#define KERNEL_MEMORY_RELEASE( memory, block )        vPortFree( block )

/* The program has heap_3 in place of heap_4. */
#define KERNEL_MEMORY_MALLOC

#define KERNEL_TIMER_CALLBACK( name ) static void name( kernel_timer_t timer )
#define KERNEL_TIMER_CREATE( timer, ticks, callback ) \
    ( ( timer = xTimerCreate( "", ticks, pdFALSE, NULL, callback ) ) != NULL )
#define KERNEL_TIMER_START( timer ) ( void ) xTimerStart( timer, portMAX_DELAY )

/* From a handler: releases a semaphore; the kernel switches at the handler's end if it must. */
#define KERNEL_SEMAPHORE_RELEASE_FROM_ISR( semaphore ) \
    do                                                 \
    {                                                  \
        BaseType_t woken = pdFALSE;                    \
        xSemaphoreGiveFromISR( semaphore, &woken );    \
        portYIELD_FROM_ISR( woken );                   \
    } while( 0 )
