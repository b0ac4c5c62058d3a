/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * What the time manager's driver does for other code of the kernel: what programs ask of it by
 * /dev/isochron-time, and a function that its interrupt handler calls. docs/explanation/linux.md
 * describes it; example.c uses it.
 *
 * Functions that return int return 0, or a negative error as isochron_time.h tells. They may sleep,
 * but for isochron_time_now().
 */
#pragma once

#include <linux/types.h>

#include "isochron_time.h"

/* Who uses channels: as an open file. */
struct time_file;

/**
 * isochron_time_released - what is called at each release of a channel
 *
 * It is called in interrupt context with interrupts off, also with PREEMPT_RT, before tasks that
 * wait are woken, and may call none of the functions below but isochron_time_now().
 */
typedef void isochron_time_released(u64 date, void *data);

/* ERR_PTR(-ENODEV) if there is no time manager. Closing frees its channels. */
struct time_file *isochron_time_open(void);
void isochron_time_close(struct time_file *user);

u64 isochron_time_now(struct time_file *user);
int isochron_time_claim(struct time_file *user, u32 channel);
int isochron_time_unclaim(struct time_file *user, u32 channel);
int isochron_time_start(struct time_file *user, const struct isochron_time_start *start);
int isochron_time_stop(struct time_file *user, u32 channel);
int isochron_time_wait(struct time_file *user, struct isochron_time_wait *wait);

/* NULL ends it; so does giving the channel up. After that it is not called any more. */
int isochron_time_on_release(struct time_file *user, u32 channel, isochron_time_released *released,
			     void *data);
