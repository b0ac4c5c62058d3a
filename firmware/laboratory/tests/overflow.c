/* SPDX-License-Identifier: Apache-2.0 */

/* A task whose stack overflows is found out when it is switched out. */
#include "check.h"

#include <string.h>

#define SELF  4
#define HIGH  6
#define STACK 160
#define DEEP  120 /* words below the stack: more than a call and its frame take */

static StackType_t room[ STACK + DEEP ];
static StaticTask_t memory;
static volatile int gone_too_deep;

/* The kernel's hook; may be called at later switches again. */
void vApplicationStackOverflowHook( TaskHandle_t task, char * name )
{
    if( task == ( TaskHandle_t ) &memory )
    {
        CHECK( gone_too_deep );
        CHECK( strcmp( name, "glutton" ) == 0 );
        test_passed();
    }

    CHECK( !"the stack of the director is large enough" );
}

/* Uses so much of the stack, and switches. */
static void use_stack( unsigned words )
{
    volatile StackType_t used[ words ];

    used[ 0 ] = 0;
    vTaskSuspend( NULL );
    used[ words - 1 ] = 0;
}

static void glutton( void * parameters )
{
    use_stack( STACK / 3 );
    gone_too_deep = 1;
    use_stack( STACK );
    CHECK( !"reached" );
}

static void director( void * parameters )
{
    TaskHandle_t task;

    task = xTaskCreateStatic( glutton, "glutton", STACK, NULL, HIGH, &room[ DEEP ], &memory );
    CHECK_EQUAL( eTaskGetState( task ), eSuspended );
    vTaskDelay( 2 );
    vTaskResume( task );
    CHECK( !"reached" );
}

int main( void )
{
    test_start( director, SELF );
}
