/* SPDX-License-Identifier: Apache-2.0 */

/* The idle task, and the memory that it and the timer task get from the kernel. */
#ifndef ISOCHRON_COMMON_IDLE_TASK_C
#define ISOCHRON_COMMON_IDLE_TASK_C

#include "kernel.h"
#include "task_reclamation.c"
#if ( isochronHYBRID == 1 )
    #include <kernel/task_sleep.c>
#else
    #include "../hardware_kernel/task_sleep.c"
#endif

#ifndef configIDLE_TASK_NAME
    #define configIDLE_TASK_NAME "IDLE"
#endif

static TaskHandle_t xIdleTaskHandle = NULL;

/* That of a core. The first one frees what deleted tasks leave, the others are passive. */
#if ( configNUMBER_OF_CORES > 1 )
static TaskHandle_t xPassiveIdleTasks[ configNUMBER_OF_CORES - 1 ];

    #define kernelIDLE_TASK_OF( xCoreID ) \
    ( ( ( xCoreID ) == 0 ) ? xIdleTaskHandle : xPassiveIdleTasks[ ( xCoreID ) - 1 ] )
#else
    #define kernelIDLE_TASK_OF( xCoreID ) ( ( void ) ( xCoreID ), xIdleTaskHandle )
#endif

static portTASK_FUNCTION( prvIdleTask, pvParameters )
{
    ( void ) pvParameters;

    for( ; configCONTROL_INFINITE_LOOP(); )
    {
        #if ( INCLUDE_vTaskDelete == 1 )
        {
            prvReclaimDeletedTasks();
        }
        #endif

        #if ( configUSE_PREEMPTION == 0 )
        {
            taskYIELD();
        }
        #elif ( configIDLE_SHOULD_YIELD == 1 )
        {
            /* To an equal only, as in FreeRTOS: a higher task that an interrupt service routine
             * woke without asking for a switch has to wait. */
            prvYieldToEqual();
        }
        #endif

        #if ( configUSE_IDLE_HOOK == 1 )
        {
            vApplicationIdleHook();
        }
        #endif

        #if ( configUSE_TICKLESS_IDLE != 0 )
        {
            prvSleep();
        }
        #endif
    }
}

#if ( ( configSUPPORT_STATIC_ALLOCATION == 1 ) && ( configKERNEL_PROVIDED_STATIC_MEMORY == 1 ) )

void vApplicationGetIdleTaskMemory( StaticTask_t ** ppxIdleTaskTCBBuffer,
                                    StackType_t ** ppxIdleTaskStackBuffer,
                                    configSTACK_DEPTH_TYPE * puxIdleTaskStackSize )
{
    static StaticTask_t xIdleTaskTCB;
    static StackType_t uxIdleTaskStack[ configMINIMAL_STACK_SIZE ];

    *ppxIdleTaskTCBBuffer = &xIdleTaskTCB;
    *ppxIdleTaskStackBuffer = &( uxIdleTaskStack[ 0 ] );
    *puxIdleTaskStackSize = configMINIMAL_STACK_SIZE;
}

    #if ( configUSE_TIMERS == 1 )

void vApplicationGetTimerTaskMemory( StaticTask_t ** ppxTimerTaskTCBBuffer,
                                     StackType_t ** ppxTimerTaskStackBuffer,
                                     configSTACK_DEPTH_TYPE * puxTimerTaskStackSize )
{
    static StaticTask_t xTimerTaskTCB;
    static StackType_t uxTimerTaskStack[ configTIMER_TASK_STACK_DEPTH ];

    *ppxTimerTaskTCBBuffer = &xTimerTaskTCB;
    *ppxTimerTaskStackBuffer = &( uxTimerTaskStack[ 0 ] );
    *puxTimerTaskStackSize = configTIMER_TASK_STACK_DEPTH;
}

    #endif /* configUSE_TIMERS */

#endif

#if ( configNUMBER_OF_CORES > 1 )

/* With several cores the name of an idle task ends in its core's number. */
static const char * prvIdleTaskName( BaseType_t xCoreID )
{
    static char cName[ configMAX_TASK_NAME_LEN ];
    UBaseType_t uxLength = 0;

    while( ( uxLength < ( configMAX_TASK_NAME_LEN - 2 ) ) && ( configIDLE_TASK_NAME[ uxLength ] != '\0' ) )
    {
        cName[ uxLength ] = configIDLE_TASK_NAME[ uxLength ];
        uxLength++;
    }

    cName[ uxLength ] = ( char ) ( xCoreID + '0' );
    cName[ uxLength + 1 ] = '\0';

    return cName;
}

