/* SPDX-License-Identifier: Apache-2.0 */

/* One program for any configuration (tests/test_configurations.py): it uses what FreeRTOSConfig.h turns
 * on, and prints who called what at which tick, and what was returned. FreeRTOS as it is and the kernels
 * of ours print the same. Time is made by a task of the lowest priority, so that all others wait then. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "FreeRTOS.h"
#include "machine.h"
#include "queue.h"
#include "semphr.h"
#include "task.h"

#if ( configUSE_EVENT_GROUPS == 1 )
    #include "event_groups.h"
#endif
#if ( configUSE_STREAM_BUFFERS == 1 )
    #include "message_buffer.h"
    #include "stream_buffer.h"
#endif
#if ( configUSE_TIMERS == 1 )
    #include "timers.h"
#endif

/* Of the task that makes time: as the idle task, which gives way to it, or else above. */
#if ( configUSE_PREEMPTION == 1 ) && ( configIDLE_SHOULD_YIELD == 0 )
    #define LOWEST ( tskIDLE_PRIORITY + 1U )
#else
    #define LOWEST tskIDLE_PRIORITY
#endif

#define LAST_TICK 40U
#define TICKS     3

/* Words. Natively a task runs on a stack of the machine's. */
#ifndef STACK
    #define STACK 64
#endif

/* The running task's letter, what it called, and what came of it. */
static void tell( const char * who, const char * what, uint32_t result )
{
    ( void ) printf( "%s %s %" PRIu32 " at %" PRIu32 "\n", who, what, result,
                     ( uint32_t ) xTaskGetTickCount() );
}

static void stop( const char * why )
{
    ( void ) printf( "%s\n", why );
    exit( 1 );
}

void machine_fail( const char * reason )
{
    stop( reason );
    abort();
}

void host_assertion_failed( const char * file, int line )
{
    ( void ) printf( "assertion failed: %s:%d\n", file, line );
    exit( 1 );
}

/* The board has one of its own. */
__attribute__( ( weak ) ) void vIsochronConfigurationError( const char * message )
{
    stop( message );
}

/* ---- what options ask of an application ---- */

static unsigned ticks_hooked;

void vApplicationIdleHook( void )
{
}

void vApplicationTickHook( void )
{
    ticks_hooked++;
}

void vApplicationMallocFailedHook( void )
{
    stop( "out of memory" );
}

void vApplicationDaemonTaskStartupHook( void )
{
    tell( "timer", "begins", 0 );
}

void vApplicationStackOverflowHook( TaskHandle_t task, char * name )
{
    stop( name );
}

#if ( configSUPPORT_STATIC_ALLOCATION == 1 ) && ( configKERNEL_PROVIDED_STATIC_MEMORY == 0 )

void vApplicationGetIdleTaskMemory( StaticTask_t ** task, StackType_t ** stack,
                                    configSTACK_DEPTH_TYPE * size )
{
    static StaticTask_t memory;
    static StackType_t words[ STACK ];

    *task = &memory;
    *stack = words;
    *size = STACK;
}

void vApplicationGetTimerTaskMemory( StaticTask_t ** task, StackType_t ** stack,
                                     configSTACK_DEPTH_TYPE * size )
{
    static StaticTask_t memory;
    static StackType_t words[ STACK ];

    *task = &memory;
    *stack = words;
    *size = STACK;
}

#endif

/* ---- creation, by whichever way there is ---- */

static TaskHandle_t create( TaskFunction_t function, const char * name, UBaseType_t priority )
{
    TaskHandle_t task = NULL;

    #if ( configSUPPORT_DYNAMIC_ALLOCATION == 1 )
    ( void ) xTaskCreate( function, name, STACK, ( void * ) name, priority, &task );
    #else
    static StaticTask_t memory[ 7 ];
    static StackType_t stacks[ 7 ][ STACK ];
    static unsigned next;

    task = xTaskCreateStatic( function, name, STACK, ( void * ) name, priority, stacks[ next ],
                              &memory[ next ] );
    next++;
    #endif

    if( task == NULL )
    {
        stop( "no task" );
    }

    return task;
}

