// SPDX-License-Identifier: GPL-2.0-only
/*
 * Channels: who owns them, what releases came, and who waits for them.
 */
#include <linux/cleanup.h>
#include <linux/err.h>

#include "time_manager.h"

void channels_init(struct time_manager *manager)
{
	unsigned int i;

	for (i = 0; i < MAX_CHANNELS; i++) {
		init_swait_queue_head(&manager->channels[i].waiters);
		INIT_LIST_HEAD(&manager->channels[i].timer);
	}
	INIT_LIST_HEAD(&manager->timers);
	manager->base = ISOCHRON_TIME_HARDWARE;
	manager->operations = &hardware_base;
}

int channel_claim(struct time_manager *manager, struct time_file *file, u32 index)
{
	struct channel *channel;

	if (index >= manager->num_channels)
		return -EINVAL;
	channel = &manager->channels[index];
	guard(mutex)(&manager->mutex);
	if (channel->owner && channel->owner != file)
		return -EBUSY;
	channel->owner = file;
	return 0;
}

/* The file's channel, or why it may not use it. */
static struct channel *own(struct time_manager *manager, struct time_file *file, u32 index)
{
	struct channel *channel;
	struct time_file *owner;

	if (index >= manager->num_channels)
		return ERR_PTR(-EINVAL);
	channel = &manager->channels[index];
	owner = READ_ONCE(channel->owner);
	if (owner == file)
		return channel;
	return ERR_PTR(owner ? -EBUSY : -EPERM);
}

static void stop(struct time_manager *manager, u32 index)
{
	struct channel *channel = &manager->channels[index];

	guard(raw_spinlock_irqsave)(&manager->lock);
	if (channel->active)
		manager->operations->stop(manager, index);
	channel->active = false;
	channel->taken = channel->released;
	/* Whoever waits for it waits for nothing. */
	swake_up_one(&channel->waiters);
}

int channel_stop(struct time_manager *manager, struct time_file *file, u32 index)
{
	struct channel *channel = own(manager, file, index);

	if (IS_ERR(channel))
		return PTR_ERR(channel);
	stop(manager, index);
	return 0;
}

int channel_unclaim(struct time_manager *manager, struct time_file *file, u32 index)
{
	int error = channel_stop(manager, file, index);

	if (error)
		return error;
	channel_on_release(manager, file, index, NULL, NULL);
	guard(mutex)(&manager->mutex);
	manager->channels[index].owner = NULL;
	return 0;
}

void channels_unclaim_all(struct time_manager *manager, struct time_file *file)
{
	u32 i;

	for (i = 0; i < manager->num_channels; i++)
		if (READ_ONCE(manager->channels[i].owner) == file)
			channel_unclaim(manager, file, i);
}

int channel_start(struct time_manager *manager, struct time_file *file,
		  const struct isochron_time_start *start)
{
	struct channel *channel = own(manager, file, start->channel);

	if (IS_ERR(channel))
		return PTR_ERR(channel);
	if (start->flags & ~ISOCHRON_TIME_ABSOLUTE ||
	    (start->period && start->period < SHORTEST_PERIOD) ||
	    start->period >> (manager->width - 1))
		return -EINVAL;
	stop(manager, start->channel);
	guard(raw_spinlock_irqsave)(&manager->lock);
	channel->base_time = time_manager_get_time(manager);
	channel->delay = start->delay;
	if (start->flags & ISOCHRON_TIME_ABSOLUTE)
		channel->delay -= channel->base_time;
	if (channel->delay >> (manager->width - 1))
		return -EINVAL;
	channel->delay = max_t(u64, channel->delay, SHORTEST_PERIOD);
	channel->period = start->period;
	channel->periodic = start->period != 0;
	channel->released = 0;
	channel->taken = 0;
	channel->active = true;
	manager->operations->start(manager, start->channel);
	return 0;
}

int channel_on_release(struct time_manager *manager, struct time_file *file, u32 index,
		       isochron_time_released *released, void *data)
{
	struct channel *channel = own(manager, file, index);

	if (IS_ERR(channel))
		return PTR_ERR(channel);
	guard(raw_spinlock_irqsave)(&manager->lock);
	channel->on_release = released;
	channel->data = data;
	return 0;
}

