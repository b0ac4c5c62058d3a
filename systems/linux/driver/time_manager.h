/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * What the driver's files share: the device, its channels, and the two time bases.
 */
#pragma once

#include <linux/io.h>
#include <linux/kthread.h>
#include <linux/list.h>
#include <linux/miscdevice.h>
#include <linux/mutex.h>
#include <linux/spinlock.h>
#include <linux/swait.h>
#include <linux/wait.h>

#include "isochron_time.h"
#include "isochron_time_kernel.h"
#include "isochron_time_manager_constants.h"

#define MAX_CHANNELS	64
#define SHORTEST_PERIOD 4 /* the hardware's */

struct time_manager;

/**
 * struct time_file - an open file, or what other code of the kernel has opened: channels are its
 * own
 * @manager: the device
 * @polling: with PREEMPT_RT the task that the next release's handler wakes from poll(), or NULL
 */
struct time_file {
	struct time_manager *manager;
	struct task_struct *polling;
};

/**
 * struct channel - a delay, or a periodic one, and who waits for it
 * @owner: the open file that claimed it, or NULL
 * @active: releases will come
 * @periodic: ... one after the other
 * @base_time: system time when it was started
 * @delay: cycles to its first release
 * @period: cycles between releases
 * @released: releases so far
 * @taken: ... that a wait has answered or counted as overruns
 * @on_release: called at each release, or NULL
 * @data: ... with this
 * @waiters: the task that waits: woken in interrupt context, also with PREEMPT_RT
 * @timer: the software base's list of timers
 * @ticks_left: ticks until the next release
 * @period_ticks: ticks between releases
 */
struct channel {
	struct time_file *owner;
	bool active;
	bool periodic;
	u64 base_time;
	u64 delay;
	u64 period;
	u64 released;
	u64 taken;
	isochron_time_released *on_release;
	void *data;
	struct swait_queue_head waiters;
	struct list_head timer;
	u64 ticks_left;
	u64 period_ticks;
};

/**
 * struct base_operations - a time base. All are called with the device's lock held.
 * @select: begins to be used
 * @deselect: ends to be used; no channel is active
 * @start: start a channel's releases; its delay and period are set and may be rounded
 * @stop: no release comes any more
 * @interrupt: the tasks' bits that were set in the hardware, and have been cleared
 */
struct base_operations {
	void (*select)(struct time_manager *manager);
	void (*deselect)(struct time_manager *manager);
	void (*start)(struct time_manager *manager, unsigned int channel);
	void (*stop)(struct time_manager *manager, unsigned int channel);
	void (*interrupt)(struct time_manager *manager, u64 due);
};

/**
 * struct time_manager - the device
 * @registers: its registers
 * @time_page: physical address of the page that shows the time
 * @lock: everything but @owner of channels; raw, for the interrupt comes also with PREEMPT_RT
 * @mutex: who owns channels, and the base
 * @channels: the first @num_channels are there
 * @num_channels: how many the hardware has
 * @width: bits of time and delays
 * @frequency: cycles in a second
 * @base: enum isochron_time_base
 * @operations: ... its operations
 * @timers: the software base's active channels
 * @tick: its tick in cycles
 * @tick_time: system time of its last tick
 * @pollers: files in poll()
 * @poller: with PREEMPT_RT the thread that wakes all of them: their queue's lock is no raw one
 * @polled: ... its work
 * @misc: /dev/isochron-time
 */
struct time_manager {
	void __iomem *registers;
	phys_addr_t time_page;
	raw_spinlock_t lock;
	struct mutex mutex;
	struct channel channels[MAX_CHANNELS];
	unsigned int num_channels;
	unsigned int width;
	u32 frequency;
	enum isochron_time_base base;
	const struct base_operations *operations;
	struct list_head timers;
	u32 tick;
	u64 tick_time;
	wait_queue_head_t pollers;
	struct kthread_worker *poller;
	struct kthread_work polled;
	struct miscdevice misc;
};

extern const struct base_operations hardware_base;
extern const struct base_operations software_base;

/* Registers, hardware.c. Those that store need the device's lock. */
u64 time_manager_get_time(struct time_manager *manager);
void time_manager_set_time(struct time_manager *manager, u64 time);
void time_manager_delay(struct time_manager *manager, unsigned int task, u64 cycles);
void time_manager_next(struct time_manager *manager, unsigned int task, u64 cycles);
void time_manager_cancel(struct time_manager *manager, unsigned int task);
u64 time_manager_take_due(struct time_manager *manager);

/* Channels, channels.c. Those with a file return 0 or a negative error. */
void channels_init(struct time_manager *manager);
int channel_claim(struct time_manager *manager, struct time_file *file, u32 channel);
int channel_unclaim(struct time_manager *manager, struct time_file *file, u32 channel);
void channels_unclaim_all(struct time_manager *manager, struct time_file *file);
int channel_start(struct time_manager *manager, struct time_file *file,
		  const struct isochron_time_start *start);
int channel_stop(struct time_manager *manager, struct time_file *file, u32 channel);
int channel_wait(struct time_manager *manager, struct time_file *file,
		 struct isochron_time_wait *wait, bool block);
bool channels_released(struct time_manager *manager, struct time_file *file);
void channels_polled(struct time_manager *manager, struct time_file *file);
int channels_set_base(struct time_manager *manager, u32 base);
void channels_set_time(struct time_manager *manager, u64 time);
int channel_on_release(struct time_manager *manager, struct time_file *file, u32 channel,
		       isochron_time_released *released, void *data);

/* The device that there is, or NULL. */
struct time_manager *time_manager_get(void);

/* A release, from a time base; with the device's lock held. */
void channel_release(struct time_manager *manager, struct channel *channel);
