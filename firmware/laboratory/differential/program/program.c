/* SPDX-License-Identifier: Apache-2.0 */
#include "program.h"

#include <stdio.h>
#include <stdlib.h>

#include "host_contexts.h"
#include "machine.h"

TaskHandle_t task[ MOST_HANDLES ], deleted[ MOST_HANDLES ];
static StaticTask_t blocks[ MOST_HANDLES ];
static StackType_t stacks[ MOST_HANDLES ][ configMINIMAL_STACK_SIZE ];
static bool was_created[ MOST_HANDLES ];
void * object[ MOST_HANDLES ];

static uint32_t next_step, next_event;

/* ---- what the machine wants ---- */

void machine_fail( const char * reason )
{
    ( void ) printf( "%s\n", reason );
    exit( 1 );
}

void host_assertion_failed( const char * file,
                            int line )
{
    ( void ) printf( "assertion failed: %s, line %d\n", file, line );
    exit( 1 );
}

#if ( configUSE_HW_ACCELERATION == 1 )
    void vIsochronConfigurationError( const char * message )
    {
        machine_fail( message );
    }
#endif

/* ---- steps and interrupts ---- */

void tick( uint32_t unused )
{
    ( void ) unused;
    machine_port_tick();
}

static bool take_step( void )
{
    uint32_t here = next_step++;
    bool interrupted = false;

    if( here >= steps )
    {
        exit( 0 );
    }

    /* Other tasks may take steps before an interrupt returns here. */
    while( ( events[ next_event ].interrupt != NULL ) && ( events[ next_event ].step <= here ) )
    {
        const struct event * event = &events[ next_event++ ];

        interrupted = true;

        for( uint32_t i = 0; i < event->times; i++ )
        {
            machine_raise( event->interrupt, 0 );
        }
    }

    return interrupted;
}

void before_step( void )
{
    ( void ) take_step();
}

/* When nothing else happens, time goes on. */
void vApplicationIdleHook( void )
{
    if( !take_step() )
    {
        machine_raise( tick, 0 );
    }
}

void report( const char * call,
             uint32_t result )
{
    machine_silence( true );

    if( xTaskGetSchedulerState() == taskSCHEDULER_NOT_STARTED )
    {
        ( void ) printf( "main     %s = %u\n", call, ( unsigned int ) result );
    }
    else
    {
        ( void ) printf( "%-8s %s = %u, tick %u\n", pcTaskGetName( NULL ), call, ( unsigned int ) result, ( unsigned int ) xTaskGetTickCount() );
    }

    machine_silence( false );
}

BaseType_t suspended( void )
{
    return xTaskGetSchedulerState() == taskSCHEDULER_SUSPENDED;
}

void bind( BaseType_t done )
{
    configASSERT( done == pdPASS );
}

/* ---- what several calls do ---- */

uint32_t create_task( uint32_t number )
{
    return create_task_at( number, tasks[ number ].priority );
}

uint32_t create_task_at( uint32_t number,
                         UBaseType_t priority )
{
    char name[ configMAX_TASK_NAME_LEN ];

    if( ( task[ number ] != NULL ) || ( tasks[ number ].function == NULL ) )
    {
        return SKIPPED;
    }

    ( void ) snprintf( name, sizeof( name ), "task %u", ( unsigned int ) number );

    if( was_created[ number ] )
    {
        configASSERT( xTaskCreate( tasks[ number ].function, name, configMINIMAL_STACK_SIZE, NULL, priority, &task[ number ] ) == pdPASS );
    }
    else
    {
        /* The first one has memory of its own. It may run before this returns. */
        was_created[ number ] = true;
        task[ number ] = ( TaskHandle_t ) &blocks[ number ];
        ( void ) xTaskCreateStatic( tasks[ number ].function, name, configMINIMAL_STACK_SIZE, NULL, priority, stacks[ number ], &blocks[ number ] );
    }

    return 1;
}

static void forget_task( uint32_t number )
{
    if( task[ number ] == ( TaskHandle_t ) &blocks[ number ] )
    {
        deleted[ number ] = task[ number ];
    }

    task[ number ] = NULL;
}

uint32_t delete_task( uint32_t number )
{
    TaskHandle_t handle = task[ number ];

    if( handle == NULL )
    {
        return SKIPPED;
    }

    forget_task( number );
    vTaskDelete( handle );
    return 1;
}

uint32_t delete_own( void )
{
    forget_task( number_of( xTaskGetCurrentTaskHandle() ) );
    vTaskDelete( NULL );
    return 1;
}

uint32_t information( TaskHandle_t handle,
                      eTaskState state )
{
    TaskStatus_t status;

    vTaskGetInfo( handle, &status, pdFALSE, state );
    return ( ( uint32_t ) status.xTaskNumber << 16 ) | ( uint32_t ) ( status.uxBasePriority << 8 ) | ( uint32_t ) ( status.uxCurrentPriority << 3 ) |
           ( uint32_t ) status.eCurrentState;
}

uint32_t number_of( TaskHandle_t handle )
{
    uint32_t number = 0;

    while( ( number < MOST_HANDLES ) && ( ( handle == NULL ) || ( task[ number ] != handle ) ) )
    {
        number++;
    }

    return number;
}

uint32_t recreate( uint32_t number,
                   uint32_t more )
{
    delete_object( number );
    object[ number ] = create_object( number, more );
    return 1;
}

