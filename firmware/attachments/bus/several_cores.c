/* SPDX-License-Identifier: Apache-2.0 */

/*
 * Part of the attachment's port, with several cores: critical sections, and the start of the other cores.
 * FreeRTOS's port for the cores gives their numbers, a request to each of them, and a lock that a core may
 * take again (portGET_ISR_LOCK()); a core's mscratch points to the stack of its interrupts.
 *
 * A section masks the interrupts of its core and has the lock. It excludes other sections, and not what
 * other cores ask of the hardware.
 */
#if ( configNUMBER_OF_CORES > 1 )

/* Nesting of critical sections, of a core that is in one. */
UBaseType_t uxPortCriticalNesting[ configNUMBER_OF_CORES ];

#define xCriticalNesting portGET_CRITICAL_NESTING_COUNT( portGET_CORE_ID() )

#define portASSERT_THAT_TASKS_MAY_START()
#define portBEGIN_TASKS() prvStartOtherCores()
/*-----------------------------------------------------------*/

static void prvStartOtherCores( void )
{
    for( BaseType_t xCoreID = 1; xCoreID < configNUMBER_OF_CORES; xCoreID++ )
    {
        portYIELD_CORE( xCoreID );
    }
}
/*-----------------------------------------------------------*/

static void prvTakeLock( BaseType_t xCoreID )
{
    portGET_ISR_LOCK( xCoreID );
    portINCREMENT_CRITICAL_NESTING_COUNT( xCoreID );
}
/*-----------------------------------------------------------*/

static void prvGiveLock( BaseType_t xCoreID )
{
    portDECREMENT_CRITICAL_NESTING_COUNT( xCoreID );
    portRELEASE_ISR_LOCK( xCoreID );
}
/*-----------------------------------------------------------*/

/* Before the scheduler starts there is one core, whose interrupts stay masked. */
void vTaskEnterCritical( void )
{
    traceENTER_vTaskEnterCritical();

    portDISABLE_INTERRUPTS();

    if( xTaskGetSchedulerState() != taskSCHEDULER_NOT_STARTED )
    {
        prvTakeLock( portGET_CORE_ID() );
    }

    traceRETURN_vTaskEnterCritical();
}
/*-----------------------------------------------------------*/

void vTaskExitCritical( void )
{
    traceENTER_vTaskExitCritical();

    const BaseType_t xCoreID = portGET_CORE_ID();

    if( portGET_CRITICAL_NESTING_COUNT( xCoreID ) != 0U )
    {
        prvGiveLock( xCoreID );

        if( portGET_CRITICAL_NESTING_COUNT( xCoreID ) == 0U )
        {
            portENABLE_INTERRUPTS();
        }
    }

    traceRETURN_vTaskExitCritical();
}
/*-----------------------------------------------------------*/

UBaseType_t vTaskEnterCriticalFromISR( void )
{
    traceENTER_vTaskEnterCriticalFromISR();

    const UBaseType_t uxBefore = portSET_INTERRUPT_MASK();

    prvTakeLock( portGET_CORE_ID() );

    traceRETURN_vTaskEnterCriticalFromISR( uxBefore );

    return uxBefore;
}
/*-----------------------------------------------------------*/

void vTaskExitCriticalFromISR( UBaseType_t uxSavedInterruptStatus )
{
    traceENTER_vTaskExitCriticalFromISR( uxSavedInterruptStatus );

    prvGiveLock( portGET_CORE_ID() );
    portCLEAR_INTERRUPT_MASK( uxSavedInterruptStatus );

    traceRETURN_vTaskExitCriticalFromISR();
}
/*-----------------------------------------------------------*/

void vTaskYieldWithinAPI( void )
{
    traceENTER_vTaskYieldWithinAPI();

    vPortYield();

    traceRETURN_vTaskYieldWithinAPI();
}
/*-----------------------------------------------------------*/

/* For a call that switches within a section, which is open until its task runs again. Returns its nesting. */
UBaseType_t uxIsochronOpenSection( void )
{
    const BaseType_t xCoreID = portGET_CORE_ID();
    const UBaseType_t uxNesting = portGET_CRITICAL_NESTING_COUNT( xCoreID );

    for( UBaseType_t ux = 0; ux < uxNesting; ux++ )
    {
        prvGiveLock( xCoreID );
    }

    return uxNesting;
}
/*-----------------------------------------------------------*/

void vIsochronCloseSection( UBaseType_t uxNesting )
{
    const BaseType_t xCoreID = portGET_CORE_ID();

    for( UBaseType_t ux = 0; ux < uxNesting; ux++ )
    {
        prvTakeLock( xCoreID );
    }
}
/*-----------------------------------------------------------*/

#endif /* configNUMBER_OF_CORES */
