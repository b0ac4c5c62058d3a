/* SPDX-License-Identifier: Apache-2.0 */

/* Who is deleted from another core is in no list when vTaskDelete returns, though a third core resumes it
 * meanwhile: what is given then is for who waits behind it. The board's argument says whether it waits
 * before that, or is suspended just before it would. Cores in turns; the test has the deleting one stand
 * still in the midst of the call. */
#include "shared.h"

#include "semphr.h"

static SemaphoreHandle_t semaphore;
static TaskHandle_t first;
static volatile int suspends, resumed, given, has;
volatile int stalled, deaf; /* for the test's part of vTaskDelete */

/* The other cores' turn. */
static void yield( void )
{
    __asm volatile( "yield" ::: "memory" );
}

static void waits_first( void * unused )
{
    if( suspends )
    {
        vTaskSuspend( NULL );
    }

    xSemaphoreTake( semaphore, portMAX_DELAY );
    printf( "the deleted one has it\n" );
    board_exit( 1 );
}

static void waits_second( void * unused )
{
    xSemaphoreTake( semaphore, portMAX_DELAY );
    has = 1;
    vTaskSuspend( NULL );
}

/* Below them: when both wait, their core hears of nothing until the semaphore is given. */
static void is_deaf( void * unused )
{
    while( !resumed )
    {
        yield();
    }

    const uint32_t state = portSET_INTERRUPT_MASK();

    for( deaf = 1; !given; )
    {
        yield();
    }

    portCLEAR_INTERRUPT_MASK( state );
    vTaskSuspend( NULL );
}

static void resumes( void * unused )
{
    while( !stalled )
    {
        yield();
    }

    vTaskResume( first );
    resumed = 1;
    vTaskSuspend( NULL );
}

static void judges( void * unused )
{
    vTaskDelay( 2 );
    vTaskDelete( first );
    xSemaphoreGive( semaphore );
    given = 1;
    vTaskDelay( 2 );
    printf( "resumed: %d, who is behind has it: %d\n", resumed, has );
    board_exit( 0 );
}

int main( void )
{
    suspends = board_argument() != 0;
    semaphore = xSemaphoreCreateCounting( 2, 0 );
    create_on( 0, judges, NULL, 9, NULL );
    create_on( 1, waits_first, NULL, 5, &first );
    create_on( 1, waits_second, NULL, 4, NULL );
    create_on( 1, is_deaf, NULL, 3, NULL );
    create_on( 2, resumes, NULL, 3, NULL );
    vTaskStartScheduler();
    return 1;
}