const uint8_t * item( uint8_t value )
{
    static uint8_t bytes[ 256 + LARGEST_ITEM ];

    for( uint32_t i = 0; i < sizeof( bytes ); i++ )
    {
        bytes[ i ] = ( uint8_t ) i;
    }

    return &bytes[ value ];
}

uint32_t send( uint32_t queue,
               uint8_t value,
               TickType_t ticks,
               BaseType_t position )
{
    return ( uint32_t ) xQueueGenericSend( object[ queue ], item( value ), ticks, position );
}

uint32_t send_from_isr( uint32_t queue,
                        uint8_t value,
                        BaseType_t position,
                        BaseType_t * woken )
{
    return ( uint32_t ) xQueueGenericSendFromISR( object[ queue ], item( value ), woken, position );
}

/* The value that came, and the result in the lowest bit. */
static uint32_t came( uint8_t value,
                      BaseType_t result )
{
    return ( result != pdFALSE ) ? ( ( uint32_t ) value << 1 ) | 1u : 0u;
}

uint32_t receive( uint32_t queue,
                  TickType_t ticks,
                  BaseType_t ( * how )( QueueHandle_t, void *, TickType_t ) )
{
    uint8_t bytes[ LARGEST_ITEM ];
    BaseType_t result = how( object[ queue ], bytes, ticks );

    return came( bytes[ 0 ], result );
}

uint32_t receive_from_isr( uint32_t queue,
                           BaseType_t * woken )
{
    uint8_t bytes[ LARGEST_ITEM ];
    BaseType_t result = xQueueReceiveFromISR( object[ queue ], bytes, woken );

    return came( bytes[ 0 ], result );
}

uint32_t peek_from_isr( uint32_t queue )
{
    uint8_t bytes[ LARGEST_ITEM ];
    BaseType_t result = xQueuePeekFromISR( object[ queue ], bytes );

    return came( bytes[ 0 ], result );
}

/* Which object it is, counted from 1; 0 is none. */
static uint32_t object_number( const void * handle )
{
    for( uint32_t i = 0; ( handle != NULL ) && ( i < MOST_HANDLES ); i++ )
    {
        if( object[ i ] == handle )
        {
            return i + 1u;
        }
    }

    return 0;
}

uint32_t select_from( uint32_t set,
                      TickType_t ticks )
{
    uint8_t bytes[ LARGEST_ITEM ];
    QueueSetMemberHandle_t member = xQueueSelectFromSet( object[ set ], ticks );

    if( member == NULL )
    {
        return 0;
    }

    /* A semaphore has items of no bytes, which only xSemaphoreTake() may receive. */
    if( uxQueueGetQueueItemSize( member ) == 0u )
    {
        return ( object_number( member ) << 1 ) | ( uint32_t ) xSemaphoreTake( member, 0 );
    }

    return ( object_number( member ) << 1 ) | ( uint32_t ) xQueueReceive( member, bytes, 0 );
}

uint32_t select_from_isr( uint32_t set,
                          BaseType_t * woken )
{
    uint8_t bytes[ LARGEST_ITEM ];
    QueueSetMemberHandle_t member = xQueueSelectFromSetFromISR( object[ set ] );

    return ( member == NULL ) ? 0 : ( object_number( member ) << 1 ) | ( uint32_t ) xQueueReceiveFromISR( member, bytes, woken );
}

uint32_t check_time_out( TimeOut_t * time_out,
                         TickType_t ticks )
{
    BaseType_t over = xTaskCheckForTimeOut( time_out, &ticks );

    return ( ticks << 1 ) | ( uint32_t ) over;
}

uint32_t notify( TaskHandle_t handle,
                 uint32_t value,
                 eNotifyAction action,
                 UBaseType_t index,
                 BaseType_t asks )
{
    uint32_t previous = 0;
    BaseType_t result = xTaskGenericNotify( handle, index, value, action, ( asks != pdFALSE ) ? &previous : NULL );

    return ( previous << 1 ) | ( uint32_t ) result;
}

uint32_t notify_wait( uint32_t clear_on_entry,
                      uint32_t clear_on_exit,
                      TickType_t ticks,
                      UBaseType_t index,
                      BaseType_t asks )
{
    uint32_t value = 0;
    BaseType_t result = xTaskNotifyWaitIndexed( index, clear_on_entry, clear_on_exit, ( asks != pdFALSE ) ? &value : NULL, ticks );

    return ( value << 1 ) | ( uint32_t ) result;
}

uint32_t notify_from_isr( TaskHandle_t handle,
                          uint32_t value,
                          eNotifyAction action,
                          UBaseType_t index,
                          BaseType_t asks,
                          BaseType_t * woken )
{
    uint32_t previous = 0;
    BaseType_t result = xTaskGenericNotifyFromISR( handle, index, value, action, ( asks != pdFALSE ) ? &previous : NULL, woken );

    return ( previous << 1 ) | ( uint32_t ) result;
}

int main( void )
{
    ulHostFirstTick = first_tick;

    #if ( isochronHARDWARE_KERNEL == 1 )
        for( uint32_t i = 0; i < objects_taken; i++ )
        {
            ( void ) xSemaphoreCreateBinary();
        }
    #endif

    for( uint32_t i = 0; i < MOST_HANDLES; i++ )
    {
        object[ i ] = create_object( i, 0 );
    }

    before_the_start();
    vTaskStartScheduler();
    return 1;
}