static portTASK_FUNCTION( prvPassiveIdleTask, pvParameters )
{
    ( void ) pvParameters;

    for( ; configCONTROL_INFINITE_LOOP(); )
    {
        #if ( configIDLE_SHOULD_YIELD == 1 )
        {
            prvYieldToEqual();
        }
        #endif

        #if ( configUSE_PASSIVE_IDLE_HOOK == 1 )
        {
            vApplicationPassiveIdleHook();
        }
        #endif
    }
}

    #if ( ( configSUPPORT_STATIC_ALLOCATION == 1 ) && ( configKERNEL_PROVIDED_STATIC_MEMORY == 1 ) )

void vApplicationGetPassiveIdleTaskMemory( StaticTask_t ** ppxIdleTaskTCBBuffer,
                                           StackType_t ** ppxIdleTaskStackBuffer,
                                           configSTACK_DEPTH_TYPE * puxIdleTaskStackSize,
                                           BaseType_t xPassiveIdleTaskIndex )
{
    static StaticTask_t xTCBs[ configNUMBER_OF_CORES - 1 ];
    static StackType_t uxStacks[ configNUMBER_OF_CORES - 1 ][ configMINIMAL_STACK_SIZE ];

    *ppxIdleTaskTCBBuffer = &( xTCBs[ xPassiveIdleTaskIndex ] );
    *ppxIdleTaskStackBuffer = uxStacks[ xPassiveIdleTaskIndex ];
    *puxIdleTaskStackSize = configMINIMAL_STACK_SIZE;
}

    #endif

/* The idle tasks of the cores but the first one. */
static BaseType_t prvCreatePassiveIdleTasks( void )
{
    for( BaseType_t xIndex = 0; xIndex < ( configNUMBER_OF_CORES - 1 ); xIndex++ )
    {
        #if ( configSUPPORT_STATIC_ALLOCATION == 1 )
        {
            StaticTask_t * pxTCBBuffer = NULL;
            StackType_t * pxStackBuffer = NULL;
            configSTACK_DEPTH_TYPE uxStackSize;

            vApplicationGetPassiveIdleTaskMemory( &pxTCBBuffer, &pxStackBuffer, &uxStackSize, xIndex );
            xPassiveIdleTasks[ xIndex ] =
                xTaskCreateStatic( prvPassiveIdleTask, prvIdleTaskName( xIndex + 1 ), uxStackSize, NULL,
                                   tskIDLE_PRIORITY, pxStackBuffer, pxTCBBuffer );
        }
        #else
        {
            ( void ) xTaskCreate( prvPassiveIdleTask, prvIdleTaskName( xIndex + 1 ), configMINIMAL_STACK_SIZE,
                                  NULL, tskIDLE_PRIORITY, &( xPassiveIdleTasks[ xIndex ] ) );
        }
        #endif

        if( xPassiveIdleTasks[ xIndex ] == NULL )
        {
            return errCOULD_NOT_ALLOCATE_REQUIRED_MEMORY;
        }
    }

    return pdPASS;
}

#else /* One core */

    #define prvIdleTaskName( xCoreID ) configIDLE_TASK_NAME

#endif /* configNUMBER_OF_CORES */

static BaseType_t prvCreateIdleTask( void )
{
    #if ( configSUPPORT_STATIC_ALLOCATION == 1 )
    {
        StaticTask_t * pxTCBBuffer = NULL;
        StackType_t * pxStackBuffer = NULL;
        configSTACK_DEPTH_TYPE uxStackSize;

        vApplicationGetIdleTaskMemory( &pxTCBBuffer, &pxStackBuffer, &uxStackSize );
        xIdleTaskHandle = xTaskCreateStatic( prvIdleTask, prvIdleTaskName( 0 ), uxStackSize, NULL,
                                             tskIDLE_PRIORITY, pxStackBuffer, pxTCBBuffer );
    }
    #else
    {
        ( void ) xTaskCreate( prvIdleTask, prvIdleTaskName( 0 ), configMINIMAL_STACK_SIZE, NULL,
                              tskIDLE_PRIORITY, &xIdleTaskHandle );
    }
    #endif

    return ( xIdleTaskHandle != NULL ) ? pdPASS : errCOULD_NOT_ALLOCATE_REQUIRED_MEMORY;
}

#endif /* ISOCHRON_COMMON_IDLE_TASK_C */
