/* SPDX-License-Identifier: Apache-2.0 */

/* SBI 2.0 for one hart: base, TIME, IPI, RFENCE, HSM, SRST, DBCN, STA. And what VexRiscv's Linux variant has
 * not: CSRs time and timeh are read here, ebreak becomes the breakpoint that it should be. */
#include <stddef.h>
#include <string.h>

#include "isochron_guest.h"
#include "machine.h"
#include "restart.h"
#include "sbi.h"
#include "steal.h"

enum extension
{
    EXTENSION_BASE = 0x10,
    EXTENSION_TIME = 0x54494D45,
    EXTENSION_IPI = 0x735049,
    EXTENSION_RFENCE = 0x52464E43,
    EXTENSION_HSM = 0x48534D,
    EXTENSION_SRST = 0x53525354,
    EXTENSION_DBCN = 0x4442434E,
    EXTENSION_STA = 0x535441,
};

#define VERSION     0x02000000U
#define HARTS       1U
#define HSM_STARTED 0U

#define CAUSE_ILLEGAL    2U
#define CAUSE_BREAKPOINT 3U
#define CAUSE_ECALL_OF_S 9U

/* All that Linux can handle itself: causes 0, 1, 4 to 8, 12, 13, 15. */
#define DELEGATED_EXCEPTIONS 0xB1F3U

#define EBREAK           0x00100073U
#define READ_OF_CSR_MASK 0x000FF07FU /* csrrs rd, csr, x0 */
#define READ_OF_CSR      0x00002073U
#define CSR_TIME         0xC01U
#define CSR_TIME_HIGH    0xC81U

struct result
{
    int32_t error;
    uint32_t value;
};

__attribute__( ( section( ".guest" ) ) ) struct isochron_guest xIsochronGuest;

void sbi_initialise( void )
{
    steal_forget();
    MTIMECMP_HIGH = UINT32_MAX;
    WRITE_CSR( medeleg, DELEGATED_EXCEPTIONS );
    WRITE_CSR( mideleg, MIP_SSIP | MIP_STIP | MIP_SEIP );
    CLEAR_CSR( mip, MIP_SSIP | MIP_STIP | MIP_SEIP );
    WRITE_CSR( 0xBC0, 0 );     /* VexRiscv's own: which of its external interrupts are M mode's, */
    WRITE_CSR( 0x9C0, 0 );     /* and which S mode's: its driver says so */
    WRITE_CSR( satp, 0 );
    WRITE_CSR( sie, 0 );
    WRITE_CSR( stvec, 0 );

    memset( &xIsochronGuest, 0, offsetof( struct isochron_guest, stack ) );
    xIsochronGuest.mepc = LINUX_ENTRY;
    xIsochronGuest.mstatus = MSTATUS_MPP_S;
    xIsochronGuest.x[ 9 ] = 0; /* a0: the hart */
    xIsochronGuest.x[ 10 ] = LINUX_DEVICE_TREE;
}

/* To Linux's own handler, as if the exception had been delegated. */
static void redirect( uint32_t cause, uint32_t value )
{
    uint32_t status = xIsochronGuest.mstatus;
    uint32_t changed = status & ~( MSTATUS_SPP | MSTATUS_SPIE | MSTATUS_SIE | MSTATUS_MPP );

    WRITE_CSR( scause, cause );
    WRITE_CSR( stval, value );
    WRITE_CSR( sepc, xIsochronGuest.mepc );
    xIsochronGuest.mepc = READ_CSR( stvec ) & ~3U;
    changed |= MSTATUS_MPP_S;
    changed |= ( ( status & MSTATUS_MPP ) == MSTATUS_MPP_S ) ? MSTATUS_SPP : 0U;
    changed |= ( ( status & MSTATUS_SIE ) != 0 ) ? MSTATUS_SPIE : 0U;
    xIsochronGuest.mstatus = changed;
}

static void illegal_instruction( uint32_t instruction )
{
    uint32_t csr = instruction >> 20;
    uint32_t rd = ( instruction >> 7 ) & 31U;
    int is_time = ( csr == CSR_TIME ) || ( csr == CSR_TIME_HIGH );

    if( ( ( instruction & READ_OF_CSR_MASK ) == READ_OF_CSR ) && is_time )
    {
        if( rd != 0 )
        {
            xIsochronGuest.x[ rd - 1U ] = ( csr == CSR_TIME ) ? MTIME : MTIME_HIGH;
        }

        xIsochronGuest.mepc += 4U;
    }
    else if( instruction == EBREAK )
    {
        redirect( CAUSE_BREAKPOINT, xIsochronGuest.mepc );
    }
    else
    {
        redirect( CAUSE_ILLEGAL, instruction );
    }
}

static struct result base( uint32_t function, uint32_t argument )
{
    struct result result = { SBI_OK, 0 };

    switch( function )
    {
        case 0:
            result.value = VERSION;
            break;

        case 3: /* is there such an extension? */
            result.value = ( argument == EXTENSION_BASE ) || ( argument == EXTENSION_TIME ) ||
                           ( argument == EXTENSION_IPI ) || ( argument == EXTENSION_RFENCE ) ||
                           ( argument == EXTENSION_HSM ) || ( argument == EXTENSION_SRST ) ||
                           ( argument == EXTENSION_DBCN ) || ( argument == EXTENSION_STA );
            break;

        case 1: /* implementation's number and version: nobody's. The machine's vendor, architecture, core: */
        case 2:
        case 4:
        case 5:
        case 6:
            break;

        default:
            result.error = SBI_NOT_SUPPORTED;
            break;
    }

    return result;
}

