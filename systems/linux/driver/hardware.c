// SPDX-License-Identifier: GPL-2.0-only
/*
 * The time manager's registers, and the time base that uses a delay of its for each channel.
 */
#include <linux/bitops.h>

#include "time_manager.h"

#define REGISTER(manager, name) ((manager)->registers + ISOCHRON_TIME_MANAGER_##name##_OFFSET)

/* Safe for any number of readers: if the low word wraps meanwhile, all is loaded again. */
u64 time_manager_get_time(struct time_manager *manager)
{
	u32 high, low;

	do {
		high = readl_relaxed(REGISTER(manager, TIME_HIGH));
		low = readl_relaxed(REGISTER(manager, TIME_LOW));
	} while (high != readl_relaxed(REGISTER(manager, TIME_HIGH)));
	return (u64)high << 32 | low;
}

void time_manager_set_time(struct time_manager *manager, u64 time)
{
	if (manager->width > 32)
		writel_relaxed(time >> 32, REGISTER(manager, TIME_HIGH));
	writel_relaxed(time, REGISTER(manager, TIME_LOW));
}

static void store(struct time_manager *manager, void __iomem *array, unsigned int task, u64 cycles)
{
	if (cycles >> 32)
		writel_relaxed(cycles >> 32, REGISTER(manager, HIGH) + 4 * task);
	writel_relaxed(cycles, array + 4 * task);
}

/* The task's bit is set so many cycles from now. */
void time_manager_delay(struct time_manager *manager, unsigned int task, u64 cycles)
{
	store(manager, REGISTER(manager, DELAY), task, cycles);
}

/* ... from the end of its last delay. */
void time_manager_next(struct time_manager *manager, unsigned int task, u64 cycles)
{
	store(manager, REGISTER(manager, NEXT), task, cycles);
}

void time_manager_cancel(struct time_manager *manager, unsigned int task)
{
	writel_relaxed(0, REGISTER(manager, CANCEL) + 4 * task);
	/* A delay that is over within two cycles of that ends after all. This load takes them. */
	readl_relaxed(REGISTER(manager, IDENTIFICATION));
	writel_relaxed(BIT(task % 32), REGISTER(manager, WAKE) + task / 32 * 4);
}

/* The tasks whose delays are over; their bits are cleared. */
u64 time_manager_take_due(struct time_manager *manager)
{
	u64 due = readl_relaxed(REGISTER(manager, WAKE));

	writel_relaxed(due, REGISTER(manager, WAKE));
	if (manager->num_channels > 32) {
		u32 high = readl_relaxed(REGISTER(manager, WAKE) + 4);

		writel_relaxed(high, REGISTER(manager, WAKE) + 4);
		due |= (u64)high << 32;
	}
	return due;
}

static void hardware_select(struct time_manager *manager)
{
}

static void hardware_start(struct time_manager *manager, unsigned int channel)
{
	time_manager_delay(manager, channel, manager->channels[channel].delay);
}

static void hardware_stop(struct time_manager *manager, unsigned int channel)
{
	time_manager_cancel(manager, channel);
}

/* The next delay counts from the end of this one: no release moves, however late this comes. */
static void hardware_interrupt(struct time_manager *manager, u64 due)
{
	while (due) {
		unsigned int index = __ffs64(due);
		struct channel *channel = &manager->channels[index];

		due &= due - 1;
		if (!channel->active)
			continue;
		if (channel->periodic)
			time_manager_next(manager, index, channel->period);
		channel_release(manager, channel);
	}
}

const struct base_operations hardware_base = {
	.select = hardware_select,
	.deselect = hardware_select,
	.start = hardware_start,
	.stop = hardware_stop,
	.interrupt = hardware_interrupt,
};