#if ( configSUPPORT_DYNAMIC_ALLOCATION == 1 )
    #define OBJECT( memory, dynamically, statically ) ( dynamically )
#else
    #define OBJECT( memory, dynamically, statically ) ( statically )
#endif

static QueueHandle_t queue;
static SemaphoreHandle_t binary, never; /* given */
#if ( configUSE_COUNTING_SEMAPHORES == 1 )
static SemaphoreHandle_t counting;
#endif
#if ( configUSE_MUTEXES == 1 )
static SemaphoreHandle_t mutex;
#endif
#if ( configUSE_RECURSIVE_MUTEXES == 1 )
static SemaphoreHandle_t recursive;
#endif
#if ( configUSE_QUEUE_SETS == 1 )
static QueueHandle_t member;
static QueueSetHandle_t set;
#endif
#if ( configUSE_EVENT_GROUPS == 1 )
static EventGroupHandle_t group;
#endif
#if ( configUSE_STREAM_BUFFERS == 1 )
static StreamBufferHandle_t stream;
static MessageBufferHandle_t messages;
#endif
#if ( configUSE_TIMERS == 1 )
static TimerHandle_t timer;

static void expired( TimerHandle_t which )
{
    tell( "timer", "expires", which == timer );
}
#endif

static void create_objects( void )
{
    #if ( configSUPPORT_STATIC_ALLOCATION == 1 )
    static StaticQueue_t memory[ 8 ];
    static uint8_t items[ 3 ][ 32 ] __attribute__( ( aligned( 8 ) ) );
    #endif

    queue = OBJECT( memory, xQueueCreate( 2, 4 ), xQueueCreateStatic( 2, 4, items[ 0 ], &memory[ 0 ] ) );
    binary = OBJECT( memory, xSemaphoreCreateBinary(), xSemaphoreCreateBinaryStatic( &memory[ 1 ] ) );
    never = OBJECT( memory, xSemaphoreCreateBinary(), xSemaphoreCreateBinaryStatic( &memory[ 7 ] ) );
    #if ( configUSE_COUNTING_SEMAPHORES == 1 )
    counting = OBJECT( memory, xSemaphoreCreateCounting( 3, 1 ),
                       xSemaphoreCreateCountingStatic( 3, 1, &memory[ 2 ] ) );
    #endif
    #if ( configUSE_MUTEXES == 1 )
    mutex = OBJECT( memory, xSemaphoreCreateMutex(), xSemaphoreCreateMutexStatic( &memory[ 3 ] ) );
    #endif
    #if ( configUSE_RECURSIVE_MUTEXES == 1 )
    recursive = OBJECT( memory, xSemaphoreCreateRecursiveMutex(),
                        xSemaphoreCreateRecursiveMutexStatic( &memory[ 4 ] ) );
    #endif
    #if ( configUSE_QUEUE_SETS == 1 )
    member = OBJECT( memory, xQueueCreate( 1, 4 ), xQueueCreateStatic( 1, 4, items[ 1 ], &memory[ 5 ] ) );
    set = OBJECT( memory, xQueueCreateSet( 1 ), xQueueCreateSetStatic( 1, items[ 2 ], &memory[ 6 ] ) );
    tell( "main", "xQueueAddToSet", ( uint32_t ) xQueueAddToSet( member, set ) );
    #endif
    #if ( configUSE_EVENT_GROUPS == 1 )
    {
        #if ( configSUPPORT_STATIC_ALLOCATION == 1 )
        static StaticEventGroup_t bits;
        #endif
        group = OBJECT( bits, xEventGroupCreate(), xEventGroupCreateStatic( &bits ) );
    }
    #endif
    #if ( configUSE_STREAM_BUFFERS == 1 )
    {
        #if ( configSUPPORT_STATIC_ALLOCATION == 1 )
        static StaticStreamBuffer_t buffers[ 2 ];
        static uint8_t bytes[ 2 ][ 33 ];
        #endif
        stream = OBJECT( buffers, xStreamBufferCreate( 32, 1 ),
                         xStreamBufferCreateStatic( 32, 1, bytes[ 0 ], &buffers[ 0 ] ) );
        messages = OBJECT( buffers, xMessageBufferCreate( 32 ),
                           xMessageBufferCreateStatic( 32, bytes[ 1 ], &buffers[ 1 ] ) );
    }
    #endif
    #if ( configUSE_TIMERS == 1 )
    {
        #if ( configSUPPORT_STATIC_ALLOCATION == 1 )
        static StaticTimer_t timers;
        #endif
        timer = OBJECT( timers, xTimerCreate( "t", 4, pdTRUE, NULL, expired ),
                        xTimerCreateStatic( "t", 4, pdTRUE, NULL, expired, &timers ) );
    }
    #endif
}

