/* SPDX-License-Identifier: Apache-2.0 */

/* Part of the attachment's port, with several cores: critical sections, and the start of the other cores.
 * FreeRTOS's port for the cores gives their numbers and a request to each of them; a core's mscratch points
 * to the stack of its interrupts.
 *
 * A section masks the interrupts of its core and has the hardware's lock: what other cores ask of the
 * hardware waits, and so do lines and ticks. A switch that a call in the section makes due comes at its end.
 */
#if ( configNUMBER_OF_CORES > 1 )

/* Nesting of critical sections, of a core that is in one. */
UBaseType_t uxPortCriticalNesting[ configNUMBER_OF_CORES ];

#define xCriticalNesting portGET_CRITICAL_NESTING_COUNT( portGET_CORE_ID() )

#define portASSERT_THAT_TASKS_MAY_START()
#define portBEGIN_TASKS() prvStartOtherCores()

static void prvStartOtherCores( void )
{
    for( BaseType_t xCoreID = 1; xCoreID < configNUMBER_OF_CORES; xCoreID++ )
    {
        portYIELD_CORE( xCoreID );
    }
}

/* Negative if the core has been asked to switch. */
static portFORCE_INLINE int32_t prvTakeLock( void )
{
    const int32_t lScheduled = ( int32_t ) isochronREGISTER( ISOCHRON_LOCK_OFFSET );

    portMEMORY_BARRIER();

    return lScheduled;
}

/* Negative if the running task's own commands have made a switch due, and this was the last time. */
static portFORCE_INLINE int32_t prvGiveLock( void )
{
    portMEMORY_BARRIER();

    return ( int32_t ) isochronREGISTER( ISOCHRON_UNLOCK_OFFSET );
}

/* Before the scheduler starts there is one core, whose interrupts stay masked. A task that was asked to leave
 * does so before the section, where its core may become another one. */
void vTaskEnterCritical( void )
{
    traceENTER_vTaskEnterCritical();

    portDISABLE_INTERRUPTS();

    if( xTaskGetSchedulerState() != taskSCHEDULER_NOT_STARTED )
    {
        while( ( prvTakeLock() < 0 ) && ( portGET_CRITICAL_NESTING_COUNT( portGET_CORE_ID() ) == 0U ) )
        {
            ( void ) prvGiveLock();
            portENABLE_INTERRUPTS();
            portNOP();
            portDISABLE_INTERRUPTS();
        }

        portINCREMENT_CRITICAL_NESTING_COUNT( portGET_CORE_ID() );
    }

    traceRETURN_vTaskEnterCritical();
}

/* Returns whether the task has switched. */
BaseType_t xIsochronExitSection( void )
{
    const BaseType_t xCoreID = portGET_CORE_ID();

    if( portGET_CRITICAL_NESTING_COUNT( xCoreID ) != 0U )
    {
        portDECREMENT_CRITICAL_NESTING_COUNT( xCoreID );

        const BaseType_t xYields = ( prvGiveLock() < 0 ) ? pdTRUE : pdFALSE;

        if( portGET_CRITICAL_NESTING_COUNT( xCoreID ) == 0U )
        {
            portENABLE_INTERRUPTS();

            if( xYields != pdFALSE )
            {
                ( void ) ulIsochronFinish( ISOCHRON_RESULT_AGAIN_MASK, 0U, 0U );
            }

            return xYields;
        }
    }

    return pdFALSE;
}

void vTaskExitCritical( void )
{
    traceENTER_vTaskExitCritical();

    ( void ) xIsochronExitSection();

    traceRETURN_vTaskExitCritical();
}

UBaseType_t vTaskEnterCriticalFromISR( void )
{
    traceENTER_vTaskEnterCriticalFromISR();

    const UBaseType_t uxBefore = portSET_INTERRUPT_MASK();

    ( void ) prvTakeLock();
    portINCREMENT_CRITICAL_NESTING_COUNT( portGET_CORE_ID() );

    traceRETURN_vTaskEnterCriticalFromISR( uxBefore );

    return uxBefore;
}

void vTaskExitCriticalFromISR( UBaseType_t uxSavedInterruptStatus )
{
    traceENTER_vTaskExitCriticalFromISR( uxSavedInterruptStatus );

    portDECREMENT_CRITICAL_NESTING_COUNT( portGET_CORE_ID() );
    ( void ) prvGiveLock();
    portCLEAR_INTERRUPT_MASK( uxSavedInterruptStatus );

    traceRETURN_vTaskExitCriticalFromISR();
}

void vTaskYieldWithinAPI( void )
{
    traceENTER_vTaskYieldWithinAPI();

    vPortYield();

    traceRETURN_vTaskYieldWithinAPI();
}

/* For a call that waits within a section, which is open until its task runs again. Returns its nesting. */
UBaseType_t uxIsochronOpenSection( void )
{
    const BaseType_t xCoreID = portGET_CORE_ID();
    const UBaseType_t uxNesting = portGET_CRITICAL_NESTING_COUNT( xCoreID );

    for( UBaseType_t ux = 0; ux < uxNesting; ux++ )
    {
        ( void ) prvGiveLock();
    }

    portSET_CRITICAL_NESTING_COUNT( xCoreID, 0U );

    return uxNesting;
}

void vIsochronCloseSection( UBaseType_t uxNesting )
{
    for( UBaseType_t ux = 0; ux < uxNesting; ux++ )
    {
        ( void ) prvTakeLock();
    }

    portSET_CRITICAL_NESTING_COUNT( portGET_CORE_ID(), uxNesting );
}

#endif /* configNUMBER_OF_CORES */
