/* SPDX-License-Identifier: Apache-2.0 */

/* A plugin for QEMU 7.2 that counts the instructions of each core, and its loads and stores in ranges of
 * addresses, each given as "device=<first>-<last>". A program leaves marks: the hints 0x40 to 0x7F of the A32
 * instruction set, which do nothing. At each mark, and whenever a core comes to the address given as
 * "interrupt", a line is written to the file given as "out":
 *
 *     mark <number> <core> <instructions of that core so far> <its loads and stores so far>
 *     interrupt - <core> <instructions of that core so far> <its loads and stores so far>
 *
 * Debian has no package with QEMU's header for plugins: what is used of it is declared here, as it
 * is in version 1 of that interface. */
#include <inttypes.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef uint64_t qemu_plugin_id_t;
typedef struct qemu_info_t qemu_info_t;
struct qemu_plugin_tb;
struct qemu_plugin_insn;
enum qemu_plugin_cb_flags
{
    QEMU_PLUGIN_CB_NO_REGS
};
enum qemu_plugin_mem_rw
{
    QEMU_PLUGIN_MEM_RW = 3
};
typedef uint32_t qemu_plugin_meminfo_t;

typedef void ( *translation_callback )( qemu_plugin_id_t, struct qemu_plugin_tb * );
typedef void ( *execution_callback )( unsigned int core, void * data );
typedef void ( *access_callback )( unsigned int core, qemu_plugin_meminfo_t, uint64_t address, void * data );
typedef void ( *end_callback )( qemu_plugin_id_t, void * data );

void qemu_plugin_register_vcpu_tb_trans_cb( qemu_plugin_id_t, translation_callback );
void qemu_plugin_register_vcpu_insn_exec_cb( struct qemu_plugin_insn *, execution_callback,
                                             enum qemu_plugin_cb_flags, void * data );
void qemu_plugin_register_vcpu_mem_cb( struct qemu_plugin_insn *, access_callback, enum qemu_plugin_cb_flags,
                                       enum qemu_plugin_mem_rw, void * data );
void qemu_plugin_register_atexit_cb( qemu_plugin_id_t, end_callback, void * data );
size_t qemu_plugin_tb_n_insns( const struct qemu_plugin_tb * );
struct qemu_plugin_insn * qemu_plugin_tb_get_insn( const struct qemu_plugin_tb *, size_t );
const void * qemu_plugin_insn_data( const struct qemu_plugin_insn * );
size_t qemu_plugin_insn_size( const struct qemu_plugin_insn * );
uint64_t qemu_plugin_insn_vaddr( const struct qemu_plugin_insn * );

#define EXPORT      __attribute__( ( visibility( "default" ) ) )
#define CORES       8
#define DEVICES     4
#define MARK        0xE320F040u /* the first hint; six bits are the mark's number */
#define MARK_NUMBER 0x3Fu

EXPORT int qemu_plugin_version = 1;

static uint64_t executed[ CORES ], accessed[ CORES ];
static struct
{
    uint64_t first, last;
} devices[ DEVICES ];
static int device_count;
static uint64_t interrupt_address;
static FILE * out;

static void count( unsigned int core, void * data )
{
    executed[ core ]++;
}

static void count_access( unsigned int core, qemu_plugin_meminfo_t info, uint64_t address, void * data )
{
    for( int i = 0; i < device_count; i++ )
    {
        accessed[ core ] += ( address >= devices[ i ].first ) && ( address <= devices[ i ].last );
    }
}

static void mark( unsigned int core, void * number )
{
    fprintf( out, "mark %" PRIuPTR " %u %" PRIu64 " %" PRIu64 "\n", ( uintptr_t ) number, core,
             executed[ core ], accessed[ core ] );
}

static void interrupt( unsigned int core, void * data )
{
    fprintf( out, "interrupt - %u %" PRIu64 " %" PRIu64 "\n", core, executed[ core ], accessed[ core ] );
}

static void watch( struct qemu_plugin_insn * instruction )
{
    qemu_plugin_register_vcpu_insn_exec_cb( instruction, count, QEMU_PLUGIN_CB_NO_REGS, NULL );
    if( device_count > 0 )
    {
        qemu_plugin_register_vcpu_mem_cb( instruction, count_access, QEMU_PLUGIN_CB_NO_REGS,
                                          QEMU_PLUGIN_MEM_RW, NULL );
    }
    if( qemu_plugin_insn_vaddr( instruction ) == interrupt_address )
    {
        qemu_plugin_register_vcpu_insn_exec_cb( instruction, interrupt, QEMU_PLUGIN_CB_NO_REGS, NULL );
    }
    if( qemu_plugin_insn_size( instruction ) == sizeof( uint32_t ) )
    {
        uint32_t word;

        memcpy( &word, qemu_plugin_insn_data( instruction ), sizeof( word ) );
        if( ( word & ~MARK_NUMBER ) == MARK )
        {
            qemu_plugin_register_vcpu_insn_exec_cb( instruction, mark, QEMU_PLUGIN_CB_NO_REGS,
                                                    ( void * ) ( uintptr_t ) ( word & MARK_NUMBER ) );
        }
    }
}

static void translated( qemu_plugin_id_t id, struct qemu_plugin_tb * block )
{
    size_t length = qemu_plugin_tb_n_insns( block );

    for( size_t i = 0; i < length; i++ )
    {
        watch( qemu_plugin_tb_get_insn( block, i ) );
    }
}

static void end( qemu_plugin_id_t id, void * data )
{
    fclose( out );
}

EXPORT int qemu_plugin_install( qemu_plugin_id_t id, const qemu_info_t * info, int argc, char ** argv )
{
    for( int i = 0; i < argc; i++ )
    {
        if( strncmp( argv[ i ], "out=", 4 ) == 0 )
        {
            out = fopen( argv[ i ] + 4, "w" );
        }
        else if( strncmp( argv[ i ], "interrupt=", 10 ) == 0 )
        {
            interrupt_address = strtoull( argv[ i ] + 10, NULL, 0 );
        }
        else if( strncmp( argv[ i ], "device=", 7 ) == 0 && device_count < DEVICES )
        {
            char * end;

            devices[ device_count ].first = strtoull( argv[ i ] + 7, &end, 0 );
            devices[ device_count++ ].last = strtoull( end + 1, NULL, 0 );
        }
    }
    if( out == NULL )
    {
        fprintf( stderr, "instructions: no file to write to: give out=<path>\n" );
        return -1;
    }
    qemu_plugin_register_vcpu_tb_trans_cb( id, translated );
    qemu_plugin_register_atexit_cb( id, end, NULL );
    return 0;
}
