/* SPDX-License-Identifier: Apache-2.0 */

/* Tasks and the table of who has which priority. */
#include "internal.h"

/* FreeRTOS uses a stack's depth to find its top, and with the checks that the layer leaves out. */
#define ASSUMED_STACK_WORDS 64U

#define MOST_TASKS ( configMAX_HW_ACCELERATION_TASKS - 1 )

#if ( configMAX_PRIORITIES <= 63 )
    #error "configMAX_PRIORITIES: the layer of uC/OS-II's API needs 64."
#endif

/* A mutex's priority. */
static struct ucos2_task reserved;

static struct ucos2_task tasks[ MOST_TASKS ];
static struct ucos2_task * owners[ OS_LOWEST_PRIO ];

static UBaseType_t freertos_priority( INT8U prio )
{
    return OS_LOWEST_PRIO - prio;
}

static BaseType_t is_in_use( const struct ucos2_task * task )
{
    return owners[ task->prio ] == task;
}

static BaseType_t is_wrong( INT8U prio )
{
    return ( prio >= OS_LOWEST_PRIO ) && ( prio != OS_PRIO_SELF );
}

struct ucos2_task * ucos2_task_of( INT8U prio )
{
    struct ucos2_task * task = ( prio == OS_PRIO_SELF ) ? ucos2_self() : owners[ prio ];

    return ( task == &reserved ) ? NULL : task;
}

static BaseType_t take( INT8U prio, struct ucos2_task * owner )
{
    BaseType_t taken = pdFAIL;

    taskENTER_CRITICAL();

    if( ( prio < OS_LOWEST_PRIO ) && ( owners[ prio ] == NULL ) )
    {
        owners[ prio ] = owner;
        taken = pdPASS;
    }

    taskEXIT_CRITICAL();
    return taken;
}

BaseType_t ucos2_reserve( INT8U prio )
{
    return take( prio, &reserved );
}

void ucos2_release( INT8U prio )
{
    owners[ prio ] = NULL;
}

/* Memory for a task: never used, or of one that is gone. */
static struct ucos2_task * free_task( void )
{
    for( unsigned i = 0; i < MOST_TASKS; i++ )
    {
        if( tasks[ i ].ended )
        {
            /* It is not running, so FreeRTOS deletes it at once. */
            vTaskDelete( ucos2_handle( &tasks[ i ] ) );
            tasks[ i ].ended = pdFALSE;
        }

        if( !is_in_use( &tasks[ i ] ) )
        {
            return &tasks[ i ];
        }
    }

    return NULL;
}

INT8U OSTaskCreateExt( void ( *task )( void * parameter ), void * parameter, OS_STK * top, INT8U prio,
                       INT16U id, OS_STK * bottom, INT32U size, void * extension, INT16U options )
{
    struct ucos2_task * created;

    ( void ) id;
    ( void ) bottom;
    ( void ) size;
    ( void ) extension;
    ( void ) options;

    if( prio > OS_LOWEST_PRIO )
    {
        return OS_ERR_PRIO_INVALID;
    }

    if( ucos2_interrupts != 0U )
    {
        return OS_ERR_TASK_CREATE_ISR;
    }

    created = free_task();

    if( created == NULL )
    {
        return OS_ERR_TASK_NO_MORE_TCB;
    }

    if( take( prio, created ) == pdFAIL )
    {
        return OS_ERR_PRIO_EXIST;
    }

    created->prio = prio;
    created->suspended = pdFALSE;
    created->delayed = pdFALSE;

    if( xTaskCreateStatic( task, "", ASSUMED_STACK_WORDS, parameter, freertos_priority( prio ),
                           top - ( ASSUMED_STACK_WORDS - 1U ), &created->memory ) == NULL )
    {
        ucos2_release( prio );
        return OS_ERR_TASK_NO_MORE_TCB;
    }

    return OS_ERR_NONE;
}

INT8U OSTaskCreate( void ( *task )( void * parameter ), void * parameter, OS_STK * top, INT8U prio )
{
    return OSTaskCreateExt( task, parameter, top, prio, 0U, NULL, 0U, NULL, 0U );
}

INT8U OSTaskDel( INT8U prio )
{
    struct ucos2_task * task;

    if( ucos2_interrupts != 0U )
    {
        return OS_ERR_TASK_DEL_ISR;
    }

    if( prio == OS_TASK_IDLE_PRIO )
    {
        return OS_ERR_TASK_DEL_IDLE;
    }

    if( is_wrong( prio ) )
    {
        return OS_ERR_PRIO_INVALID;
    }

    task = ucos2_task_of( prio );

    if( task == NULL )
    {
        return OS_ERR_TASK_NOT_EXIST;
    }

    ucos2_release( task->prio );

    if( task != ucos2_self() )
    {
        vTaskDelete( ucos2_handle( task ) );
        return OS_ERR_NONE;
    }

    task->ended = pdTRUE;

    for( ;; )
    {
        vTaskSuspend( NULL );
    }
}

INT8U OSTaskSuspend( INT8U prio )
{
    struct ucos2_task * task;

    if( prio == OS_TASK_IDLE_PRIO )
    {
        return OS_ERR_TASK_SUSPEND_IDLE;
    }

    if( is_wrong( prio ) )
    {
        return OS_ERR_PRIO_INVALID;
    }

    task = ucos2_task_of( prio );

    if( task == NULL )
    {
        return OS_ERR_TASK_SUSPEND_PRIO;
    }

    task->suspended = pdTRUE;
    vTaskSuspend( ucos2_handle( task ) );
    return OS_ERR_NONE;
}

INT8U OSTaskResume( INT8U prio )
{
    struct ucos2_task * task;

    if( prio >= OS_LOWEST_PRIO )
    {
        return OS_ERR_PRIO_INVALID;
    }

    task = ucos2_task_of( prio );

    if( task == NULL )
    {
        return OS_ERR_TASK_RESUME_PRIO;
    }

    if( !task->suspended )
    {
        return OS_ERR_TASK_NOT_SUSPENDED;
    }

    task->suspended = pdFALSE;
    vTaskResume( ucos2_handle( task ) );
    return OS_ERR_NONE;
}

INT8U OSTaskChangePrio( INT8U old_prio, INT8U new_prio )
{
    struct ucos2_task * task;

    if( is_wrong( old_prio ) || ( new_prio >= OS_LOWEST_PRIO ) )
    {
        return OS_ERR_PRIO_INVALID;
    }

    if( owners[ new_prio ] != NULL )
    {
        return OS_ERR_PRIO_EXIST;
    }

    task = ucos2_task_of( old_prio );

    if( task == NULL )
    {
        return OS_ERR_PRIO;
    }

    ucos2_release( task->prio );
    task->prio = new_prio;
    owners[ new_prio ] = task;
    vTaskPrioritySet( ucos2_handle( task ), freertos_priority( new_prio ) );
    return OS_ERR_NONE;
}

INT8U OSTaskQuery( INT8U prio, OS_TCB * data )
{
    struct ucos2_task * task;

    if( is_wrong( prio ) )
    {
        return OS_ERR_PRIO_INVALID;
    }

    if( data == NULL )
    {
        return OS_ERR_PDATA_NULL;
    }

    task = ucos2_task_of( prio );

    if( task == NULL )
    {
        return OS_ERR_PRIO;
    }

    data->OSTCBPrio = task->prio;
    data->OSTCBStat = task->suspended ? OS_STAT_SUSPEND : OS_STAT_RDY;
    return OS_ERR_NONE;
}
