/* SPDX-License-Identifier: Apache-2.0 */

/* The start of a program. Without MMU it is loaded anywhere, and nobody but itself adds that address
 * to its pointers: nolibc.h's own start, which this replaces, does not. */
#include <linux/elf.h>
#include <stdint.h>

/* RISC-V ELF psABI: the word is the load address plus the addend. */
#define R_RISCV_RELATIVE 3

__asm__( ".text\n"
         ".global _start\n"
         "_start:\n"
         ".option push\n"
         ".option norelax\n"
         "    lla  gp, __global_pointer$\n"
         ".option pop\n"
         "    mv   s0, sp\n"
         "    andi sp, sp, -16\n"
         "    lla  a0, __ehdr_start\n"
         "    lla  a1, _DYNAMIC\n"
         "    call relocate\n"
         "    mv   a0, s0\n"
         "    call _start_c\n" );

/* `load_address` is that of the file's header, which is linked at 0. */
__attribute__( ( used ) ) void relocate( uintptr_t load_address, const Elf32_Dyn * dynamic )
{
    const Elf32_Rela * first = 0;
    uint32_t bytes = 0;

    for( ; dynamic->d_tag != DT_NULL; dynamic++ )
    {
        if( dynamic->d_tag == DT_RELA )
        {
            first = ( const Elf32_Rela * ) ( load_address + dynamic->d_un.d_ptr );
        }
        else if( dynamic->d_tag == DT_RELASZ )
        {
            bytes = dynamic->d_un.d_val;
        }
    }

    for( uint32_t i = 0; i < bytes / sizeof( *first ); i++ )
    {
        if( ELF32_R_TYPE( first[ i ].r_info ) == R_RISCV_RELATIVE )
        {
            *( uintptr_t * ) ( load_address + first[ i ].r_offset ) =
                load_address + ( uintptr_t ) first[ i ].r_addend;
        }
    }
}