static struct result set_timer( uint32_t low, uint32_t high )
{
    steal_tell(); /* often enough: Linux looks at it at each of its ticks */

    /* Never a time in between that is earlier. */
    MTIMECMP_HIGH = UINT32_MAX;
    MTIMECMP = low;
    MTIMECMP_HIGH = high;
    CLEAR_CSR( mip, MIP_STIP );
    xIsochronGuest.timer = guestTIMER_INTERRUPT;
    return ( struct result ) { SBI_OK, 0 };
}

/* Of a set of harts, which there is one of: bits from a first one, or all. */
static int names_the_hart( uint32_t mask, uint32_t first )
{
    return ( first == UINT32_MAX ) || ( ( first == 0 ) && ( ( mask & ~1U ) == 0 ) );
}

static struct result send_ipi( uint32_t mask, uint32_t first )
{
    if( !names_the_hart( mask, first ) )
    {
        return ( struct result ) { SBI_INVALID_PARAM, 0 };
    }

    SET_CSR( mip, MIP_SSIP );
    return ( struct result ) { SBI_OK, 0 };
}

static struct result fence( uint32_t function, uint32_t mask, uint32_t first )
{
    if( function > 2U ) /* those for hypervisors */
    {
        return ( struct result ) { SBI_NOT_SUPPORTED, 0 };
    }

    if( !names_the_hart( mask, first ) )
    {
        return ( struct result ) { SBI_INVALID_PARAM, 0 };
    }

    if( function == 0 )
    {
        __asm volatile( ".word 0x0000100F" ::: "memory" ); /* fence.i */
    }
    else
    {
        __asm volatile( "sfence.vma" ::: "memory" );
    }

    return ( struct result ) { SBI_OK, 0 };
}

static struct result hart_state( uint32_t function, uint32_t hart )
{
    if( ( function == 0 ) || ( function == 2U ) )
    {
        if( hart >= HARTS )
        {
            return ( struct result ) { SBI_INVALID_PARAM, 0 };
        }

        return ( struct result ) { ( function == 0 ) ? SBI_ALREADY_AVAILABLE : SBI_OK, HSM_STARTED };
    }

    return ( struct result ) { SBI_NOT_SUPPORTED, 0 };
}

static struct result reset( uint32_t function, uint32_t type, uint32_t reason )
{
    if( function != 0 )
    {
        return ( struct result ) { SBI_NOT_SUPPORTED, 0 };
    }

    if( ( type > 2U ) || ( reason > 1U ) )
    {
        return ( struct result ) { SBI_INVALID_PARAM, 0 };
    }

    if( ( type == 0 ) || !restart_is_wanted() )
    {
        sbi_off();
    }

    restart_ask();
    return ( struct result ) { SBI_OK, 0 };
}

/* Writes no more after the watchdog has found Linux silent: a call may have as many bytes as there is RAM. */
static struct result console( uint32_t function, const uint32_t * a )
{
    uint32_t bytes = a[ 0 ], address = a[ 1 ], done;

    if( function == 2U )
    {
        UART_DATA = a[ 0 ] & 0xFFU;
        return ( struct result ) { SBI_OK, 0 };
    }

    if( function > 2U )
    {
        return ( struct result ) { SBI_NOT_SUPPORTED, 0 };
    }

    if( ( a[ 2 ] != 0 ) || ( address < RAM_BEGIN ) || ( address > RAM_END ) || ( bytes > RAM_END - address ) )
    {
        return ( struct result ) { SBI_INVALID_PARAM, 0 };
    }

    if( function == 1U )
    {
        bytes = 0; /* nothing comes in */
    }

    for( done = 0; ( done < bytes ) && !restart_is_due(); done++ )
    {
        UART_DATA = *( const uint8_t * ) ( uintptr_t ) ( address + done );
    }

    return ( struct result ) { SBI_OK, done };
}

static struct result call( uint32_t extension, uint32_t function, const uint32_t * a )
{
    switch( extension )
    {
        case EXTENSION_BASE:
            return base( function, a[ 0 ] );

        case EXTENSION_TIME:

            if( function == 0 )
            {
                return set_timer( a[ 0 ], a[ 1 ] );
            }

            break;

        case EXTENSION_IPI:

            if( function == 0 )
            {
                return send_ipi( a[ 0 ], a[ 1 ] );
            }

            break;

        case EXTENSION_RFENCE:
            return fence( function, a[ 0 ], a[ 1 ] );

        case EXTENSION_HSM:
            return hart_state( function, a[ 0 ] );

        case EXTENSION_SRST:
            return reset( function, a[ 0 ], a[ 1 ] );

        case EXTENSION_DBCN:
            return console( function, a );

        case EXTENSION_STA:

            if( function == 0 )
            {
                return ( struct result ) { steal_set( a[ 0 ], a[ 1 ], a[ 2 ] ), 0 };
            }

            break;

        default:
            break;
    }

    return ( struct result ) { SBI_NOT_SUPPORTED, 0 };
}

void vIsochronGuestException( uint32_t cause, uint32_t value )
{
    uint32_t * a = &xIsochronGuest.x[ 9 ]; /* a0 */

    if( cause == CAUSE_ILLEGAL )
    {
        illegal_instruction( value );
    }
    else if( cause == CAUSE_ECALL_OF_S )
    {
        struct result result = call( a[ 7 ], a[ 6 ], a );

        xIsochronGuest.mepc += 4U;
        a[ 0 ] = ( uint32_t ) result.error;
        a[ 1 ] = result.value;
    }
    else
    {
        redirect( cause, value );
    }

    if( restart_is_due() )
    {
        restart_linux();
    }
}
