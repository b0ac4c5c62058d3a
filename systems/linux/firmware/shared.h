/* SPDX-License-Identifier: Apache-2.0 */

/* What the firmware shows of itself to Linux's programs, at SHARED_ADDRESS: RAM that both reach. Of what is
 * found there nothing in M mode depends but what a program may ask for. */
#pragma once

#include <stdint.h>

#define SHARED_ADDRESS 0x80300000U

/* Clock cycles from one release of the periodic task to the next. A prime number: Linux is found at all
 * places of what it does in periods of its own. */
#define PERIOD 10007U

/* A sample: cycles from the release's date to the task, and what Linux did when it was last interrupted. */
#define SAMPLES       16384U
#define SAMPLE_CYCLES 0xFFFFFFU
#define SAMPLE_KERNEL 0x1000000U /* S mode */
#define SAMPLE_MASKED 0x2000000U /* ... with its interrupts masked */

/* FreeRTOS's, as of the last release. */
struct counts
{
    uint32_t releases;   /* of the periodic task */
    uint32_t late;       /* ... that began more than LATE_ALLOWED cycles after their dates */
    uint32_t latest;     /* the most cycles from a date to the task */
    uint32_t bursts;     /* times that a task has checked its registers */
    uint32_t faults;     /* ... and found another value than it had put there */
    uint32_t answers;    /* to doorbells: as of the last answer */
};

struct shared
{
    struct counts counts;
    uint32_t pace;       /* a program's: cycles between interrupts on each of two lines, 0: none */
    uint32_t edge; /* a program's: cycles from the answer to a doorbell to an edge of a third line, 0: none */
    uint32_t edges; /* how often that one's task has checked its registers */
    uint32_t
        taken; /* a program's: cycles that the periodic task computes in each release, less than PERIOD */
    uint32_t restart; /* a program's: 1 when a reboot is to start Linux again, not to switch off */
    uint32_t
        watchdog; /* a program's: ticks after which Linux starts again if `alive` has not changed, 0: never */
    uint32_t alive; /* a program's */
    uint32_t starts; /* FreeRTOS's: how often Linux has started again */
    uint32_t samples[ SAMPLES ]; /* of the releases, modulo their number */
};

/* More than a task of a lower priority and the way to the task take together. */
#define LATE_ALLOWED 2000U
