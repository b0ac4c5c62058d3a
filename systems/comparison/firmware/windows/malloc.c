/* SPDX-License-Identifier: Apache-2.0 */

/* The windows of memory.c once more, as the thesis had them: with heap_3, which is the C library's
 * malloc and free. The kernel's own objects stay on heap_4; both are FreeRTOS's. */
#define pvPortMalloc        heap_3_malloc
#define vPortFree           heap_3_free
#define vPortHeapResetState heap_3_reset

#include <portable/MemMang/heap_3.c>

#define COUNTED( action ) action "-memory-malloc"

#include "memory.c"
