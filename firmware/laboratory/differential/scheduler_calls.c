/* SPDX-License-Identifier: Apache-2.0 */

/* Time, and the scheduler as a whole. */
#include "call_macros.h"

CALL( delay )
{
    return ( suspensions != 0 ) ? SKIPPED : DONE( vTaskDelay( ( TickType_t ) operands[ 0 ] ) );
}

CALL( delay_until )
{
    return ( suspensions != 0 ) ? SKIPPED :
                                  ( uint32_t ) xTaskDelayUntil( &self->wake, ( TickType_t ) operands[ 0 ] );
}

CALL( ticks )
{
    return xTaskGetTickCount();
}

CALL( ticks_from_isr )
{
    return xTaskGetTickCountFromISR();
}

CALL( set_time_out )
{
    return DONE( vTaskSetTimeOutState( &self->time_out ) );
}

CALL( check_time_out )
{
    TickType_t left = ( operands[ 0 ] == FOR_EVER ) ? portMAX_DELAY : ( TickType_t ) operands[ 0 ];
    BaseType_t over = xTaskCheckForTimeOut( &self->time_out, &left );

    return ( left << 1 ) | ( uint32_t ) over;
}

CALL( catch_up )
{
    return ( suspensions != 0 ) ? SKIPPED : ( uint32_t ) xTaskCatchUpTicks( ( TickType_t ) operands[ 0 ] );
}

CALL( yield )
{
    taskYIELD(); /* a statement on some ports */
    return 1;
}

CALL( suspend_all )
{
    vTaskSuspendAll();
    suspensions++;
    return suspensions;
}

CALL( resume_all )
{
    if( suspensions == 0 )
    {
        return SKIPPED;
    }

    suspensions--;
    return ( uint32_t ) xTaskResumeAll();
}

CALL( scheduler_state )
{
    return ( uint32_t ) xTaskGetSchedulerState();
}

CALL( enter_critical )
{
    taskENTER_CRITICAL();
    self->critical++;
    return self->critical;
}

CALL( exit_critical )
{
    if( self->critical == 0 )
    {
        return SKIPPED;
    }

    self->critical--;
    taskEXIT_CRITICAL();
    return self->critical;
}

const struct operation scheduler_calls[] = {
    ENTRY( delay ),          ENTRY( delay_until ),
    ENTRY( ticks ),          ENTRY( ticks_from_isr ),
    ENTRY( set_time_out ),   ENTRY( check_time_out ),
    ENTRY( yield ),          ENTRY( suspend_all ),
    ENTRY( resume_all ),     ENTRY( scheduler_state ),
    ENTRY( enter_critical ), ENTRY( exit_critical ),
    ENTRY( catch_up ),       NO_MORE,
};
