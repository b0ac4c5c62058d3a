/* SPDX-License-Identifier: Apache-2.0 */

/* FreeRTOS's port layer for a core with the hardware kernel on its bus. */
#include <string.h>

#include "isochron_options.h"
#include "FreeRTOS.h"
#include "queue.h"
#include "task.h"
#include "attachment.h"
#include "context_frame.h"

/* The hardware kernel's request, and the machine external interrupt, the application's. */
#define portINTERRUPTS_ENABLED ( ( 1UL << ( configISOCHRON_REQUEST_INTERRUPT ) ) | ( 1UL << 11 ) )

/* Let the user override where a task function returns to. */
#ifdef configTASK_RETURN_ADDRESS
    #define portTASK_RETURN_ADDRESS configTASK_RETURN_ADDRESS
#else
    #define portTASK_RETURN_ADDRESS prvTaskReturned
#endif

#if ( configNUMBER_OF_CORES > 1 )
    #include "several_cores.c"
#else

/* The stack of interrupt service routines: an array, or, as in FreeRTOS's port, what main() used
 * before the scheduler started. */
#ifdef configISR_STACK_SIZE_WORDS
static __attribute__( (
    aligned( portBYTE_ALIGNMENT ) ) ) StackType_t xISRStack[ configISR_STACK_SIZE_WORDS ] = { 0 };
const StackType_t xISRStackTop =
    ( StackType_t ) & ( xISRStack[ configISR_STACK_SIZE_WORDS & ~portBYTE_ALIGNMENT_MASK ] );
#else
extern const uint32_t __freertos_irq_stack_top[];
const StackType_t xISRStackTop = ( StackType_t ) __freertos_irq_stack_top;
#endif

/* Nesting of critical sections of the running task. Every task that does not run has 0. Not 0
 * before the scheduler starts, so that the end of a critical section does not enable interrupts. */
size_t xCriticalNesting = ( size_t ) 0xaaaaaaaa;

    #define portASSERT_THAT_TASKS_MAY_START() configASSERT( ( xISRStackTop & portBYTE_ALIGNMENT_MASK ) == 0 )
    #define portBEGIN_TASKS()                 xCriticalNesting = 0

#endif /* configNUMBER_OF_CORES */

static void prvTaskReturned( void )
{
    /* A task must delete itself, not return. */
    configASSERT( xCriticalNesting == ~( ( size_t ) 0 ) );
    portDISABLE_INTERRUPTS();

    for( ;; )
    {
    }
}

StackType_t * pxPortInitialiseStack( StackType_t * pxTopOfStack, TaskFunction_t pxCode, void * pvParameters )
{
    StackType_t * pxFrame = pxTopOfStack - ( frameINTERRUPTED_SIZE / sizeof( StackType_t ) );

    /* As if the task had been interrupted before its first instruction. */
    pxFrame[ frameMEPC / sizeof( StackType_t ) ] = ( StackType_t ) pxCode;
    pxFrame[ frameA0 / sizeof( StackType_t ) ] = ( StackType_t ) pvParameters;
    pxFrame[ frameRA / sizeof( StackType_t ) ] = ( StackType_t ) portTASK_RETURN_ADDRESS;

    #if !defined( __riscv_float_abi_soft )
    pxFrame[ frameSTATE / sizeof( StackType_t ) ] = frameFLOAT_INITIAL;
    #endif

    return ( StackType_t * ) ( ( uintptr_t ) pxFrame | frameINTERRUPTED_TAG );
}

/* Of a call that switches with interrupts masked: in a critical section, or in an interrupt service
 * routine, which must not. */
void vIsochronAssertTask( void )
{
    portASSERT_IF_IN_ISR();
}

    #ifdef isochronREGISTERS_OF_TASKS
        #include <attachment.h> /* that of the attachment which has them */

/* The program counter of a task that does not run. The control block's second word is uxCommand. */
static volatile uintptr_t * prvProgramCounter( const void * pvTCB )
{
    return ( volatile uintptr_t * ) pulIsochronBank(
        isochronIDENTIFIER( ( ( const uintptr_t * ) pvTCB )[ 1 ] ), ISOCHRON_CONTEXTS_TASK_PC_OFFSET );
}

    #else

/* The same, in its frame; NULL if it has called the kernel. */
static volatile uintptr_t * prvProgramCounter( const void * pvTCB )
{
    const uintptr_t uxTopOfStack = *( ( const uintptr_t * ) pvTCB );

    return ( ( uxTopOfStack & ( frameINTERRUPTED_TAG | frameMASKED_TAG ) ) == frameINTERRUPTED_TAG ) ?
               ( volatile uintptr_t * ) ( uxTopOfStack - frameINTERRUPTED_TAG + frameMEPC ) :
               NULL;
}

    #endif /* isochronREGISTERS_OF_TASKS */

/* Interrupts do not nest, so mepc is still the interrupted task's. */
uintptr_t uxIsochronPlace( const void * pvTCB )
{
    uintptr_t uxPlace;
    const volatile uintptr_t * puxProgramCounter;

    if( isochronREGISTER( ISOCHRON_CURRENT_OFFSET ) == ( uint32_t ) ( uintptr_t ) pvTCB )
    {
        __asm volatile( "csrr %0, mepc" : "=r"( uxPlace ) );

        return uxPlace;
    }

    puxProgramCounter = prvProgramCounter( pvTCB );

    return ( puxProgramCounter != NULL ) ? *puxProgramCounter : 0U;
}

void vIsochronMove( const void * pvTCB, uintptr_t uxPlace )
{
    if( isochronREGISTER( ISOCHRON_CURRENT_OFFSET ) == ( uint32_t ) ( uintptr_t ) pvTCB )
    {
        __asm volatile( "csrw mepc, %0" ::"r"( uxPlace ) );
    }
    else
    {
        *prvProgramCounter( pvTCB ) = uxPlace;
    }
}

void vPortSetupTimerInterrupt( void ) __attribute__( ( weak ) );

/* Weak, as in FreeRTOS's port: an application may choose another tick. */
void vPortSetupTimerInterrupt( void )
{
    isochronSET_REGISTER( ISOCHRON_TICK_PERIOD_OFFSET,
                          ( uint32_t ) ( ( configCPU_CLOCK_HZ ) / ( configTICK_RATE_HZ ) ) );
}

static void prvTakeInterrupts( void )
{
    __asm volatile( "csrw mtvec, %0"
                    :
                    : "r"( ( uintptr_t ) ulIsochronVectors | configISOCHRON_VECTORED_INTERRUPTS ) );
    __asm volatile( "csrs mie, %0" : : "r"( portINTERRUPTS_ENABLED ) );
}

#if ( configNUMBER_OF_CORES > 1 )

void vIsochronStartCore( void )
{
    prvTakeInterrupts();
    vKernelStartCore();
    vIsochronStartFirstTask();
    __builtin_unreachable();
}

#endif /* configNUMBER_OF_CORES */

BaseType_t xPortStartScheduler( void )
{
    portASSERT_THAT_TASKS_MAY_START();
    prvTakeInterrupts();
    vPortSetupTimerInterrupt();
    portBEGIN_TASKS();
    vIsochronStartFirstTask();

    /* Not reached: only tasks run from here on. */
    return pdFAIL;
}

#if ( configISOCHRON_MONITOR_CRITICAL_SECTIONS == 1 )
    #include "critical_sections.c"
#endif

void vPortEndScheduler( void )
{
    /* Not implemented, as in FreeRTOS's port. */
    for( ;; )
    {
    }
}
