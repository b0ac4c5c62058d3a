/* SPDX-License-Identifier: Apache-2.0 */

/* A group of FreeRTOS's common demos: after 3,000 ticks, and once more after 6,000, each is asked
 * whether it has gone on without an error. The exit code is the number of those that have not. */
#include <stdio.h>

#include "FreeRTOS.h"
#include "task.h"

#include "board.h"

#define PERIOD      3000
#define PERIODS     2
#define STACK_WORDS 256

struct demo
{
    const char * name;
    BaseType_t ( *still_runs )( void );
};

#if GROUP == 1
    #include "BlockQ.h"
    #include "PollQ.h"
    #include "QPeek.h"
    #include "countsem.h"
    #include "dynamic.h"
    #include "semtest.h"

static const struct demo demos[] = {
    { "BlockQ", xAreBlockingQueuesStillRunning },
    { "PollQ", xArePollingQueuesStillRunning },
    { "QPeek", xAreQueuePeekTasksStillRunning },
    { "countsem", xAreCountingSemaphoreTasksStillRunning },
    { "dynamic", xAreDynamicPriorityTasksStillRunning },
    { "semtest", xAreSemaphoreTasksStillRunning },
};

static void start( void )
{
    vStartBlockingQueueTasks( 2 );
    vStartPolledQueueTasks( 2 );
    vStartQueuePeekTasks();
    vStartCountingSemaphoreTasks();
    vStartDynamicPriorityTasks();
    vStartSemaphoreTasks( 1 );
}

void vApplicationTickHook( void )
{
}
#elif GROUP == 2
    #include "AbortDelay.h"
    #include "GenQTest.h"
    #include "QueueOverwrite.h"
    #include "TaskNotify.h"
    #include "blocktim.h"
    #include "death.h"
    #include "integer.h"
    #include "recmutex.h"

static const struct demo demos[] = {
    { "AbortDelay", xAreAbortDelayTestTasksStillRunning },
    { "GenQTest", xAreGenericQueueTasksStillRunning },
    { "QueueOverwrite", xIsQueueOverwriteTaskStillRunning },
    { "TaskNotify", xAreTaskNotificationTasksStillRunning },
    { "blocktim", xAreBlockTimeTestTasksStillRunning },
    { "death", xIsCreateTaskStillRunning },
    { "integer", xAreIntegerMathsTaskStillRunning },
    { "recmutex", xAreRecursiveMutexTasksStillRunning },
};

static void start( void )
{
    vCreateAbortDelayTasks();
    vStartGenericQueueTasks( 0 );
    vStartQueueOverwriteTask( 0 );
    vStartTaskNotifyTask();
    vCreateBlockTimeTasks();
    vStartIntegerMathTasks( 0 );
    vStartRecursiveMutexTasks();
    vCreateSuicidalTasks( 3 ); /* last: it counts the tasks */
}

void vApplicationTickHook( void )
{
    vQueueOverwritePeriodicISRDemo();
    xNotifyTaskFromISR();
}
#elif GROUP == 3
    #include "EventGroupsDemo.h"
    #include "IntSemTest.h"
    #include "QueueSet.h"
    #include "StaticAllocation.h"
    #include "TimerDemo.h"

    #define TIMER_PERIOD 50

static BaseType_t timers_still_run( void )
{
    return xAreTimerDemoTasksStillRunning( PERIOD );
}

static const struct demo demos[] = {
    { "EventGroupsDemo", xAreEventGroupTasksStillRunning },
    { "IntSemTest", xAreInterruptSemaphoreTasksStillRunning },
    { "QueueSet", xAreQueueSetTasksStillRunning },
    { "StaticAllocation", xAreStaticAllocationTasksStillRunning },
    { "TimerDemo", timers_still_run },
};

static void start( void )
{
    vStartEventGroupTasks();
    vStartInterruptSemaphoreTasks();
    vStartQueueSetTasks();
    vStartStaticallyAllocatedTasks();
    vStartTimerDemoTask( TIMER_PERIOD );
}

void vApplicationTickHook( void )
{
    vPeriodicEventGroupsProcessing();
    vInterruptSemaphorePeriodicTest();
    vQueueSetAccessQueueSetFromISR();
    vTimerPeriodicISRTests();
}
#elif GROUP == 4
    #include "MessageBufferDemo.h"
    #include "StreamBufferDemo.h"

static const struct demo demos[] = {
    { "MessageBufferDemo", xAreMessageBufferTasksStillRunning },
    { "StreamBufferDemo", xAreStreamBufferTasksStillRunning },
};

static void start( void )
{
    vStartMessageBufferTasks( STACK_WORDS );
    vStartStreamBufferTasks();
}

void vApplicationTickHook( void )
{
    vPeriodicStreamBufferProcessing();
}
#elif GROUP == 5
    #include "MessageBufferAMP.h"
    #include "QueueSetPolling.h"
    #include "StreamBufferInterrupt.h"
    #include "TaskNotifyArray.h"

static const struct demo demos[] = {
    { "MessageBufferAMP", xAreMessageBufferAMPTasksStillRunning },
    { "QueueSetPolling", xAreQueueSetPollTasksStillRunning },
    { "StreamBufferInterrupt", xIsInterruptStreamBufferDemoStillRunning },
    { "TaskNotifyArray", xAreTaskNotificationArrayTasksStillRunning },
};

static void start( void )
{
    vStartMessageBufferAMPTasks( STACK_WORDS );
    vStartQueueSetPollingTask();
    vStartStreamBufferInterruptDemo();
    vStartTaskNotifyArrayTask();
}

void vApplicationTickHook( void )
{
    vQueueSetPollingInterruptAccess();
    vBasicStreamBufferSendFromISR();
    xNotifyArrayTaskFromISR();
}
#elif GROUP == 6
    #include "IntQueue.h"
    #include "IntQueueTimer.h"

    #define FIRST  2
    #define SECOND 3
    /* Some 2 kHz each, at changing distances. The core's interrupts do not nest. */
    #define CYCLES 24000
    #define VARIES 0x7FF

static const struct demo demos[] = {
    { "IntQueue", xAreIntQueueTasksStillRunning },
};

static void serve( uint32_t line )
{
    board_acknowledge_interrupt( line );
    board_arm_interrupt( line, CYCLES, VARIES );
    portYIELD_FROM_ISR( ( line == FIRST ) ? xFirstTimerHandler() : xSecondTimerHandler() );
}

void vInitialiseTimerForIntQueueTest( void )
{
    for( uint32_t line = FIRST; line <= SECOND; line++ )
    {
        board_set_interrupt_handler( line, serve );
        board_arm_interrupt( line, CYCLES, VARIES );
    }
}

static void start( void )
{
    vStartInterruptQueueTasks();
}

void vApplicationTickHook( void )
{
}
#else
    #error "GROUP is a number from 1 to 6."
#endif

static void ask( void * parameters )
{
    int failed = 0;

    for( int period = 1; period <= PERIODS; period++ )
    {
        vTaskDelay( PERIOD );

        for( unsigned i = 0; i < sizeof( demos ) / sizeof( demos[ 0 ] ); i++ )
        {
            const int runs = ( demos[ i ].still_runs() == pdPASS );

            printf( "%s %s at tick %d\n", demos[ i ].name, runs ? "passes" : "fails", period * PERIOD );
            failed += runs ? 0 : 1;
        }
    }

    board_exit( failed );
}

int main( void )
{
    start();

    if( xTaskCreate( ask, "ask", STACK_WORDS, NULL, configMAX_PRIORITIES - 1, NULL ) == pdPASS )
    {
        vTaskStartScheduler();
    }

    return 1;
}
