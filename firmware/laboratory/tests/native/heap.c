/* SPDX-License-Identifier: Apache-2.0 */

/* What was created and is deleted gives its memory back, and who writes a text what it took for it. */
#include "check_tasks.h"
#include "event_groups.h"

#define SELF 4
#define HIGH 6
#define TEXT 512

const char * volatile test_trace_in, * volatile test_trace_out;
volatile unsigned test_trace_switches;
int * volatile test_thread_block;
volatile uint32_t test_run_time;
volatile unsigned test_counter_set_up;

static char text[ TEXT ];

TEST_PROGRAM( SELF )
{
    size_t before = xPortGetFreeHeapSize();
    TaskHandle_t task;

    vQueueDelete( xQueueCreate( 3, 5 ) );
    CHECK_EQUAL( xPortGetFreeHeapSize(), before );
    vSemaphoreDelete( xSemaphoreCreateMutex() );
    CHECK_EQUAL( xPortGetFreeHeapSize(), before );
    vEventGroupDelete( xEventGroupCreate() );
    CHECK_EQUAL( xPortGetFreeHeapSize(), before );
    task = create( sleeper, 0, HIGH );
    CHECK( xPortGetFreeHeapSize() < before );
    vTaskDelete( task );
    CHECK_EQUAL( xPortGetFreeHeapSize(), before );
    vTaskListTasks( text, TEXT );
    CHECK_EQUAL( xPortGetFreeHeapSize(), before );
    vTaskGetRunTimeStatistics( text, TEXT );
    CHECK_EQUAL( xPortGetFreeHeapSize(), before );
}
