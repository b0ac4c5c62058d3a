// SPDX-License-Identifier: GPL-2.0-only
/*
 * The time base that the paper's hardware replaced: a tick, at which the interrupt walks over all
 * timers and counts each one down. Its tick is delay 0 of the time manager, used as a periodic
 * timer and as nothing else, so that both bases have the same interrupt entry. Dates are ticks:
 * what is asked for is rounded up.
 */
#include <linux/math64.h>

#include "time_manager.h"

#define TICK_TASK 0

static u64 to_ticks(struct time_manager *manager, u64 cycles)
{
	return max_t(u64, DIV_ROUND_UP_ULL(cycles, manager->tick), 1);
}

static void software_select(struct time_manager *manager)
{
	manager->tick_time = time_manager_get_time(manager);
	time_manager_delay(manager, TICK_TASK, manager->tick);
}

static void software_deselect(struct time_manager *manager)
{
	time_manager_cancel(manager, TICK_TASK);
}

static void software_start(struct time_manager *manager, unsigned int index)
{
	struct channel *channel = &manager->channels[index];
	u64 since_tick = channel->base_time - manager->tick_time;

	/* The first tick that is no earlier than asked for. */
	channel->ticks_left = to_ticks(manager, since_tick + channel->delay);
	channel->period_ticks = to_ticks(manager, channel->period);
	channel->delay = channel->ticks_left * manager->tick - since_tick;
	channel->period = channel->period_ticks * manager->tick;
	list_add(&channel->timer, &manager->timers);
}

static void software_stop(struct time_manager *manager, unsigned int index)
{
	list_del_init(&manager->channels[index].timer);
}

static void software_interrupt(struct time_manager *manager, u64 due)
{
	struct channel *channel, *next;

	time_manager_next(manager, TICK_TASK, manager->tick);
	manager->tick_time += manager->tick;
	list_for_each_entry_safe(channel, next, &manager->timers, timer)
	{
		if (--channel->ticks_left)
			continue;
		channel->ticks_left = channel->period_ticks;
		if (!channel->periodic)
			list_del_init(&channel->timer);
		channel_release(manager, channel);
	}
}

const struct base_operations software_base = {
	.select = software_select,
	.deselect = software_deselect,
	.start = software_start,
	.stop = software_stop,
	.interrupt = software_interrupt,
};
