/* SPDX-License-Identifier: Apache-2.0 */

/* Software timers: FreeRTOS's own timers.c, with the lock of the timers' queue. Their task, which alone
 * suspends the scheduler there, does so only until it waits; it calls nobody's function with the lock. */
#define gicLOCK() vGicLock( xTimerQueue )
#include "creation.h"
#include "locked.h"
#include "timers.h"

#if gicOBJECTS && ( configUSE_TIMERS == 1 )

/* The timers' task has the lock. */
static BaseType_t xLocked;

/* Returns whether that task has waited. */
static BaseType_t prvUnlock( void )
{
    if( xLocked == pdFALSE )
    {
        return pdFALSE;
    }

    xLocked = pdFALSE;
    return xGicUnlock();
}

    #undef vTaskSuspendAll
    #undef xTaskResumeAll
    #undef taskYIELD_WITHIN_API
    #undef traceTIMER_EXPIRED
    #define vTaskSuspendAll()             ( gicLOCK(), xLocked = pdTRUE )
    #define xTaskResumeAll()              prvUnlock()
    #define taskYIELD_WITHIN_API()        vGicYield()
    #define traceTIMER_EXPIRED( pxTimer ) ( ( void ) prvUnlock() ) /* its function is called next */

    #if gicMULTICORE

/* All timers go by the time of one core, where their task begins. */
        #ifndef configTIMER_SERVICE_TASK_CORE_AFFINITY
            #define configTIMER_SERVICE_TASK_CORE_AFFINITY 1
        #endif
        #define CORE __builtin_ctz( configTIMER_SERVICE_TASK_CORE_AFFINITY )

_Static_assert( configTIMER_SERVICE_TASK_CORE_AFFINITY == ( 1UL << CORE ),
                "configTIMER_SERVICE_TASK_CORE_AFFINITY: a task is on one core" );
_Static_assert( CORE < configNUMBER_OF_CORES, "configTIMER_SERVICE_TASK_CORE_AFFINITY: no such core" );

static TickType_t prvTime( void )
{
    return ( xGicStarted != pdFALSE ) ? xGicCores[ CORE ].xCore.xTickCount :
                                        ( TickType_t ) configINITIAL_TICK_COUNT;
}

        #define xTaskGetTickCount() prvTime()

/* FreeRTOS's own of what stands below. */
static BaseType_t xGicCommandFromTask( TimerHandle_t xTimer, const BaseType_t xCommandID,
                                       const TickType_t xOptionalValue,
                                       BaseType_t * const pxHigherPriorityTaskWoken,
                                       const TickType_t xTicksToWait );
static BaseType_t xGicCommandFromISR( TimerHandle_t xTimer, const BaseType_t xCommandID,
                                      const TickType_t xOptionalValue,
                                      BaseType_t * const pxHigherPriorityTaskWoken,
                                      const TickType_t xTicksToWait );

        #define xTimerGenericCommandFromTask xGicCommandFromTask
        #define xTimerGenericCommandFromISR  xGicCommandFromISR
    #endif /* if gicMULTICORE */

    #include "../timers.c"

    #if gicMULTICORE
        #undef xTimerGenericCommandFromTask
        #undef xTimerGenericCommandFromISR

/* What starts a timer says when: by the caller's core, whose count may be another. */
static TickType_t prvValue( BaseType_t xCommandID, TickType_t xValue )
{
    switch( xCommandID )
    {
        case tmrCOMMAND_START:
        case tmrCOMMAND_RESET:
        case tmrCOMMAND_START_FROM_ISR:
        case tmrCOMMAND_RESET_FROM_ISR:
            return prvTime();

        default:
            return xValue;
    }
}

BaseType_t xTimerGenericCommandFromTask( TimerHandle_t xTimer, const BaseType_t xCommandID,
                                         const TickType_t xOptionalValue,
                                         BaseType_t * const pxHigherPriorityTaskWoken,
                                         const TickType_t xTicksToWait )
{
    return xGicCommandFromTask( xTimer, xCommandID, prvValue( xCommandID, xOptionalValue ),
                                pxHigherPriorityTaskWoken, xTicksToWait );
}

BaseType_t xTimerGenericCommandFromISR( TimerHandle_t xTimer, const BaseType_t xCommandID,
                                        const TickType_t xOptionalValue,
                                        BaseType_t * const pxHigherPriorityTaskWoken,
                                        const TickType_t xTicksToWait )
{
    return xGicCommandFromISR( xTimer, xCommandID, prvValue( xCommandID, xOptionalValue ),
                               pxHigherPriorityTaskWoken, xTicksToWait );
}
    #endif /* if gicMULTICORE */

    #if ( configKERNEL_PROVIDED_STATIC_MEMORY == 1 )

void vApplicationGetTimerTaskMemory( StaticTask_t ** ppxTask, StackType_t ** ppxStack,
                                     configSTACK_DEPTH_TYPE * puxWords )
{
    static StaticTask_t xTask;
    static StackType_t uxStack[ configTIMER_TASK_STACK_DEPTH ] __attribute__( ( aligned( 8 ) ) );

    *ppxTask = &xTask;
    *ppxStack = uxStack;
    *puxWords = configTIMER_TASK_STACK_DEPTH;
}
    #endif
#endif /* if gicOBJECTS && ( configUSE_TIMERS == 1 ) */
