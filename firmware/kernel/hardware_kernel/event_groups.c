/* SPDX-License-Identifier: Apache-2.0 */

/* Event groups. The bits, who waits for which, and the walk over the waiters are the hardware
 * kernel's. */
#include "kernel.h"

#if ( configUSE_EVENT_GROUPS == 1 )

/* Bits that an application may use: the others are FreeRTOS's. */
    #define groupIS_VALID( uxBits ) ( ( ( uxBits ) & eventEVENT_BITS_CONTROL_BYTES ) == 0U )

/* Operand 0 of GROUP_WAIT and GROUP_SYNC beside the bits (hardware/registers/isochron.rdl). */
    #define groupCLEAR_ON_EXIT 0x01000000U
    #define groupWAIT_FOR_ALL  0x02000000U

/* Whether the timer task can do what an interrupt service routine asks for. */
    #if ( ( configUSE_TIMERS == 1 ) && ( INCLUDE_xTimerPendFunctionCall == 1 ) )
        #define groupCAN_BE_PENDED 1
    #else
        #define groupCAN_BE_PENDED 0
    #endif

/* What is traced of the result of a wait. */
    #define groupTIMED_OUT( ulResult ) ( ( ( ulResult ) == ISOCHRON_RESULT_FAIL ) ? pdTRUE : pdFALSE )

EventBits_t xEventGroupWaitBits( EventGroupHandle_t xEventGroup, const EventBits_t uxBitsToWaitFor,
                                 const BaseType_t xClearOnExit, const BaseType_t xWaitForAllBits,
                                 TickType_t xTicksToWait )
{
    EventBits_t uxReturn;
    uint32_t ulResult;

    traceENTER_xEventGroupWaitBits( xEventGroup, uxBitsToWaitFor, xClearOnExit, xWaitForAllBits,
                                    xTicksToWait );

    configASSERT( xEventGroup );
    configASSERT( groupIS_VALID( uxBitsToWaitFor ) );
    configASSERT( uxBitsToWaitFor != 0U );
    configASSERT( !( ( xTaskGetSchedulerState() == taskSCHEDULER_SUSPENDED ) && ( xTicksToWait != 0U ) ) );

    vIsochronIssue( isochronCOMMAND( ISOCHRON_TASK_OPERAND_OFFSET, 0 ),
                    uxBitsToWaitFor | ( ( xClearOnExit != pdFALSE ) ? groupCLEAR_ON_EXIT : 0U ) |
                        ( ( xWaitForAllBits != pdFALSE ) ? groupWAIT_FOR_ALL : 0U ) );
    ulResult = ulIsochronCall( kernelOBJECT_COMMAND( xEventGroup, TASK_GROUP_WAIT ), xTicksToWait );
    uxReturn = isochronREGISTER( ISOCHRON_VALUE_OFFSET );

    traceEVENT_GROUP_WAIT_BITS_END( xEventGroup, uxBitsToWaitFor, groupTIMED_OUT( ulResult ) );
    ( void ) ulResult;

    traceRETURN_xEventGroupWaitBits( uxReturn );

    return uxReturn;
}

EventBits_t xEventGroupSync( EventGroupHandle_t xEventGroup, const EventBits_t uxBitsToSet,
                             const EventBits_t uxBitsToWaitFor, TickType_t xTicksToWait )
{
    EventBits_t uxReturn;
    uint32_t ulResult;

    traceENTER_xEventGroupSync( xEventGroup, uxBitsToSet, uxBitsToWaitFor, xTicksToWait );

    configASSERT( groupIS_VALID( uxBitsToWaitFor ) );
    configASSERT( uxBitsToWaitFor != 0U );
    configASSERT( !( ( xTaskGetSchedulerState() == taskSCHEDULER_SUSPENDED ) && ( xTicksToWait != 0U ) ) );
    configASSERT( xEventGroup );
    configASSERT( groupIS_VALID( uxBitsToSet ) );
    traceEVENT_GROUP_SET_BITS( xEventGroup, uxBitsToSet );

    vIsochronIssue( isochronCOMMAND( ISOCHRON_TASK_OPERAND_OFFSET, 0 ),
                    uxBitsToWaitFor | groupCLEAR_ON_EXIT | groupWAIT_FOR_ALL );
    vIsochronIssue( isochronCOMMAND( ISOCHRON_TASK_OPERAND_OFFSET, 1 ), uxBitsToSet );
    ulResult = ulIsochronCall( kernelOBJECT_COMMAND( xEventGroup, TASK_GROUP_SYNC ), xTicksToWait );
    uxReturn = isochronREGISTER( ISOCHRON_VALUE_OFFSET );

    traceEVENT_GROUP_SYNC_END( xEventGroup, uxBitsToSet, uxBitsToWaitFor, groupTIMED_OUT( ulResult ) );
    ( void ) ulResult;

    traceRETURN_xEventGroupSync( uxReturn );

    return uxReturn;
}