/* ---- the calls ---- */

static TaskHandle_t high, low;

/* Waits for everything. */
static void waits( void * name )
{
    uint32_t item = 0;
    #if ( configUSE_MUTEXES == 1 )
    BaseType_t taken;
    #endif

    for( ;; )
    {
        tell( name, "xQueueReceive", ( uint32_t ) xQueueReceive( queue, &item, TICKS ) + item );
        tell( name, "xSemaphoreTake", ( uint32_t ) xSemaphoreTake( binary, TICKS ) );
        #if ( configUSE_COUNTING_SEMAPHORES == 1 )
        tell( name, "counting", ( uint32_t ) xSemaphoreTake( counting, 1 ) );
        #endif
        #if ( configUSE_MUTEXES == 1 )
        taken = xSemaphoreTake( mutex, TICKS );
        tell( name, "mutex", ( uint32_t ) taken );
            #if ( INCLUDE_xSemaphoreGetMutexHolder == 1 )
        tell( name, "holder", xSemaphoreGetMutexHolder( mutex ) == high );
            #endif

        if( taken != pdFALSE )
        {
            ( void ) xSemaphoreGive( mutex );
        }
        #endif
        #if ( configUSE_RECURSIVE_MUTEXES == 1 )
        tell( name, "recursive", ( uint32_t ) xSemaphoreTakeRecursive( recursive, TICKS ) );
        ( void ) xSemaphoreTakeRecursive( recursive, 0 );
        ( void ) xSemaphoreGiveRecursive( recursive );
        tell( name, "given", ( uint32_t ) xSemaphoreGiveRecursive( recursive ) );
        #endif
        #if ( configUSE_QUEUE_SETS == 1 )
        tell( name, "xQueueSelectFromSet", xQueueSelectFromSet( set, TICKS ) == member );
        tell( name, "member", ( uint32_t ) xQueueReceive( member, &item, 0 ) );
        #endif
        #if ( configUSE_EVENT_GROUPS == 1 )
        tell( name, "xEventGroupWaitBits", xEventGroupWaitBits( group, 3, pdTRUE, pdTRUE, TICKS ) );
        #endif
        #if ( configUSE_STREAM_BUFFERS == 1 )
        tell( name, "xStreamBufferReceive", xStreamBufferReceive( stream, &item, 3, TICKS ) );
        tell( name, "xMessageBufferReceive", xMessageBufferReceive( messages, &item, 4, 0 ) );
        #endif
        #if ( configUSE_TASK_NOTIFICATIONS == 1 )
        tell( name, "ulTaskNotifyTake",
              ulTaskNotifyTakeIndexed( configTASK_NOTIFICATION_ARRAY_ENTRIES - 1, pdTRUE, TICKS ) );
        #endif
        #if ( INCLUDE_vTaskDelay == 1 )
        vTaskDelay( 2 );
        tell( name, "vTaskDelay", 0 );
        #endif
    }
}

