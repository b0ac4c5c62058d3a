/* SPDX-License-Identifier: Apache-2.0 */

/*
 * Queues and semaphores: FreeRTOS's own queue.c, with each queue's lock in place of critical sections and
 * of the scheduler's suspension. Nobody has to yield: the GIC interrupts for a higher task when the lock is
 * given back.
 */
#include "events.h"
#include "gic.h"

#if gicOBJECTS

    #if ( configUSE_MUTEXES != 0 ) || ( configUSE_QUEUE_SETS != 0 )
        #error "the kernel on the GIC has no mutexes and no queue sets: set configUSE_MUTEXES and \
configUSE_QUEUE_SETS to 0"
    #endif

static inline UBaseType_t prvLockFromISR( const void * pvObject )
{
    vGicLock( pvObject );
    return 0;
}

    #undef taskENTER_CRITICAL
    #undef taskEXIT_CRITICAL
    #undef taskENTER_CRITICAL_FROM_ISR
    #undef taskEXIT_CRITICAL_FROM_ISR
    #undef portBASE_TYPE_ENTER_CRITICAL
    #undef portBASE_TYPE_EXIT_CRITICAL
    #undef portYIELD_WITHIN_API
    #undef taskYIELD_WITHIN_API
    #define taskENTER_CRITICAL()            vGicLock( pxQueue )
    #define taskEXIT_CRITICAL()             ( ( void ) xGicUnlock() )
    #define taskENTER_CRITICAL_FROM_ISR()   prvLockFromISR( pxQueue )
    #define taskEXIT_CRITICAL_FROM_ISR( x ) ( ( void ) ( x ), ( void ) xGicUnlock() )
    #define vTaskSuspendAll()               vGicLock( pxQueue )
    #define xTaskResumeAll()                xGicUnlock()
    #define portBASE_TYPE_ENTER_CRITICAL() /* one word is read */
    #define portBASE_TYPE_EXIT_CRITICAL()
    #define portYIELD_WITHIN_API()
    #define taskYIELD_WITHIN_API()
    #define vTaskYieldWithinAPI()
    #define vTaskMissedYield()
    #define uxTaskGetNumberOfTasks() gicTASKS

    #include "../queue.c"
#endif /* if gicOBJECTS */
