/* SPDX-License-Identifier: Apache-2.0 */

/* What else traps in a task: ecall of the application, instructions that do not exist, accesses that
 * nothing answers, with interrupts enabled and masked; wfi in the idle task; and tasks that come and
 * go, whose context is then another task's. Every register is as it was. */
#include "check.h"
#include "isochron.h"

#define SELF          4
#define LOW           1
#define ROUNDS        40
#define CAUSE_ILLEGAL 2U
#define CAUSE_LOAD    5U
#define CAUSE_ECALL   11U

/* Nothing is there. */
#define NOWHERE 0x70000000UL

static volatile uint32_t causes[ 16 ];
static volatile uint32_t idle_rounds;

/* In place of the board's; the port lets the task go on behind the instruction. */
void freertos_risc_v_application_exception_handler( uint32_t mcause )
{
    causes[ mcause & 15U ]++;
}

void vApplicationIdleHook( void )
{
    idle_rounds++;
    __asm volatile( "wfi" );
}

/* Each is one instruction of 4 bytes between others that hold values in registers. */
#define TRAP_WITH_VALUES( instruction )                                                                \
    ( {                                                                                                \
        uint32_t kept;                                                                                 \
        __asm volatile( ".option push\n .option norvc\n"                                               \
                        "li t3, 0x1234\n li t4, 0x2345\n li a6, 0x3456\n mv t5, sp\n" instruction "\n" \
                        "sub t5, t5, sp\n xor t3, t3, t4\n xor t3, t3, a6\n or %0, t3, t5\n"           \
                        ".option pop\n"                                                                \
                        : "=&r"( kept )                                                                \
                        : "r"( NOWHERE )                                                               \
                        : "t3", "t4", "t5", "t6", "a6", "memory" );                                    \
        kept;                                                                                          \
    } )
#define VALUES ( 0x1234U ^ 0x2345U ^ 0x3456U )

static void trap_in_every_way( void )
{
    CHECK_EQUAL( TRAP_WITH_VALUES( "ecall" ), VALUES );
    CHECK_EQUAL( TRAP_WITH_VALUES( ".word 0" ), VALUES );
    CHECK_EQUAL( TRAP_WITH_VALUES( "lw t6, 0( %1 )" ), VALUES );
}

static void trapping( void * parameters )
{
    volatile uint32_t * rounds = parameters;

    for( ;; )
    {
        trap_in_every_way();
        taskENTER_CRITICAL();
        trap_in_every_way();
        taskEXIT_CRITICAL();
        ( *rounds )++;
        taskYIELD();
        vTaskDelay( 1 ); /* the idle task reclaims those that ended */
    }
}

/* Ends by itself. */
static void passing( void * parameters )
{
    volatile uint32_t * rounds = parameters;

    trap_in_every_way();
    ( *rounds )++;
    vTaskDelete( NULL );
}

TEST_PROGRAM( SELF )
{
    static volatile uint32_t first, second, passed;
    TaskHandle_t tasks[ 2 ];

    tasks[ 0 ] = create( trapping, ( uintptr_t ) &first, LOW );
    tasks[ 1 ] = create( trapping, ( uintptr_t ) &second, LOW );

    for( uint32_t i = 0; i < ROUNDS; i++ )
    {
        create( passing, ( uintptr_t ) &passed, LOW + 1U );
        vTaskDelay( 1 );
        CHECK_EQUAL( passed, i + 1U );
    }

    CHECK( first > 1U );
    CHECK( second > 1U );
    CHECK( causes[ CAUSE_ECALL ] >= 2U * ( first + second ) + passed );
    CHECK( causes[ CAUSE_ILLEGAL ] >= 2U * ( first + second ) + passed );
    CHECK( causes[ CAUSE_LOAD ] >= 2U * ( first + second ) + passed );

    /* the context of a deleted task is the next one's */
    vTaskDelete( tasks[ 0 ] );
    vTaskDelete( tasks[ 1 ] );
    vTaskDelay( 2 );
    first = 0;
    create( passing, ( uintptr_t ) &first, LOW );
    vTaskDelay( 2 );
    CHECK_EQUAL( first, 1 );

    idle_rounds = 0;
    vTaskDelay( 10 );
    CHECK( idle_rounds <= 2U ); /* it sleeps through ticks at which nobody wakes */
}