/* Gives everything. */
static void gives( void * name )
{
    uint32_t item = 7;
    #if ( configUSE_MUTEXES == 1 )
    BaseType_t taken;
    #endif

    for( ;; )
    {
        #if ( configUSE_MUTEXES == 1 )
        taken = xSemaphoreTake( mutex, 0 );
        tell( name, "mutex", ( uint32_t ) taken );
        #endif
        #if ( configUSE_RECURSIVE_MUTEXES == 1 )
        tell( name, "recursive", ( uint32_t ) xSemaphoreTakeRecursive( recursive, 1 ) );
        #endif
        tell( name, "xQueueSend", ( uint32_t ) xQueueSend( queue, &item, 1 ) );
        tell( name, "xSemaphoreGive", ( uint32_t ) xSemaphoreGive( binary ) );
        #if ( configUSE_COUNTING_SEMAPHORES == 1 )
        tell( name, "counting", ( uint32_t ) xSemaphoreGive( counting ) );
        #endif
        #if ( INCLUDE_uxTaskPriorityGet == 1 )
        tell( name, "uxTaskPriorityGet", uxTaskPriorityGet( NULL ) );
        #endif
        taskYIELD();
        #if ( configUSE_RECURSIVE_MUTEXES == 1 )
        tell( name, "given", ( uint32_t ) xSemaphoreGiveRecursive( recursive ) );
        #endif
        #if ( configUSE_MUTEXES == 1 )

        if( taken != pdFALSE )
        {
            tell( name, "mutex given", ( uint32_t ) xSemaphoreGive( mutex ) );
        }
        #endif
        #if ( configUSE_QUEUE_SETS == 1 )
        tell( name, "member", ( uint32_t ) xQueueSend( member, &item, 0 ) );
        #endif
        #if ( configUSE_EVENT_GROUPS == 1 )
        tell( name, "xEventGroupSetBits", xEventGroupSetBits( group, 1 ) );
        tell( name, "xEventGroupSync", xEventGroupSync( group, 2, 4, 1 ) );
        #endif
        #if ( configUSE_STREAM_BUFFERS == 1 )
        tell( name, "xStreamBufferSend", xStreamBufferSend( stream, &item, 3, 1 ) );
        tell( name, "xMessageBufferSend", xMessageBufferSend( messages, &item, 4, 0 ) );
        #endif
        #if ( configUSE_TASK_NOTIFICATIONS == 1 )
        tell( name, "xTaskNotifyGive",
              ( uint32_t ) xTaskNotifyGiveIndexed( high, configTASK_NOTIFICATION_ARRAY_ENTRIES - 1 ) );
        tell( name, "xTaskNotifyWait", ( uint32_t ) xTaskNotifyWait( 0, 1, NULL, 2 ) );
        #else
        ( void ) xSemaphoreTake( never, 2 );
        #endif
    }
}