/*
 * With PREEMPT_RT the lock of poll()'s queue is none for a handler, so that wakes the task itself,
 * once: it looks at its file again, as after each end of its sleep. The thread wakes who else polls
 * the file, and the task if it was not asleep yet.
 */
static void wake_polling(struct time_manager *manager, struct time_file *file)
{
	if (file->polling) {
		wake_up_process(file->polling);
		put_task_struct(file->polling);
		file->polling = NULL;
	}
	kthread_queue_work(manager->poller, &manager->polled);
}

/* The date of a channel's last release. */
static u64 last_release(const struct channel *channel)
{
	return channel->base_time + channel->delay + (channel->released - 1) * channel->period;
}

void channel_release(struct time_manager *manager, struct channel *channel)
{
	channel->released++;
	channel->active = channel->periodic;
	if (channel->on_release)
		channel->on_release(last_release(channel), channel->data);
	swake_up_one(&channel->waiters);
	if (!waitqueue_active(&manager->pollers))
		return;
	if (IS_ENABLED(CONFIG_PREEMPT_RT))
		wake_polling(manager, channel->owner);
	else
		wake_up_interruptible(&manager->pollers);
}

/* A release to answer a wait with, if there is one: all that were missed count as overruns. */
static bool take(struct time_manager *manager, struct channel *channel,
		 struct isochron_time_wait *wait)
{
	guard(raw_spinlock_irqsave)(&manager->lock);
	if (channel->released == channel->taken)
		return false;
	wait->overruns = channel->released - channel->taken - 1;
	wait->release = last_release(channel);
	channel->taken = channel->released;
	return true;
}

int channel_wait(struct time_manager *manager, struct time_file *file,
		 struct isochron_time_wait *wait, bool block)
{
	struct channel *channel = own(manager, file, wait->channel);
	bool taken;

	if (IS_ERR(channel))
		return PTR_ERR(channel);
	taken = take(manager, channel, wait);
	if (!taken) {
		if (!READ_ONCE(channel->active) || !block)
			return -EAGAIN;
		if (swait_event_interruptible_exclusive(channel->waiters,
							(taken = take(manager, channel, wait)) ||
								!READ_ONCE(channel->active)))
			return -EINTR;
		/* The only release comes together with the end. */
		if (!taken && !take(manager, channel, wait))
			return -EAGAIN;
	}
	return 0;
}

/* The running task is going to wait in poll(). */
void channels_polled(struct time_manager *manager, struct time_file *file)
{
	struct task_struct *task = get_task_struct(current);
	unsigned long flags;

	raw_spin_lock_irqsave(&manager->lock, flags);
	swap(file->polling, task);
	raw_spin_unlock_irqrestore(&manager->lock, flags);
	if (task)
		put_task_struct(task);
}

bool channels_released(struct time_manager *manager, struct time_file *file)
{
	unsigned int i;

	guard(raw_spinlock_irqsave)(&manager->lock);
	for (i = 0; i < manager->num_channels; i++) {
		struct channel *channel = &manager->channels[i];

		if (channel->owner == file && channel->released != channel->taken)
			return true;
	}
	return false;
}

int channels_set_base(struct time_manager *manager, u32 base)
{
	static const struct base_operations *const bases[] = {
		[ISOCHRON_TIME_HARDWARE] = &hardware_base,
		[ISOCHRON_TIME_SOFTWARE] = &software_base,
	};
	unsigned int i;

	if (base >= ARRAY_SIZE(bases))
		return -EINVAL;
	guard(mutex)(&manager->mutex);
	for (i = 0; i < manager->num_channels; i++)
		if (manager->channels[i].owner)
			return -EBUSY;
	guard(raw_spinlock_irqsave)(&manager->lock);
	manager->operations->deselect(manager);
	manager->base = base;
	manager->operations = bases[base];
	manager->operations->select(manager);
	return 0;
}

/* No release moves: the dates that programs are told of move with the time. */
void channels_set_time(struct time_manager *manager, u64 time)
{
	unsigned int i;
	u64 moved;

	guard(raw_spinlock_irqsave)(&manager->lock);
	moved = time - time_manager_get_time(manager);
	time_manager_set_time(manager, time);
	manager->tick_time += moved;
	for (i = 0; i < manager->num_channels; i++)
		manager->channels[i].base_time += moved;
}