EventBits_t xEventGroupSetBits( EventGroupHandle_t xEventGroup, const EventBits_t uxBitsToSet )
{
    EventBits_t uxReturn;

    traceENTER_xEventGroupSetBits( xEventGroup, uxBitsToSet );

    configASSERT( xEventGroup );
    configASSERT( groupIS_VALID( uxBitsToSet ) );
    traceEVENT_GROUP_SET_BITS( xEventGroup, uxBitsToSet );

    uxReturn = ulKernelAsk( kernelOBJECT_COMMAND( xEventGroup, TASK_GROUP_SET ), uxBitsToSet );

    traceRETURN_xEventGroupSetBits( uxReturn );

    return uxReturn;
}

EventBits_t xEventGroupClearBits( EventGroupHandle_t xEventGroup, const EventBits_t uxBitsToClear )
{
    EventBits_t uxReturn;

    traceENTER_xEventGroupClearBits( xEventGroup, uxBitsToClear );

    configASSERT( xEventGroup );
    configASSERT( groupIS_VALID( uxBitsToClear ) );
    traceEVENT_GROUP_CLEAR_BITS( xEventGroup, uxBitsToClear );

    uxReturn = ulKernelAsk( kernelOBJECT_COMMAND( xEventGroup, TASK_GROUP_CLEAR ), uxBitsToClear );

    traceRETURN_xEventGroupClearBits( uxReturn );

    return uxReturn;
}

EventBits_t xEventGroupGetBitsFromISR( EventGroupHandle_t xEventGroup )
{
    EventBits_t uxReturn;

    traceENTER_xEventGroupGetBitsFromISR( xEventGroup );

    uxReturn = ulKernelValueFromISR( kernelOBJECT_COMMAND_FROM_ISR( xEventGroup, ISR_GROUP_CLEAR ), 0 );

    traceRETURN_xEventGroupGetBitsFromISR( uxReturn );

    return uxReturn;
}

BaseType_t xIsochronEventGroupSetBitsFromISR( EventGroupHandle_t xEventGroup, const EventBits_t uxBitsToSet )
{
    configASSERT( xEventGroup );
    configASSERT( groupIS_VALID( uxBitsToSet ) );

    return xKernelFinishFromISR(
        ulIsochronCallFromISR( kernelOBJECT_COMMAND_FROM_ISR( xEventGroup, ISR_GROUP_SET ), uxBitsToSet ),
        NULL );
}

/* For the timer task, which FreeRTOS has do what an interrupt service routine asks for. */
void vEventGroupSetBitsCallback( void * pvEventGroup, uint32_t ulBitsToSet )
{
    traceENTER_vEventGroupSetBitsCallback( pvEventGroup, ulBitsToSet );
    ( void ) xEventGroupSetBits( pvEventGroup, ( EventBits_t ) ulBitsToSet );
    traceRETURN_vEventGroupSetBitsCallback();
}

void vEventGroupClearBitsCallback( void * pvEventGroup, uint32_t ulBitsToClear )
{
    traceENTER_vEventGroupClearBitsCallback( pvEventGroup, ulBitsToClear );
    ( void ) xEventGroupClearBits( pvEventGroup, ( EventBits_t ) ulBitsToClear );
    traceRETURN_vEventGroupClearBitsCallback();
}

    /* In FreeRTOS V11.2 both calls are macros, unless the trace facility is there. */
    #if ( ( groupCAN_BE_PENDED == 1 ) && !defined( xEventGroupSetBitsFromISR ) )

BaseType_t xEventGroupSetBitsFromISR( EventGroupHandle_t xEventGroup, const EventBits_t uxBitsToSet,
                                      BaseType_t * pxHigherPriorityTaskWoken )
{
    BaseType_t xReturn;

    traceENTER_xEventGroupSetBitsFromISR( xEventGroup, uxBitsToSet, pxHigherPriorityTaskWoken );
    traceEVENT_GROUP_SET_BITS_FROM_ISR( xEventGroup, uxBitsToSet );
    xReturn = xTimerPendFunctionCallFromISR( vEventGroupSetBitsCallback, xEventGroup,
                                             ( uint32_t ) uxBitsToSet, pxHigherPriorityTaskWoken );
    traceRETURN_xEventGroupSetBitsFromISR( xReturn );

    return xReturn;
}

BaseType_t xEventGroupClearBitsFromISR( EventGroupHandle_t xEventGroup, const EventBits_t uxBitsToClear )
{
    BaseType_t xReturn;

    traceENTER_xEventGroupClearBitsFromISR( xEventGroup, uxBitsToClear );
    traceEVENT_GROUP_CLEAR_BITS_FROM_ISR( xEventGroup, uxBitsToClear );
    xReturn = xTimerPendFunctionCallFromISR( vEventGroupClearBitsCallback, xEventGroup,
                                             ( uint32_t ) uxBitsToClear, NULL );
    traceRETURN_xEventGroupClearBitsFromISR( xReturn );

    return xReturn;
}

    #endif /* ( ( groupCAN_BE_PENDED == 1 ) && !defined( xEventGroupSetBitsFromISR ) ) */

#endif /* configUSE_EVENT_GROUPS */