/* Governs the others, and is of the same priority as the giver. */
static void governs( void * name )
{
    TickType_t last = xTaskGetTickCount();

    for( ;; )
    {
        #if ( configUSE_TIMERS == 1 )
        tell( name, "xTimerStart", ( uint32_t ) xTimerStart( timer, 0 ) );
        #endif
        #if ( INCLUDE_eTaskGetState == 1 )
        tell( name, "eTaskGetState", ( uint32_t ) eTaskGetState( high ) );
        #endif
        #if ( INCLUDE_xTaskAbortDelay == 1 )
        tell( name, "xTaskAbortDelay", ( uint32_t ) xTaskAbortDelay( high ) );
        #endif
        #if ( INCLUDE_vTaskSuspend == 1 )
        vTaskSuspend( high );
        tell( name, "vTaskSuspend", 0 );
        taskYIELD();
        vTaskResume( high );
        tell( name, "vTaskResume", 0 );
        #endif
        #if ( INCLUDE_vTaskPrioritySet == 1 )
        vTaskPrioritySet( low, 2 );
        tell( name, "vTaskPrioritySet", 2 );
        taskYIELD();
        vTaskPrioritySet( low, 1 );
        #endif
        vTaskSuspendAll();
        #if ( INCLUDE_xTaskGetSchedulerState == 1 )
        tell( name, "xTaskGetSchedulerState", ( uint32_t ) xTaskGetSchedulerState() );
        #endif
        ( void ) xSemaphoreGive( binary );
        tell( name, "xTaskResumeAll", ( uint32_t ) xTaskResumeAll() );
        tell( name, "uxTaskGetNumberOfTasks", uxTaskGetNumberOfTasks() );
        #if ( INCLUDE_xTaskGetIdleTaskHandle == 1 )
        tell( name, "xTaskGetIdleTaskHandle", xTaskGetIdleTaskHandle() != NULL );
        #endif
        #if ( INCLUDE_xTaskGetHandle == 1 )
        tell( name, "xTaskGetHandle", xTaskGetHandle( "high" ) == high );
        #endif
        #if ( configUSE_APPLICATION_TASK_TAG == 1 )
        tell( name, "xTaskGetApplicationTaskTag", xTaskGetApplicationTaskTag( high ) == NULL );
        #endif
        #if ( configNUM_THREAD_LOCAL_STORAGE_POINTERS > 0 )
        tell( name, "pvTaskGetThreadLocalStoragePointer",
              pvTaskGetThreadLocalStoragePointer( high, 0 ) == NULL );
        #endif
        #if ( configUSE_TRACE_FACILITY == 1 )
        tell( name, "uxTaskGetTaskNumber", uxTaskGetTaskNumber( high ) );
        #endif
        #if ( configQUEUE_REGISTRY_SIZE > 0 )
        vQueueAddToRegistry( queue, "queue" );
        tell( name, "pcQueueGetName", ( uint32_t ) *pcQueueGetName( queue ) );
        #endif
        tell( name, "hooked", ticks_hooked );
        #if ( INCLUDE_xTaskDelayUntil == 1 )
        tell( name, "xTaskDelayUntil", ( uint32_t ) xTaskDelayUntil( &last, 5 ) );
        #else
        ( void ) last;
        ( void ) xSemaphoreTake( never, 5 );
        #endif
    }
}

/* Works, beside another one. One of the two ends then, if it can. */
static void works( void * name )
{
    for( unsigned i = 0; i < 4; i++ )
    {
        tell( name, "works", i );
        taskYIELD();
    }

    #if ( INCLUDE_vTaskDelete == 1 )
    if( *( const char * ) name == 'e' )
    {
        vTaskDelete( NULL );
    }
    #endif

    for( ;; )
    {
        tell( name, "xSemaphoreTake", ( uint32_t ) xSemaphoreTake( binary, 9 ) );
    }
}

#if ( configUSE_HW_ACCELERATION == 0 )

static void tick_interrupt( uint32_t nothing )
{
    machine_port_tick();
}

#endif

static void makes_time( void * name )
{
    while( xTaskGetTickCount() < LAST_TICK )
    {
        #if ( configUSE_HW_ACCELERATION == 1 )
        machine_port_tick();
        machine_serve();
        #else
        machine_raise( tick_interrupt, 0 );
        #endif
        taskYIELD();
    }

    ( void ) printf( "the end\n" );
    exit( 0 );
}

int main( void )
{
    create_objects();
    high = create( waits, "high", 3 );
    ( void ) create( gives, "give", 2 );
    ( void ) create( governs, "rule", 2 );
    low = create( works, "low", 1 );
    ( void ) create( works, "ends", 1 );
    ( void ) create( makes_time, "time", LOWEST );
    vTaskStartScheduler();
    stop( "the scheduler did not start" );
}
